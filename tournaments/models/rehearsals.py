"""Rehearsals: an event played through by bots in a club of its own, so that a director sees the evening."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .clubs import User
from .events import Event
from .ids import new_id


class RehearsalStatus(models.TextChoices):
    PLAYING = "playing", _("being played")
    DONE = "done", _("played to its end")
    STOPPED = "stopped", _("stopped")


class Rehearsal(models.Model):
    """An event's copy, and how far it has been played.

    The copy belongs to a club that is there for it alone (`Club.rehearses`): nothing of it is in the real
    club's roster, feed or lists. Its ledger is as undeletable as any, so a rehearsal is put away, not erased.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    of = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="rehearsals")
    event = models.OneToOneField(Event, on_delete=models.PROTECT, related_name="rehearsal")
    status = models.CharField(max_length=10, choices=RehearsalStatus.choices, default=RehearsalStatus.PLAYING)
    seed = models.BigIntegerField(help_text="what goes wrong, and when, comes from it")
    calm = models.BooleanField(default=False, help_text="nothing goes wrong")
    deal_seconds = models.PositiveSmallIntegerField(help_text="how long people need for a deal")
    step = models.PositiveIntegerField(default=0, help_text="steps taken; each is taken once")
    script = models.JSONField(
        default=dict, help_text="what goes wrong: who comes `late`, and in `rounds` what happens in each"
    )
    told = models.JSONField(default=list, help_text="what happened, in order")
    played = models.JSONField(
        default=dict, help_text="by round: deals by table, and actions, those of wrong deals too"
    )
    started_by = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    put_away_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(status__in=RehearsalStatus.values), name="rehearsal_status_known"
            ),
            models.UniqueConstraint(
                fields=["of"], condition=Q(status="playing"), name="rehearsal_playing_once_of_an_event"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.of} ({self.seed})"

    @property
    def is_playing(self) -> bool:
        return self.status == RehearsalStatus.PLAYING
