"""Rounds: everybody sits down once, at tables, in seats."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.rules.statuses import RoundStatus

from .events import Entry, Event, Stage
from .ids import new_id

ROUND_STATUSES = [
    (RoundStatus.DRAWN.value, _("drawn")),
    (RoundStatus.PUBLISHED.value, _("published")),
    (RoundStatus.PLAYING.value, _("playing")),
    (RoundStatus.CLOSED.value, _("closed")),
]


class Round(models.Model):
    """A round. Until it is published it is a proposal, and `draw` counts the versions of it."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="rounds")
    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField(help_text="1, 2, ... through the whole event")
    status = models.CharField(max_length=10, choices=ROUND_STATUSES, default=RoundStatus.DRAWN.value)
    draw = models.PositiveIntegerField(default=1, help_text="grows with every redraw and swap")
    seed = models.BigIntegerField()
    moves = models.PositiveIntegerField(help_text="the search's budget: seed and moves give the draw again")
    by_hand = models.PositiveIntegerField(
        default=0, help_text="changes by hand since the draw; seed and moves give the draw, not these"
    )
    request = models.JSONField(
        default=dict, help_text="what the draw was asked for, by group of players: enough to make it again"
    )
    certificate = models.JSONField(default=dict, help_text="the audit of this seating, by group of players")
    ahead = models.JSONField(
        default=dict, help_text="later rounds as planned with this one, by group of players"
    )
    drawn_at = models.DateTimeField()
    published_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="round_number_once"),
            # Two directors drawing at once: at most one round that is not closed, whatever its number.
            models.UniqueConstraint(
                fields=["event"], condition=~Q(status="closed"), name="round_open_once_in_an_event"
            ),
            models.CheckConstraint(
                condition=Q(status__in=[status.value for status in RoundStatus]), name="round_status_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event} / {self.number}"

    @property
    def is_public(self) -> bool:
        """Whether the seating may be seen by anybody but the directors."""
        return self.status != RoundStatus.DRAWN


class Table(models.Model):
    """3 to 6 seats (2 to 10 where the rules allow), their board of pools, their deals."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    deals_planned = models.PositiveSmallIntegerField()
    closed_at = models.DateTimeField(null=True, blank=True)

    deals_recorded: int | None = None
    """How many of its deals counted when it was fetched, if that was asked for; there may be more by now."""

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="table_number_once")]

    def __str__(self) -> str:
        return f"{self.round} / {self.number}"


class Seat(models.Model):
    """An entry at a table, numbered clockwise from 0; seat 0 deals first."""

    id = models.BigAutoField(primary_key=True)
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    # The table's round again, so that the database itself can refuse to seat an entry twice in it.
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="seats")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="seat_number_once"),
            models.UniqueConstraint(fields=["round", "entry"], name="seat_once_in_a_round"),
            models.CheckConstraint(condition=Q(number__lte=9), name="seat_number_in_range"),
        ]

    def __str__(self) -> str:
        return f"{self.number}"
