"""Rounds, their tables and seats, and calls for the director."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import Exists, F, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from tournaments.clubs.models import User
from tournaments.core import moments
from tournaments.core.models.columns import Keyed, checks, optional
from tournaments.core.rules.statuses import RoundStatus, VoidCause
from tournaments.events.models.events import Entry, Event, Stage
from tournaments.events.rules.clock import LONGEST
from tournaments.events.rules.tables import MOST_DEALS

ROUND_STATUSES = [
    (RoundStatus.DRAWN.value, _("drawn")),
    (RoundStatus.PUBLISHED.value, _("published")),
    (RoundStatus.PLAYING.value, _("playing")),
    (RoundStatus.CLOSED.value, _("closed")),
    (RoundStatus.VOID.value, _("void")),
]
VOID_CAUSES = [
    (VoidCause.TAKEN_BACK.value, _("taken back")),
    (VoidCause.NOT_PLAYED.value, _("not played")),
    (VoidCause.PLAYED_AGAIN.value, _("played again")),
]
COUNTED = (RoundStatus.PUBLISHED, RoundStatus.PLAYING, RoundStatus.CLOSED)
"""The statuses of rounds whose seats and deals count.

Ask for these, never for all but the others: when PostgreSQL keeps a plan without the values, it believes that
`status NOT IN` leaves one round of all clubs, and begins there.
"""


class CountingRounds(models.Manager["Round"]):
    """The rounds without the void ones."""

    def get_queryset(self) -> models.QuerySet[Round]:
        return super().get_queryset().exclude(status=RoundStatus.VOID)


class Round(Keyed):
    """A round. Before it is published it is a proposal; `draw` counts its versions.

    A void round keeps its tables, deals and chips, but counts nowhere. The next draw gets its number.
    `objects` leaves void rounds out; `with_void` has all rounds.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="rounds")
    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField(help_text="1, 2, ... through the whole event")
    status = models.CharField(max_length=10, choices=ROUND_STATUSES, default=RoundStatus.DRAWN.value)
    draw = models.PositiveIntegerField(default=1, help_text="grows with every redraw and swap")
    seed = models.BigIntegerField()
    moves = models.PositiveIntegerField(help_text="budget of the search; seed and moves reproduce the draw")
    by_hand = models.PositiveIntegerField(
        default=0, help_text="changes by hand since the draw; seed and moves do not reproduce them"
    )
    request = models.JSONField(
        default=dict, help_text="the request of the draw, by group of players; it reproduces the draw"
    )
    certificate = models.JSONField(default=dict, help_text="the audit of this seating, by group of players")
    ahead = models.JSONField(
        default=dict, help_text="later rounds that were planned with this one, by group of players"
    )
    deals_each = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="how often everybody deals; null: all tables play as many deals"
    )
    drawn_at = models.DateTimeField()
    published_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    # Null and not "": clients read it as it is stored.
    void_as = models.CharField(  # noqa: DJ001
        max_length=12, null=True, blank=True, choices=VOID_CAUSES, help_text="why it is void"
    )

    seated: list[dict[str, Any]]
    """Its tables with seats and players, after `tables.verbs.tables.with_seats` has read them."""

    objects = CountingRounds()
    with_void = models.Manager()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "number"], condition=~Q(status="void"), name="round_number_once"
            ),
            # Two directors may draw at the same time. At most one round may be open.
            models.UniqueConstraint(
                fields=["event"],
                condition=~Q(status__in=["closed", "void"]),
                name="round_open_once_in_an_event",
            ),
            *checks(
                round_status_known=Q(status__in=[status.value for status in RoundStatus]),
                round_void_for_a_cause=Q(
                    status="void", void_as__in=[cause.value for cause in VoidCause], void_as__isnull=False
                )
                | (~Q(status="void") & Q(void_as__isnull=True)),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event} / {self.number}"

    @property
    def is_public(self) -> bool:
        """Whether not only directors may see the seating."""
        return self.status != RoundStatus.DRAWN


