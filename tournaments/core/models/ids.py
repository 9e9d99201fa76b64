"""Public ids: opaque, unguessable, sorted by the time they were made (UUID version 7, RFC 9562).

Python 3.14 and later have `uuid.uuid7`. `new_id` does the same for earlier versions.
"""

import os
import time
import uuid


def new_id() -> uuid.UUID:
    """Return a fresh UUIDv7: 48 bits of milliseconds, then 74 bits of the system's randomness."""
    milliseconds = time.time_ns() // 1_000_000
    random = int.from_bytes(os.urandom(10), "big")
    value = (milliseconds & (2**48 - 1)) << 80 | random
    value = value & ~(0xF << 76) | 0x7 << 76  # the version
    value = value & ~(0x3 << 62) | 0x2 << 62  # the variant
    return uuid.UUID(int=value)


def parse_id(text: object) -> uuid.UUID | None:
    """Return the id that `text` spells (RFC 9562, section 4), or None."""
    try:
        value = uuid.UUID(str(text))
    except ValueError:
        return None
    # The library accepts 32 digits with dashes anywhere. Such a text may be a slug.
    return value if str(value) == str(text).lower() else None
