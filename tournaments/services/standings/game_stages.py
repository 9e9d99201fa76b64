"""Where the chips of an entry come from: antes, melding, Pochen, shedding, and boards that were shared."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from django.db.models import Q, QuerySet, Sum

from tournaments.models import (
    COUNTED,
    DealKind,
    Event,
    RoundStatus,
    Seat,
    Table,
    Transfer,
    seat_account,
)

PART_OF: Final[Mapping[str, str]] = {
    "ante": "antes",
    "upcard": "melding",
    "meld": "melding",
    "bet": "pochen",
    "pot": "pochen",
    "stop": "shedding",
    "out": "shedding",
    "most_cards": "shedding",
    "leftover": "boards",
}
"""The part of the game to which a reason of a transfer belongs."""

PARTS: Final = ("antes", "melding", "pochen", "shedding", "boards")

Tables = QuerySet[Table] | Sequence[UUID]

Holders = dict[tuple[UUID, str], list[tuple[int, UUID]]]


def chips_by_part(event: Event) -> dict[str, Counter[str]]:
    """The net chips of each entry by part of the game (`PARTS`), from the ledger (three queries at most).

    They add up to the net chips of the entry. Chips from the bank do not count.
    """
    return chips_by_part_at(Table.objects.filter(round__event=event))


def chips_by_part_at(tables: Tables) -> dict[str, Counter[str]]:
    """The same for what was played at these tables, which may be of several events."""
    holders = _holders(tables)
    shared = {place for place, row in holders.items() if len(row) > 1}
    counts: dict[str, Counter[str]] = defaultdict(Counter)

    def add(table: UUID, account: str, part: str, chips: int, deal: int | None) -> None:
        row = holders.get((table, account))
        if row is not None:
            since = [entry for first, entry in row if deal is None or first <= deal]
            counts[str(since[-1])][part] += chips

    rows = _sums(that_count(tables), "table_id", "reason", "source__name", "target__name")
    for table, reason, source, target, chips in rows:
        for account, sign in ((source, -1), (target, 1)):
            # The deal says whose chips they were, where somebody took a seat over.
            if (table, account) not in shared or reason == "leftover":
                add(table, account, PART_OF[reason], sign * chips, None)
    if shared:
        of_shared = that_count(Table.objects.filter(pk__in={table for table, _account in shared}))
        rows = _sums(of_shared, "table_id", "reason", "source__name", "target__name", "deal__number")
        for table, reason, source, target, deal, chips in rows:
            for account, sign in ((source, -1), (target, 1)):
                if (table, account) in shared and reason != "leftover":
                    add(table, account, PART_OF[reason], sign * chips, deal)
    return counts


def that_count(tables: Tables) -> QuerySet[Transfer]:
    """The transfers of deals that count, and of boards that were shared, in rounds that count."""
    of_deals = Q(deal__kind=DealKind.RECORDED, deal__replaced_by__isnull=True)
    return (
        Transfer.objects.filter(of_deals | Q(reason="leftover"), table__in=tables)
        .filter(reason__in=PART_OF)
        .exclude(table__round__status=RoundStatus.VOID)
    )


def _sums(transfers: QuerySet[Transfer], *columns: str) -> Any:
    return transfers.order_by().values_list(*columns).annotate(sum=Sum("chips"))


def _holders(tables: Tables) -> Holders:
    """Who has each seat from which deal on, by table and account."""
    holders: Holders = {}
    seats = Seat.objects.filter(table__in=tables, round__status__in=COUNTED)
    later = ("occupants__from_deal", "occupants__entry_id")
    rows = seats.order_by("occupants__from_deal").values_list("table_id", "number", "entry_id", *later)
    for table, number, entry, from_deal, who in rows:
        row = holders.setdefault((table, seat_account(number)), [(1, entry)])
        if who is not None:
            row.append((from_deal, who))
    return holders
