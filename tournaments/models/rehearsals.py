"""Rehearsals: bots play a copy of an event before its evening, in a separate club."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .clubs import User
from .events import Event
from .ids import new_id


class RehearsalStatus(models.TextChoices):
    PLAYING = "playing", _("being played")
    DONE = "done", _("played to its end")
    STOPPED = "stopped", _("stopped")


class Rehearsal(models.Model):
    """The copy of an event, and how far bots have played it.

    The copy belongs to a separate club (`Club.rehearses`), so the roster, feed and lists of the real club do
    not show it. A ledger cannot be deleted; old rehearsals are hidden (`put_away_at`).
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    of = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="rehearsals")
    event = models.OneToOneField(Event, on_delete=models.PROTECT, related_name="rehearsal")
    status = models.CharField(max_length=10, choices=RehearsalStatus.choices, default=RehearsalStatus.PLAYING)
    seed = models.BigIntegerField(help_text="decides what goes wrong, and when")
    calm = models.BooleanField(default=False, help_text="nothing goes wrong")
    deal_seconds = models.PositiveSmallIntegerField(help_text="how long people need for a deal")
    step = models.PositiveIntegerField(default=0, help_text="steps taken; each is taken once")
    script = models.JSONField(
        default=dict, help_text="what goes wrong: who comes `late`, and in `rounds` what happens in each"
    )
    refusals = models.JSONField(
        default=list, help_text="what was refused: round, what, code, sentences, and where"
    )
    started_by = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
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
