"""The certificate of a whole rotation: the figures of all planned rounds, with their bounds."""

from __future__ import annotations

from collections import Counter
from math import comb
from typing import TypedDict

from tournaments.rules.seating.certificate.bounds import (
    PastMeetings,
    least_q,
    least_repeats,
    least_small,
    least_spread_of_turns,
)
from tournaments.rules.seating.certificate.counts import (
    at_place,
    at_small,
    by_games,
    in_seat,
    meetings,
    q_of,
    repeats_of,
    spread,
)
from tournaments.rules.seating.certificate.faults import SeatingFault, seating_and_wish_faults
from tournaments.rules.seating.certificate.shares import FairShare, fair_share, is_proved
from tournaments.rules.seating.certificate.spreads import (
    dealer_spread,
    deals_spread,
    least_deals_spread,
    least_turns_spread,
    seat_spread,
    table_spread,
)
from tournaments.rules.seating.certificate.wishes import WishCount, wishes_kept
from tournaments.rules.seating.request import Plan, Request, Tables


class RotationCertificate(TypedDict):
    """The figures after all rounds, the past included. `audit.Certificate` explains them.

    `least_*_spread` is the least possible difference of a spread: at these tables for dealers and other
    seats,
    for any plan with these table sizes for small and physical tables.
    """

    players: int
    sizes: list[int]
    rounds: int
    seed: int
    moves: int
    faults: list[SeatingFault]
    repeats: int
    least_repeats: int
    q: int
    bound: int
    proved: bool
    most_meetings: int
    dealer_spread: list[int]
    least_dealer_spread: int
    deals_spread: list[int] | None
    least_deals_spread: int | None
    seat_spread: list[int]
    least_seat_spread: int
    small_spread: list[int]
    least_small_spread: int
    small: int
    small_bound: int
    table_spread: list[int]
    least_table_spread: int
    fair: FairShare | None
    wishes: WishCount


def audit_rotation(request: Request, plan: Plan) -> RotationCertificate:
    """Return the certificate of all rounds of a plan. Faults are listed, not raised."""
    coming = [plan.tables, *plan.ahead]
    rounds = [*request.past, *coming]
    history = PastMeetings.count(request.players, request.past)
    met = Counter(history.met) + meetings(coming, frozenset(request.players))
    faults = [fault for tables in coming for fault in seating_and_wish_faults(request, tables)]
    q, bound = q_of(met), least_q(history, request.sizes, len(coming))
    fair = fair_share(request, coming)
    dealers, seats = dealer_spread(request, coming), seat_spread(request, rounds)
    classes = by_games(request.players, request.past)
    small_before, small = at_small(request.past), at_small(rounds)
    turns = len(coming) * sum(size for size in request.sizes if size < max(request.sizes))
    waiting = [Counter(small_before[player] for player in members) for members in classes]
    return RotationCertificate(
        players=len(request.players),
        sizes=list(request.sizes),
        rounds=len(rounds),
        seed=request.seed,
        moves=plan.moves,
        faults=faults,
        repeats=repeats_of(met),
        least_repeats=least_repeats(history, request.sizes, len(coming)),
        q=q,
        bound=bound,
        proved=not faults and is_proved(request, q, bound, fair),
        most_meetings=max(met.values(), default=0),
        dealer_spread=dealers,
        least_dealer_spread=least_turns_spread(request, coming, dealers[1] - dealers[0]),
        deals_spread=deals_spread(request, coming),
        least_deals_spread=least_deals_spread(request, coming),
        seat_spread=seats,
        least_seat_spread=_least_seat_spread(request, coming),
        small_spread=spread(classes, small),
        least_small_spread=least_spread_of_turns(waiting, turns, len(coming)),
        small=sum(comb(small[player], 2) for player in request.players),
        small_bound=least_small(sum(waiting, Counter()), turns, len(coming)),
        table_spread=table_spread(request, rounds),
        least_table_spread=_least_table_spread(request, coming),
        fair=fair,
        wishes=wishes_kept(request, coming, history.met),
    )


def _least_seat_spread(request: Request, coming: list[Tables]) -> int:
    """Return the least possible difference of the most uneven seat; each seat is examined alone."""
    rounds = [*request.past, *coming]
    own = [pin.player for pin in request.pins if pin.seat is not None]
    classes = by_games(request.players, request.past, own)
    worst = 0
    for seat in range(max((len(table) for tables in coming for table in tables), default=0)):
        least, most = spread(classes, in_seat(rounds, seat))
        if most - least > worst:
            worst = max(worst, least_turns_spread(request, coming, most - least, seat))
    return worst


def _least_table_spread(request: Request, coming: list[Tables]) -> int:
    """Return the least possible difference of the most uneven physical table."""
    own = [pin.player for pin in request.pins if pin.table is not None]
    if own:
        return 0
    classes = by_games(request.players, request.past)
    been: dict[int, list[Counter[int]]] = {}
    class_of = {player: number for number, members in enumerate(classes) for player in members}
    for (player, place), times in at_place(request.past).items():
        if player in class_of:
            counts = been.setdefault(place, [Counter({0: len(members)}) for members in classes])
            counts[class_of[player]][0] -= 1
            counts[class_of[player]][times] += 1
    nobody = [Counter({0: len(members)}) for members in classes]
    cases: list[tuple[list[Counter[int]], int]] = []
    for place in range(max(map(len, coming))):
        turns = sum(len(tables[place]) for tables in coming if place < len(tables))
        case = (been.get(place, nobody), turns)
        if not cases or case != cases[-1]:
            cases.append(case)
    return max(least_spread_of_turns(times, turns, len(coming)) for times, turns in cases)
