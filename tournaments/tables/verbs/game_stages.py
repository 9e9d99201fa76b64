"""Where the chips of an entry come from: antes, melding, Pochen, shedding, and boards that were shared."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db.models import QuerySet, Sum

from tournaments.events.models.events import Event
from tournaments.tables.models.ledger import Account, Deal, DealKind, Transfer, seat_account
from tournaments.tables.models.rounds import COUNTED, Seat

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

Place = tuple[UUID, str]
"""A table and the name of an account there."""


class Holder(NamedTuple):
    """Who has a seat from a deal on."""

    from_deal: int
    entry: UUID
    player: UUID


Holders = Mapping[Place, Sequence[Holder]]


def chips_by_part(event: Event) -> dict[str, Counter[str]]:
    """The net chips of each entry by part of the game (`PARTS`), from the ledger (five queries at most).

    They add up to the net chips of the entry. Chips from the bank do not count.
    """
    holders, tables = seated(Seat.objects.filter(round__event=event))
    return chips_of_holders(holders, seat_accounts(tables), deals_that_do_not_count(tables))


def chips_of_holders(
    holders: Holders, accounts: Mapping[int, Place], uncounted: Collection[UUID]
) -> dict[str, Counter[str]]:
    """The same for these seats, which may be of several events. The rest as read for their tables or more."""
    shared = {place for place, row in holders.items() if len(row) > 1}
    counts: dict[str, Counter[str]] = defaultdict(Counter)

    def add(place: Place, part: str, chips: int, deal: int | None) -> None:
        since = [who for who in holders[place] if deal is None or who.from_deal <= deal]
        counts[str(since[-1].entry)][part] += chips

    rows = _sums(that_count({table for table, _name in holders}, uncounted), "reason", "source", "target")
    for reason, source, target, chips in rows:
        for account, sign in ((source, -1), (target, 1)):
            place = accounts.get(account)
            # The deal says whose chips they were, where somebody took a seat over.
            if place and place in holders and (place not in shared or reason == "leftover"):
                add(place, PART_OF[reason], sign * chips, None)
    if shared:
        of_shared = that_count({table for table, _name in shared}, uncounted).exclude(reason="leftover")
        for reason, source, target, deal, chips in _sums(
            of_shared, "reason", "source", "target", "deal__number"
        ):
            for account, sign in ((source, -1), (target, 1)):
                place = accounts.get(account)
                if place and place in shared:
                    add(place, PART_OF[reason], sign * chips, deal)
    return counts


def seated(seats: QuerySet[Seat]) -> tuple[dict[Place, list[Holder]], dict[UUID, UUID]]:
    """Who has each of these seats in rounds that count, and the event of each table (one query)."""
    holders: dict[Place, list[Holder]] = {}
    tables: dict[UUID, UUID] = {}
    rows = seats.filter(round__status__in=COUNTED).order_by("occupants__from_deal")
    first, later = ("entry", "entry__player"), ("from_deal", "entry", "entry__player")
    for table, event, number, entry, player, *then in rows.values_list(
        "table", "round__event", "number", *first, *(f"occupants__{name}" for name in later)
    ):
        tables[table] = event
        row = holders.setdefault((table, seat_account(number)), [Holder(1, entry, player)])
        if then[1] is not None:
            row.append(Holder(*then))
    return holders, tables


def seat_accounts(tables: Collection[UUID]) -> dict[int, Place]:
    """The accounts of the seats at these tables, by their ids (one query).

    If transfers join the names of their accounts, PostgreSQL reads the accounts of all clubs.
    """
    rows = Account.objects.filter(table__in=tables, name__startswith=seat_account(0)[:-1])
    return {pk: (table, name) for pk, table, name in rows.values_list("pk", "table", "name")}


def that_count(tables: Collection[UUID], uncounted: Collection[UUID]) -> QuerySet[Transfer]:
    """The transfers of deals that count, and of boards that were shared, at these tables."""
    return Transfer.objects.filter(table__in=tables, reason__in=PART_OF).exclude(deal__in=uncounted)


def deals_that_do_not_count(tables: Collection[UUID]) -> set[UUID]:
    """The deals at these tables that were voided or corrected (one query).

    Ids that were read, and no join: with it PostgreSQL reads all deals of all clubs.
    """
    later = Deal.objects.filter(table__in=tables, revision__gt=1).order_by()
    rows = list(later.values_list("pk", "kind", "replaces"))
    voids = {pk for pk, kind, _before in rows if kind == DealKind.VOID}
    return voids | {before for _pk, _kind, before in rows if before is not None}


def _sums(transfers: QuerySet[Transfer], *columns: str) -> Any:
    return transfers.order_by().values_list(*columns).annotate(sum=Sum("chips"))
