"""The spreads of table sizes: how much luck moves at a table, measured by deals of bots."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils import timezone


class TableSpread(models.Model):
    """The measuring of one table size under some rules (`rules.spreads`).

    It depends on `spec` only, so all events with these rules share it. It is played chunk by chunk. The sums
    here are over the chunks that are stored.
    """

    id = models.BigAutoField(primary_key=True)
    digest = models.CharField(max_length=64, unique=True, help_text="SHA-256 of the spec")
    spec = models.JSONField(help_text="poch-simulation-spec/1")
    chunks_planned = models.PositiveIntegerField()
    chunks_done = models.PositiveIntegerField(default=0)
    tables = models.PositiveBigIntegerField(default=0)
    deals = models.PositiveBigIntegerField(default=0)
    chips = models.BigIntegerField(default=0, help_text="net chips of all seats")
    squares = models.PositiveBigIntegerField(
        default=0, help_text="squares of the net chips of a seat at a table, added up"
    )
    spread = models.PositiveBigIntegerField(
        null=True, blank=True, help_text="in thousandths of a chip, once it is done"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(spread__isnull=False, chunks_done=F("chunks_planned"))
                | Q(spread__isnull=True, chunks_done__lt=F("chunks_planned")),
                name="table_spread_once_done",
            ),
        ]

    def __str__(self) -> str:
        return f"{len(self.spec['sides'][0]['seats'])} / {self.spec['sides'][0]['rules_name']}"
