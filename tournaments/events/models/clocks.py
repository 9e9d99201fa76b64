"""The clock of a round."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from tournaments.core.models.columns import checks
from tournaments.events.models.events import Event
from tournaments.events.rules.clock import LONGEST, SHORTEST, WARNING, Clock


class RoundClock(models.Model):
    """The clock of the open round of an event, once it was started. It goes when the round is closed.

    `events.rules.clock` says what it means at some instant. An event has one at most, so pages read it with
    the event. Nothing of it changes what a table may do, so no version of the event depends on it.
    """

    id = models.BigAutoField(primary_key=True)
    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="clock")
    round = models.OneToOneField("Round", on_delete=models.CASCADE, related_name="clock")
    started_at = models.DateTimeField()
    seconds = models.PositiveIntegerField(help_text="the length of the round, without pauses")
    warning = models.PositiveIntegerField(
        default=WARNING, db_default=WARNING, help_text="it warns so many seconds before the end; 0: never"
    )
    paused_at = models.DateTimeField(null=True, blank=True, help_text="it stands since then; null: it runs")
    paused_ms = models.PositiveBigIntegerField(
        default=0, db_default=0, help_text="milliseconds of the pauses that are over"
    )

    class Meta:
        constraints = checks(
            clock_in_range=Q(seconds__range=(SHORTEST, LONGEST)),
            clock_warning_in_range=Q(warning__lte=LONGEST),
            clock_pauses_after_its_start=Q(paused_at__isnull=True) | Q(paused_at__gte=F("started_at")),
        )

    def __str__(self) -> str:
        return f"{self.round}: {self.seconds} s"

    def for_table(self, extra: int = 0) -> Clock:
        """The clock as the rules know it. extra: additional seconds of one table."""
        return Clock(
            started_at=self.started_at.timestamp(),
            seconds=self.seconds,
            warning=self.warning,
            paused_at=None if self.paused_at is None else self.paused_at.timestamp(),
            paused=self.paused_ms / 1000,
            extra=extra,
        )
