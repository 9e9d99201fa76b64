"""Secrets that are shown once and stored as a digest; and what is sealed with one."""

from __future__ import annotations

import hashlib
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

NONCE_BYTES = 12
"""Random ones, as AES-GCM wants them: one secret seals thousands of texts, not billions."""


def new_secret(prefix: str = "", *, size: int = 32) -> str:
    """A fresh secret of so many random bytes, with a prefix by which people and scanners know what it is."""
    return prefix + secrets.token_urlsafe(size)


def new_pin() -> str:
    """Six random digits. They guard nothing alone: who checks them counts the wrong ones."""
    return f"{secrets.randbelow(1_000_000):06}"


def digest(secret: str) -> str:
    """What is stored of it. (SHA-256 is enough: nobody guesses 128 random bits.)"""
    return hashlib.sha256(secret.encode()).hexdigest()


def sealed(text: str, secret: str, label: str) -> str:
    """`text` as nobody reads or changes it without the secret, which must have 128 random bits.

    `label` says what it is: under another one it is not opened.
    """
    nonce = secrets.token_bytes(NONCE_BYTES)
    return urlsafe_b64encode(nonce + _cipher(secret).encrypt(nonce, text.encode(), label.encode())).decode()


def opened(text: str, secret: str, label: str) -> str:
    """What was sealed with this secret and label; cryptography's InvalidTag for anything else."""
    kept = urlsafe_b64decode(text)
    nonce, data = kept[:NONCE_BYTES], kept[NONCE_BYTES:]
    return _cipher(secret).decrypt(nonce, data, label.encode()).decode()


def _cipher(secret: str) -> AESGCM:
    """A key of its own for sealing: what is stored of the secret (`digest`) does not give it away."""
    return AESGCM(HKDF(SHA256(), 32, salt=None, info=b"pochleague sealed").derive(secret.encode()))
