"""What each entry has won at each table, and in each part of the game."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db.models import F, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from tournaments.core.rules.statuses import RoundStatus
from tournaments.core.rules.units import in_points
from tournaments.events.models.events import Event, Stage
from tournaments.standings.rules.scoring import Tally
from tournaments.tables.models.ledger import BANK, Account, Deal, DealKind, Transfer, seat_account
from tournaments.tables.models.rounds import COUNTED, Occupant, Seat

FIGURES = ("deals", "net", "staked", "pots", "out", "pools", "showdowns")
"""The figures of a seat result that are added up."""


def seat_tallies(event: Event, round_number: int | None = None) -> list[Tally]:
    """The tallies of all players in the published rounds, by round, table and seat (three queries).

    An occupant has a tally of their own, after that of the player before. round_number: only of that round.
    Voids have negated numbers, so plain sums are right. Shares of the leftover chips that were not taken back
    count for the player of the last deal. Chips from the bank do not count. Tenths are fractions here.
    """
    numbers = {} if round_number is None else {"round__number": round_number}
    return _in_rounds({"round__event": event, **numbers})


def tallies_of_events(events: Iterable[UUID]) -> list[Tally]:
    """The tallies of all players of these events, as `seat_tallies` returns them (three queries)."""
    return _in_rounds({"round__event__in": list(events)})


def tallies_at(tables: Iterable[UUID]) -> list[Tally]:
    """The tallies of all players at these tables, as `seat_tallies` has them, by table (three queries).

    By the ids of the tables: for the order of their numbers, PostgreSQL would read the tables of all clubs.
    """
    here = {"table__in": list(tables)}
    return _tallies(here, here, {"seat__table__in": here["table__in"]}, order=("table_id", "number"))


def _in_rounds(only: Mapping[str, Any]) -> list[Tally]:
    return _tallies(only, {f"table__{name}": value for name, value in only.items()}, only)


def _tallies(
    of_seats: Mapping[str, Any],
    of_transfers: Mapping[str, Any],
    of_occupants: Mapping[str, Any],
    order: Sequence[str] = ("round__number", "table__number", "number"),
) -> list[Tally]:
    """The tallies of some tables. Three arguments name the same tables, as filters for three models.

    order: of the seats.
    """
    leftover: Counter[tuple[UUID, str]] = Counter()
    for table_id, source, target, chips in (
        Transfer.objects.filter(**of_transfers, reason="leftover")
        .exclude(table__round__status=RoundStatus.VOID)
        .values_list("table_id", "source__name", "target__name")
        .annotate(chips=Sum("chips"))
        .order_by()
    ):
        leftover[table_id, target] += chips
        leftover[table_id, source] -= chips
    results = {name: Coalesce(Sum(f"results__{name}"), 0) for name in FIGURES}
    seats = (
        Seat.objects.filter(**of_seats)
        .filter(round__status__in=COUNTED)
        .annotate(**{f"sum_{name}": total for name, total in results.items()})
        .order_by(*order)
        .values_list(
            *("pk", "entry_id", "round__number", "table_id", "number", "round__event__rules__unit"),
            *(f"sum_{name}" for name in FIGURES),
        )
    )
    later = _taken_over(of_occupants)
    tallies = []
    for seat, entry, in_round, table, number, unit, *figures in seats:
        players = [(entry, figures), *later.get(seat, ())]
        # Figures are summed from the first deal of a player on, so those of the next player are taken off.
        # Who played the last deal gets the share of the leftover chips.
        last = max((place for place, (_, since) in enumerate(players) if since[0]), default=0)
        for place, (player, since) in enumerate(players):
            after = players[place + 1][1] if place + 1 < len(players) else [0] * len(FIGURES)
            played, net, staked, pots, out, pools, showdowns = (
                mine - theirs for mine, theirs in zip(since, after, strict=True)
            )
            if place == last:
                net += leftover[table, seat_account(number)]
            tallies.append(
                Tally(
                    entry=str(player),
                    round=in_round,
                    table=str(table),
                    deals=played,
                    chips=in_points(net, unit),
                    pochen=pots - staked,
                    out=out,
                    pools=pools,
                    showdowns=showdowns,
                    seat=number,
                )
            )
    return tallies


def _taken_over(only: Mapping[str, Any]) -> dict[int, list[tuple[UUID, list[int]]]]:
    """The entries that took over a seat, by seat, in their order, with its figures since their first deal."""
    since = Q(seat__results__deal__number__gte=F("from_deal"))
    rows = (
        Occupant.objects.filter(**only)
        .filter(round__status__in=COUNTED)
        .annotate(
            **{f"sum_{name}": Coalesce(Sum(f"seat__results__{name}", filter=since), 0) for name in FIGURES}
        )
        .exclude(entry=None)
        .order_by("from_deal")
        .values_list("seat_id", "entry_id", *(f"sum_{name}" for name in FIGURES))
    )
    later: dict[int, list[tuple[UUID, list[int]]]] = {}
    for seat, entry, *figures in rows:
        later.setdefault(seat, []).append((entry, figures))
    return later


def chips_on_boards(event: Event, through_round: int | None = None, stage: Stage | None = None) -> int:
    """The chips in the pools at the tables of the rounds that count, so nobody has won them (one query).

    It is minus the sum of all net chips. through_round: without later rounds. stage: only its rounds.
    """
    pools = Account.objects.filter(table__round__event=event).exclude(
        Q(name=BANK) | Q(name__startswith="seat ") | Q(table__round__status=RoundStatus.VOID)
    )
    if through_round is not None:
        pools = pools.filter(table__round__number__lte=through_round)
    if stage is not None:
        pools = pools.filter(table__round__stage=stage)
    return pools.aggregate(chips=Sum("balance"))["chips"] or 0


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
