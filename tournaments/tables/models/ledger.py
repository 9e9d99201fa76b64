"""The ledger: accounts, deals, transfers, and the parts of each deal.

Only `Transfer` rows move chips, each from one account of a table to another, so chips cannot appear or
vanish. A trigger updates the balances and refuses any other change of a balance (`core/triggers/`). Deals and
their parts are never changed or deleted: a void is a new revision that reverses the deal, with negated
`SeatResult` rows, so that sums over them stay right.

A foreign key has `db_index=False` if another index begins with its column, which is enough, or if nothing
looks for rows by it: users are never deleted. Each index is written with each deal.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from django.db import models
from django.db.models import F, Q
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.clubs.models import User
from tournaments.core import moments
from tournaments.core.models.columns import Fixed, Keyed, checks, optional, text
from tournaments.events.models.events import Entry, Event
from tournaments.events.rules.tables import MOST_DEALS
from tournaments.tables.models.rounds import Occupant, Round, Seat, Table
from tournaments.tables.rules.places import account_names

BANK = "bank"
"""The account that issues chips to a table, and balances totals that need not sum to zero."""

BETS = "bets"
"""The account of the stakes of a running Pochen: 0 before and after every deal."""

BOARD = "board"
"""The account of what stays on the board after a count, which does not say in which pools the chips lie."""

WITH_REASON, WITH_NOTE = ~Q(reason=Fixed("")), ~Q(note=Fixed(""))
"""Deals and transfers for which somebody gave a reason. They are few, and an index has them alone."""


def seat_account(number: int) -> str:
    """Return the name of the account of seat `number`."""
    return f"seat {number}"


def seat_accounts(seats: int) -> list[str]:
    """Return the names of the accounts of all seats of a table, in order."""
    return [seat_account(number) for number in range(seats)]


class Account(models.Model):
    """An account of a table: the purse of a seat, a pool, the bets or the bank."""

    id = models.BigAutoField(primary_key=True)
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="accounts", db_index=False)
    name = models.CharField(max_length=12, help_text="`seat N`, a pool's name, `bets` or `bank`")
    balance = models.BigIntegerField(default=0, editable=False, help_text="chips; a trigger updates it")
    overdraft = models.BooleanField(default=False, help_text="may go below zero: the bank, purses on credit")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "name"], name="account_once_at_a_table"),
            *checks(account_not_overdrawn=Q(overdraft=True) | Q(balance__gte=0)),
        ]

    def __str__(self) -> str:
        return self.name


class DealKind(models.TextChoices):
    RECORDED = "recorded", pgettext_lazy("a deal", "recorded")
    VOID = "void", _("void")


class DealQuerySet(models.QuerySet["Deal"]):
    def effective(self) -> DealQuerySet:
        """Return the deals that count: recorded, and not replaced by a later revision."""
        return self.filter(kind=DealKind.RECORDED, replaced_by__isnull=True)

    def counts(self) -> DealQuerySet:
        """Return the totals of tables (`Deal.counted`)."""
        return self.filter(counted__isnull=False)

    def single(self) -> DealQuerySet:
        """Return the deals that are no total of a table."""
        return self.filter(counted__isnull=True)


class Deal(Keyed):
    """One revision of a deal at a table, or of its count. Rows are never changed or deleted.

    A count (poch-count/1) is the total of a table without its deals, or of the rest after its first deals. It
    has the number after theirs, and no deal or count that counts comes after it: a trigger checks this.
    """

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="deals", db_index=False)
    number = models.PositiveSmallIntegerField(help_text="1, 2, ... at its table")
    revision = models.PositiveSmallIntegerField(default=1)
    kind = models.CharField(max_length=10, choices=DealKind.choices, default=DealKind.RECORDED)
    replaces = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="replaced_by"
    )
    counted = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        help_text="how many deals a poch-count/1 stands for; null: this is one deal",
    )
    document = models.JSONField(help_text="poch-deal/1 or poch-scorecard/1, completed from the table")
    result = models.JSONField(help_text="poch-result/1; its transfers are the rows of the ledger")
    next_dealer = models.PositiveSmallIntegerField(help_text="the seat that deals next")
    reason = text(200, "why it was voided")
    recorded_by = models.ForeignKey(
        User, null=True, blank=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    via = models.CharField(max_length=10)
    event_version = models.PositiveBigIntegerField(help_text="the event's version that this revision made")
    recorded_at = models.DateTimeField(default=moments.now, editable=False)

    objects = DealQuerySet.as_manager()

    class Meta:
        ordering = ["number", "revision"]
        indexes = [models.Index(fields=["table"], condition=WITH_REASON, name="deal_with_a_reason")]
        constraints = [
            models.UniqueConstraint(fields=["table", "number", "revision"], name="deal_revision_once"),
            *checks(
                deal_kind_known=Q(kind__in=DealKind.values),
                deal_numbered_from_one=Q(number__gte=1, revision__gte=1),
                deal_count_of_some_deals=Q(counted__isnull=True) | Q(counted__range=(1, MOST_DEALS)),
                # A chain of revisions: with `replaces` unique, at most one of them counts.
                deal_replaces_the_one_before=Q(kind="recorded", revision=1, replaces__isnull=True)
                | Q(revision__gt=1, replaces__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} / {self.number}.{self.revision}"

    @cached_property
    def places(self) -> list[int]:
        """The numbers of the seats that played, in the order of the document (see `core.rules.units`)."""
        left = Occupant.objects.filter(
            seat__table=self.table_id,
            entry=None,
            from_deal__lte=self.number,
            event_version__lt=self.event_version,
        )
        empty = set(left.values_list("seat__number", flat=True))
        return [seat for seat in range(len(self.result["net"]) + len(empty)) if seat not in empty]

    @property
    def dealer(self) -> int:
        """Who dealt, counted as in the document: of a count, its first deal."""
        return int(self.result["first_dealer"] if self.counted else self.document["dealer"])

    @property
    def last_dealer(self) -> int:
        """Who dealt the last deal: of a count, as if the turn to deal had passed on each time."""
        return int(self.result["last_dealer"] if self.counted else self.document["dealer"])

    @property
    def purses_before(self) -> list[int]:
        """The chips of each seat before the deal, counted as in the document."""
        if self.counted is None:
            return list(self.document["chips"])
        return [after - net for after, net in zip(self.result["chips"], self.result["net"], strict=True)]

    @property
    def pools_before(self) -> dict[str, int]:
        """The chips in the pools before the deal. A count begins with what the deal before it left."""
        if self.counted is None:
            return dict(self.document["pools"])
        before = Deal.objects.effective().filter(table=self.table_id, number=self.number - 1)
        left: dict[str, int] = before.values_list("result__pools", flat=True).first() or {}
        return left

    @cached_property
    def whole_result(self) -> dict[str, Any]:
        """The poch-result/1 with the transfers of the ledger, which are read unless they are prefetched."""
        named = {account: name for name, account in account_names(self.places).items()}
        rows = self.transfers.all()
        if "transfers" not in getattr(self, "_prefetched_objects_cache", {}):
            rows = rows.select_related("source", "target").order_by("seq")
        transfers = [
            {
                "from": named.get(row.source.name, row.source.name),
                "to": named.get(row.target.name, row.target.name),
                "chips": row.chips,
                "reason": row.reason,
            }
            for row in rows
        ]
        return {**self.result, "transfers": transfers}


class Transfer(models.Model):
    """One transfer of chips between two accounts of a table.

    These rows and their indexes are three fifths of a deal's bytes. An index on `deal` has a fifth of the
    bytes of a unique one on `deal` and `seq`, so a trigger checks `seq` when the deal is sealed.
    """

    id = models.BigAutoField(primary_key=True)
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="transfers")
    deal = optional(Deal, "transfers")
    source = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="outgoing")
    target = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="incoming")
    chips = models.BigIntegerField()
    seq = models.PositiveSmallIntegerField(
        help_text="0, 1, ... within its deal, or within one issue or return by the bank"
    )
    reason = models.CharField(
        max_length=12, help_text="as in poch-result/1; also start, issue, return, leftover"
    )
    note = text(200)
    created_at = models.DateTimeField(default=moments.now, editable=False)

    class Meta:
        ordering = ["id"]
        indexes = [models.Index(fields=["table"], condition=WITH_NOTE, name="transfer_with_a_note")]
        constraints = checks(
            transfer_of_some_chips=Q(chips__gte=1, chips__lte=10**12),
            transfer_between_two_accounts=~Q(source=F("target")),
        )

    def __str__(self) -> str:
        return f"{self.source} -> {self.target}: {self.chips} ({self.reason})"


class SeatResult(models.Model):
    """What one seat won and did in one deal or count. A void has negated numbers, so sums stay right."""

    id = models.BigAutoField(primary_key=True)
    deal = models.ForeignKey(Deal, on_delete=models.PROTECT, related_name="seat_results", db_index=False)
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="results")
    deals = models.SmallIntegerField(help_text="1; -1 in a void")
    net = models.BigIntegerField(help_text="chips won minus chips lost, antes included")
    staked = models.BigIntegerField(help_text="chips staked in the Pochen")
    pots = models.BigIntegerField(help_text="chips won from pots, the poch pool included")
    out = models.SmallIntegerField(help_text="deals gone out")
    pools = models.SmallIntegerField(help_text="pools with chips in them won by melding")
    showdowns = models.SmallIntegerField(help_text="showdowns won against somebody")
    left = models.SmallIntegerField(help_text="cards left in hand")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["deal", "seat"], name="seat_result_once_in_a_deal")]

    def __str__(self) -> str:
        return f"{self.seat}: {self.net:+}"


class PayoutHow(models.TextChoices):
    MELD = "meld", _("by melding")
    UPCARD = "upcard", _("by the upcard")
    POT = "pot", _("in the Pochen")
    OUT = "out", _("by going out")
    CARRIED = "carried", _("carried over")


class Payout(models.Model):
    """The chips of a pool in one deal: the seat that took them, or none if they were carried over."""

    id = models.BigAutoField(primary_key=True)
    deal = models.ForeignKey(Deal, on_delete=models.PROTECT, related_name="payouts")
    pool = models.CharField(max_length=10)
    seat = optional(Seat, "payouts")
    chips = models.BigIntegerField()
    how = models.CharField(max_length=10, choices=PayoutHow.choices)

    class Meta:
        constraints = checks(
            payout_to_a_seat_or_carried=Q(how="carried", seat__isnull=True)
            | Q(~Q(how="carried"), seat__isnull=False),
            payout_not_negative=Q(chips__gte=0),
        )

    def __str__(self) -> str:
        return f"{self.pool}: {self.chips} {self.how}"


class Showdown(models.Model):
    """One seat's part in a deal's Pochen: what it staked, showed and won."""

    id = models.BigAutoField(primary_key=True)
    deal = models.ForeignKey(Deal, on_delete=models.PROTECT, related_name="showdowns", db_index=False)
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="showdowns")
    stake = models.BigIntegerField()
    passed = models.BooleanField()
    kind = text(10, "the set it showed; empty: none shown")
    cards = text(60)
    pots = models.JSONField(
        default=list, help_text="layers of the pot that it won or shared, from 0, lowest first"
    )
    chips = models.BigIntegerField(help_text="chips won")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["deal", "seat"], name="showdown_once_for_a_seat")]

    def __str__(self) -> str:
        return f"{self.seat}: {self.cards or '-'}"


class Adjustment(Keyed):
    """A director's penalty or bonus for a score, in its unit: chips or points. Cancelled, never deleted."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="adjustments")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="adjustments")
    round = optional(Round, "adjustments")
    chips = models.IntegerField(null=True, blank=True, help_text="null: it has points")
    points = models.DecimalField(
        null=True, blank=True, max_digits=9, decimal_places=2, help_text="null: it has chips"
    )
    reason = models.CharField(max_length=200)
    author = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=moments.now, editable=False)
    cancelled_at = models.DateTimeField(null=True, blank=True)
    cancelled_by = optional(User)

    class Meta:
        constraints = checks(
            adjustment_of_chips_or_points=(Q(points__isnull=True, chips__isnull=False) & ~Q(chips=0))
            | (Q(chips__isnull=True, points__isnull=False) & ~Q(points=0)),
        )

    @property
    def unit(self) -> str:
        """Chips or points."""
        return "chips" if self.points is None else "points"

    @property
    def amount(self) -> int | Decimal:
        """What it adds to the score, in its unit. A penalty is negative."""
        amount = self.chips if self.points is None else self.points
        assert amount is not None  # noqa: S101 - a constraint: it has one of them
        return amount

    @property
    def amounts(self) -> dict[str, int | float]:
        """The unit and the amount, for JSON."""
        return {self.unit: int(self.amount) if self.amount == int(self.amount) else float(self.amount)}
