"""Secrets that are shown once and stored as a digest."""

from __future__ import annotations

import hashlib
import secrets


def new_secret(prefix: str = "") -> str:
    """A fresh secret of 256 bits, with a prefix by which people and scanners know what it is."""
    return prefix + secrets.token_urlsafe(32)


def digest(secret: str) -> str:
    """What is stored of it. (SHA-256 is enough: nobody guesses 256 random bits.)"""
    return hashlib.sha256(secret.encode()).hexdigest()
