"""Secrets that are shown once and stored as a digest, encryption with them, slugs, and hashed passwords."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import TYPE_CHECKING

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.contrib.auth.hashers import Argon2PasswordHasher

from tournaments.core.rules.names import free_slug, slugify
from tournaments.core.rules.refusals import Invalid, gettext_noop

if TYPE_CHECKING:
    from tournaments.clubs.models import Club
    from tournaments.events.models.events import Event
    from tournaments.seasons.models import Season


NONCE_BYTES = 12
"""A random nonce is safe for AES-GCM: one secret encrypts thousands of texts, not billions."""


def new_secret(prefix: str = "", *, size: int = 32) -> str:
    """A new secret of `size` random bytes. People and secret scanners recognise it by its prefix."""
    return prefix + secrets.token_urlsafe(size)


def new_pin() -> str:
    """Six random digits. Anybody can guess them, so the caller must count wrong attempts."""
    return f"{secrets.randbelow(1_000_000):06}"


def digest(secret: str) -> str:
    """The digest of a secret, to be stored. (SHA-256 is enough for 128 random bits.)"""
    return hashlib.sha256(secret.encode()).hexdigest()


def encrypt(text: str, secret: str, label: str) -> str:
    """Encrypt and authenticate `text` with a secret of 128 random bits.

    Decrypting it takes the same `label`, so one encrypted text cannot replace another.
    """
    nonce = secrets.token_bytes(NONCE_BYTES)
    return urlsafe_b64encode(nonce + _cipher(secret).encrypt(nonce, text.encode(), label.encode())).decode()


def decrypt(text: str, secret: str, label: str) -> str:
    """Decrypt what `encrypt` returned for this secret and label; raises cryptography's InvalidTag."""
    data = urlsafe_b64decode(text)
    nonce, data = data[:NONCE_BYTES], data[NONCE_BYTES:]
    return _cipher(secret).decrypt(nonce, data, label.encode()).decode()


def _cipher(secret: str) -> AESGCM:
    """A key that is derived from the secret, but not from its stored `digest`."""
    return AESGCM(HKDF(SHA256(), 32, salt=None, info=b"pochleague sealed").derive(secret.encode()))


def derived_secret(label: str) -> str:
    """A secret of 192 bits that follows from SECRET_KEY and this label.

    It is stored as its `digest` alone, and can still be shown or sent again. Under another SECRET_KEY it is
    another secret, so compare digests before showing it.
    """
    key = hashlib.sha256(f"pochleague derived {settings.SECRET_KEY}".encode()).digest()
    return urlsafe_b64encode(hmac.digest(key, label.encode(), "sha256")[:24]).decode()


# ---- Slugs: short names for addresses.


class SlugTaken(Invalid):
    """This address is already in use."""

    sentence = gettext_noop("Another club already has this address.")


def unused_slug(model: type[Club | Event | Season], name: str, fallback: str) -> str:
    """The slug of a new club, event or season with this name, with a number if the slug is in use."""
    stem = slugify(name, fallback, longest=40)  # of 50 characters: leaves room for a number
    near = model._default_manager.filter(slug__startswith=stem)
    return free_slug(name, set(near.values_list("slug", flat=True)), fallback)


# ---- How passwords and PINs are hashed.


class Argon2(Argon2PasswordHasher):
    """Argon2id with 46 MiB for each hash and one thread, as OWASP recommends.

    Django's defaults take 100 MiB and eight threads. A server that hashes several passwords at once would
    need much memory, and its other requests would wait for a processor.
    """

    time_cost = 1
    memory_cost = 46 * 1024  # KiB
    parallelism = 1