class Table(Keyed):
    """A table of a round: 3 to 6 seats (2 to 10 if the rules allow), with its accounts and deals."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables", db_index=False)
    number = models.PositiveSmallIntegerField()
    deals_planned = models.PositiveSmallIntegerField()
    closed_at = models.DateTimeField(null=True, blank=True)
    extra_seconds = models.PositiveIntegerField(
        default=0, db_default=0, help_text="additional time of this table on the clock of its round"
    )

    highest_number: int | None = None
    """The highest number of its deals, voided ones too, if `with_highest_number` fetched it; else None."""

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="table_number_once"),
            *checks(
                table_deals_in_range=Q(deals_planned__gte=1, deals_planned__lte=MOST_DEALS),
                table_extra_time_in_range=Q(extra_seconds__lte=LONGEST),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round} / {self.number}"


class Seat(models.Model):
    """An entry at a table, numbered clockwise from 0; seat 0 deals first.

    `entry` sat down first and stays, because the draw and its certificate are about it. Who takes the seat
    over in the middle of the round is an `Occupant`.
    """

    id = models.BigAutoField(primary_key=True)
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats", db_index=False)
    # The round of the table, repeated so that a unique constraint can refuse an entry with two seats.
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="seats")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="seat_number_once"),
            models.UniqueConstraint(fields=["round", "entry"], name="seat_once_in_a_round"),
            *checks(seat_number_in_range=Q(number__lte=9)),
        ]

    def __str__(self) -> str:
        return f"{self.number}"

    is_left: bool | None = None
    """Whether somebody has left it in the middle of the round; None: not read by `seats_with_people`."""

    @cached_property
    def changes(self) -> list[Occupant]:
        """Who has had the seat after `entry`, in order. (No query for a seat that nobody has left.)"""
        if self.is_left is False:
            return []
        return list(self.occupants.select_related("entry__player").order_by("from_deal"))

    @property
    def successors(self) -> list[Occupant]:
        """Who took the seat over, in order."""
        return [row for row in self.changes if row.entry_id is not None]

    @property
    def empty_from(self) -> int | None:
        """The first deal in which nobody has the seat; None: somebody has it."""
        return next((row.from_deal for row in self.changes if row.entry_id is None), None)

    @property
    def sitting(self) -> Entry:
        """Who has the seat now; of an empty seat, who had it last."""
        later = [row.entry for row in self.successors if row.entry is not None]
        return later[-1] if later else self.entry

    def playing(self, deal: int) -> Entry:
        """Who has the seat in this deal of the table; of an empty seat, who had it last."""
        later = [row.entry for row in self.successors if row.entry is not None and row.from_deal <= deal]
        return later[-1] if later else self.entry

    def is_empty(self, deal: int) -> bool:
        """Whether nobody has the seat in this deal."""
        return self.empty_from is not None and self.empty_from <= deal


class Occupant(models.Model):
    """Who has a seat from a deal on, because the player before has left: an entry, or nobody.

    A result belongs to the entry that has the seat in the deal with this number. An entry sits once in a
    round: triggers compare the seats and the occupants. From the first deal of nobody on, the table plays
    with one seat less, until the end of the round.
    """

    id = models.BigAutoField(primary_key=True)
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="occupants", db_index=False)
    # The round of the seat, repeated so that a unique constraint can refuse an entry with two seats.
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="occupants", db_index=False)
    entry = optional(Entry, "occupancies", help_text="null: nobody, the seat stays empty")
    from_deal = models.PositiveSmallIntegerField(help_text="the number of the first deal at the table")
    event_version = models.PositiveBigIntegerField(help_text="the event's version that this change made")

    class Meta:
        ordering = ["from_deal"]
        constraints = [
            models.UniqueConstraint(fields=["seat", "from_deal"], name="occupant_once_from_a_deal"),
            models.UniqueConstraint(fields=["round", "entry"], name="occupant_once_in_a_round"),
            *checks(
                # Before the first deal the seat itself gets another entry.
                occupant_after_the_first_deal=Q(from_deal__gte=2),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seat}: from deal {self.from_deal}"


def who_sits(column: str = "pk") -> Coalesce:
    """An expression for queries of seats: the entry that has the seat now; of an empty seat, the last one.

    column: "pk" for the id of the entry, or a text column such as `player__name`.
    """
    last = Occupant.objects.filter(seat=OuterRef("pk"), entry__isnull=False).order_by("-from_deal")
    return Coalesce(
        Subquery(last.values(f"entry__{column}")[:1]),
        F(f"entry__{column}"),
        output_field=models.UUIDField() if column == "pk" else models.CharField(),
    )


def somebody_sits() -> Q:
    """The condition that a seat is not empty now, in a query of seats."""
    return ~Q(Exists(Occupant.objects.filter(seat=OuterRef("pk"), entry=None)))


CALL_KINDS = [
    ("rules", _("a question about the rules")),
    ("dispute", _("we do not agree about a deal")),
    ("player", _("somebody is missing or must leave")),
    ("other", _("something else")),
]


class Call(Keyed):
    """A table asks the director to come: open until somebody ends it, one at a time.

    `answered_at` says when a director answered "on my way". Old calls are deleted.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="calls")
    seat = models.PositiveSmallIntegerField(null=True, blank=True, help_text="who called, from 0")
    by_user = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=10, blank=True, choices=CALL_KINDS)
    opened_at = models.DateTimeField(default=moments.now, editable=False, db_index=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = optional(User)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(ended_at__isnull=True), name="call_open_once_at_a_table"
            ),
            *checks(call_kind_known=Q(kind="") | Q(kind__in=[kind for kind, _about in CALL_KINDS])),
        ]
