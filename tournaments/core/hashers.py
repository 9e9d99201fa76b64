"""How passwords and PINs are hashed."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class Argon2(Argon2PasswordHasher):
    """Argon2id with 46 MiB for each hash and one thread, as OWASP recommends.

    Django's defaults take 100 MiB and eight threads. A server that hashes several passwords at once would
    need much memory, and its other requests would wait for a processor.
    """

    time_cost = 1
    memory_cost = 46 * 1024  # KiB
    parallelism = 1
