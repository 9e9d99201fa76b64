"""What the periodic checks of all records (`fsck`) have seen."""

from __future__ import annotations

from django.db import models
from django.utils import timezone


class CheckMark(models.Model):
    """The state of a periodic check: of everything, or of what changed lately. There is one row for each."""

    class Kind(models.TextChoices):
        FULL = "full"
        RECENT = "recent"

    kind = models.CharField(max_length=6, choices=Kind.choices, primary_key=True)
    at = models.DateTimeField(default=timezone.now, help_text="when the newest check ended")
    begun_at = models.DateTimeField(default=timezone.now, help_text="when the newest check began")
    entry = models.BigIntegerField(default=0, help_text="recent: what came before this audit entry was clean")
    cursor = models.UUIDField(null=True, blank=True, help_text="full: the last event of a check that goes on")
    is_running = models.BooleanField(default=False, help_text="full: more slices follow")
    damage = models.JSONField(default=list, help_text="the damage that the newest check has found so far")

    def __str__(self) -> str:
        return f"{self.kind}: {len(self.damage)}"
