"""How evenly players with the same number of games share first deals, seats and physical tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tournaments.rules.seating.certificate.counts import at_place, by_games, in_seat, spread
from tournaments.rules.seating.certificate.flow import least_spread
from tournaments.rules.seating.request import Request, Table, Tables


def dealer_spread(request: Request, rounds: Sequence[Tables]) -> list[int]:
    """Return the least and the most first deals after these rounds, among players with equally many games."""
    return spread(_without_own_seat(request), in_seat([*request.past, *rounds]))


def least_turns_spread(request: Request, rounds: Sequence[Tables], reached: int, seat: int = 0) -> int:
    """Return the least possible difference of turns in this seat at these tables, whatever the seats.

    reached: the difference of the plan; the result is never greater.
    """
    own = {pin.player: pin.seat for pin in request.pins if pin.seat is not None}
    candidates: list[Table] = []
    for table in (table for tables in rounds for table in tables if len(table) > seat):
        if not own:
            candidates.append(table)
        elif not any(min(own[player], len(table) - 1) == seat for player in table if player in own):
            candidates.append(tuple(player for player in table if player not in own) or table)
    return least_spread(in_seat(request.past, seat), _without_own_seat(request), candidates, reached)


def seat_spread(request: Request, rounds: Sequence[Tables]) -> list[int]:
    """Return the least and the most turns in one seat, for the most uneven seat."""
    classes = _without_own_seat(request)
    seats = max((len(table) for tables in rounds for table in tables), default=0)
    spreads = [spread(classes, in_seat(rounds, seat)) for seat in range(seats)]
    return max(spreads, key=lambda each: each[1] - each[0], default=[0, 0])


def table_spread(request: Request, rounds: Sequence[Tables]) -> list[int]:
    """Return the least and the most turns at one physical table, for the most uneven table."""
    own = [pin.player for pin in request.pins if pin.table is not None]
    been = at_place(rounds)
    worst: list[int] = []
    for members in by_games(request.players, request.past, own):
        mine = frozenset(members)
        most: Counter[int] = Counter()
        visitors: Counter[int] = Counter()
        fewest: dict[int, int] = {}
        for (player, place), times in been.items():
            if player in mine:
                most[place] = max(most[place], times)
                fewest[place] = min(fewest.get(place, times), times)
                visitors[place] += 1
        for place, times in most.items():
            least = fewest[place] if visitors[place] == len(members) else 0
            if not worst or times - least > worst[1] - worst[0]:
                worst = [least, times]
    return worst or [0, 0]


def _without_own_seat(request: Request) -> list[list[str]]:
    own = [pin.player for pin in request.pins if pin.seat is not None]
    return by_games(request.players, request.past, own)
