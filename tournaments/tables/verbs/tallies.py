"""The tally of each player at their table, counted from the ledger."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from django.db.models import F, Q, Sum
from django.db.models.functions import Coalesce

from tournaments.core.rules.statuses import RoundStatus
from tournaments.core.rules.units import in_points
from tournaments.events.models.events import Event, Stage
from tournaments.standings.rules.scoring import Tally
from tournaments.tables.models.ledger import BANK, Account, Transfer, seat_account
from tournaments.tables.models.rounds import COUNTED, Occupant, Seat

FIGURES = ("deals", "net", "staked", "pots", "out", "pools", "showdowns")
"""The figures of a seat result that are added up."""


def seat_tallies(event: Event, round_number: int | None = None) -> list[Tally]:
    """The tallies of all players in the published rounds, by round, table and seat (three queries).

    Who took over a seat has a tally of their own, after that of the player before. round_number: only of that
    round. Voids have negated numbers, so plain sums are right. Leftover payments count, without those that
    were taken back, for who played the last deal. Chips from the bank do not count. Tenths are
    fractions here.
    """
    numbers = {} if round_number is None else {"round__number": round_number}
    return _tallies({"round__event": event, **numbers})


def tallies_of_events(events: Iterable[UUID]) -> list[Tally]:
    """The tallies of all players of these events, by ids, as `seat_tallies` has them (three queries)."""
    return _tallies({"round__event__in": list(events)})


def _tallies(only: Mapping[str, Any]) -> list[Tally]:
    """only: the conditions of rounds, as filters of a seat."""
    leftover: Counter[tuple[UUID, str]] = Counter()
    for table_id, source, target, chips in (
        Transfer.objects.filter(
            **{f"table__{name}": value for name, value in only.items()},
            reason="leftover",
        )
        .exclude(table__round__status=RoundStatus.VOID)
        .values_list("table_id", "source__name", "target__name")
        .annotate(chips=Sum("chips"))
        .order_by()
    ):
        leftover[table_id, target] += chips
        leftover[table_id, source] -= chips
    results = {name: Coalesce(Sum(f"results__{name}"), 0) for name in FIGURES}
    seats = (
        Seat.objects.filter(**only)
        .filter(round__status__in=COUNTED)
        .annotate(**{f"sum_{name}": total for name, total in results.items()})
        .order_by("round__number", "table__number", "number")
        .values_list(
            *("pk", "entry_id", "round__number", "table_id", "number", "round__event__rules__unit"),
            *(f"sum_{name}" for name in FIGURES),
        )
    )
    later = _taken_over(only)
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
