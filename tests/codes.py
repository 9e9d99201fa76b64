"""What the app on a user's phone does: it shows a code every 30 seconds."""

from __future__ import annotations

import time
from base64 import b32decode

from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP

from tournaments.clubs.verbs import second_factors
from tournaments.core.actors import Actor
from tournaments.models import User


def code_of(secret: str, *, seconds: float = 0) -> str:
    """The code that the app shows after so many seconds."""
    return TOTP(b32decode(secret), 6, SHA1(), 30).generate(time.time() + seconds).decode()


def switch_on(user: User) -> tuple[str, list[str]]:
    """Switch the user's second factor on. Return the secret of their app and the recovery codes."""
    secret = second_factors.new_secret()
    return secret, second_factors.switch_on(user, Actor(user, "page"), secret, code_of(secret))
