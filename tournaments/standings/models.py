"""Computed standings: a copy for reading, which can be computed again from the ledger."""

from __future__ import annotations

from django.db import models

from tournaments.core import moments
from tournaments.core.models.columns import Keyed
from tournaments.events.models.events import Event
from tournaments.tables.models.rounds import Round


class Standing(Keyed):
    """The ranking of an event at one version. Its rows hold ids instead of names, which may change."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="standings", db_index=False)
    version = models.PositiveBigIntegerField(help_text="the version of the event that it covers")
    round = models.OneToOneField(
        Round,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="standing",
        help_text="the round at whose close this standing was kept",
    )
    revised = models.PositiveBigIntegerField(
        null=True, blank=True, help_text="the version of the event after the last correction of its rows"
    )
    rows = models.JSONField()
    on_boards = models.BigIntegerField(
        default=0, db_default=0, help_text="chips in the pools of its rounds: minus the sum of all net chips"
    )
    computed_at = models.DateTimeField(default=moments.now, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "version"], name="standing_once_for_a_version")
        ]

    @property
    def covers(self) -> int:
        """The newest version of the event that its rows include."""
        return self.version if self.revised is None else self.revised
