"""The second factor of a user: an app that shows codes, and recovery codes that replace it."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from tournaments.clubs.models.clubs import User


class SecondFactor(models.Model):
    """An app of a user that shows a new code every 30 seconds (TOTP, RFC 6238). Signing in asks for it."""

    user = models.OneToOneField(
        User, primary_key=True, on_delete=models.CASCADE, related_name="second_factor"
    )
    encrypted_secret = models.CharField(max_length=200, help_text="under SECRET_KEY, for this user only")
    last_step = models.PositiveBigIntegerField(
        help_text="the newest code that was used, as 30-second steps since 1970; no code counts twice"
    )
    since = models.DateTimeField(default=timezone.now, editable=False)

    def __str__(self) -> str:
        return self.user.get_username()


class RecoveryCode(models.Model):
    """A code that replaces the app once. Only its digest is stored; the row is deleted when it is used."""

    factor = models.ForeignKey(SecondFactor, on_delete=models.CASCADE, related_name="recovery_codes")
    digest = models.CharField(max_length=64, unique=True)

    def __str__(self) -> str:
        return f"a recovery code of {self.factor}"
