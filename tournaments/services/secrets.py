"""Secrets that are shown once and stored as a digest; and what is sealed with one."""

from __future__ import annotations

import hashlib
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode


def new_secret(prefix: str = "", *, size: int = 32) -> str:
    """A fresh secret of so many random bytes, with a prefix by which people and scanners know what it is."""
    return prefix + secrets.token_urlsafe(size)


def new_pin() -> str:
    """Six random digits. They guard nothing alone: who checks them counts the wrong ones."""
    return f"{secrets.randbelow(1_000_000):06}"


def digest(secret: str) -> str:
    """What is stored of it. (SHA-256 is enough: nobody guesses 128 random bits.)"""
    return hashlib.sha256(secret.encode()).hexdigest()


def sealed(text: str, secret: str, nonce: str) -> str:
    """`text` as nobody reads it without the secret, which must have 128 random bits. No nonce twice.

    Only reading is guarded against: who may write to the database needs no forgery.
    """
    return urlsafe_b64encode(_masked(text.encode(), secret, nonce)).decode()


def opened(text: str, secret: str, nonce: str) -> str:
    """What was sealed with this secret and nonce."""
    return _masked(urlsafe_b64decode(text), secret, nonce).decode()


def _masked(data: bytes, secret: str, nonce: str) -> bytes:
    """`data` under a mask of its length that only who knows the secret can make (SHAKE-256)."""
    key = hashlib.sha256(f"seal\0{secret}".encode()).digest()
    mask = hashlib.shake_256(key + nonce.encode()).digest(len(data))
    return (int.from_bytes(data) ^ int.from_bytes(mask)).to_bytes(len(data))
