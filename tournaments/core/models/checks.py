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
    model = models.CharField(
        max_length=40, blank=True, default="", help_text="full: whose rows are checked next; empty: none now"
    )
    cursor = models.CharField(
        max_length=64, blank=True, default="", help_text="full: its last row that was checked"
    )
    next_at = models.DateTimeField(default=timezone.now, help_text="full: when the next slice is due")
    slices = models.PositiveIntegerField(default=1000, help_text="full: its slices so far")
    slices_before = models.PositiveIntegerField(default=0, help_text="full: the slices of the check before")
    since = models.DateTimeField(null=True, blank=True, help_text="full: each row was checked after this")
    damage = models.JSONField(default=list, help_text="the damage that the newest check has found so far")

    def __str__(self) -> str:
        return f"{self.kind}: {len(self.damage)}"
