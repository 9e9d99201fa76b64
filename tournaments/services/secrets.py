"""Secrets that are shown once and stored as a digest."""

from __future__ import annotations

import hashlib
import secrets


def new_secret(prefix: str = "", *, size: int = 32) -> str:
    """A fresh secret of so many random bytes, with a prefix by which people and scanners know what it is."""
    return prefix + secrets.token_urlsafe(size)


def new_pin() -> str:
    """Six random digits. They guard nothing alone: who checks them counts the wrong ones."""
    return f"{secrets.randbelow(1_000_000):06}"


def digest(secret: str) -> str:
    """What is stored of it. (SHA-256 is enough: nobody guesses 128 random bits.)"""
    return hashlib.sha256(secret.encode()).hexdigest()
