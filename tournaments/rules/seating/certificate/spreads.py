"""How evenly players with the same number of games share deals, first deals, seats and physical tables.

The deal passes from seat to seat, so at a table of s seats with N deals everybody deals N // s times, and the
first N % s players in the order of the turns deal once more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

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


def deals_spread(request: Request, rounds: Sequence[Tables]) -> list[int] | None:
    """Return the least and the most deals that a player deals, these rounds and the past included.

    Players with equally many games are compared. None if the deals of the tables are not known. All tables
    count with their planned deals, also if they played fewer.
    """
    if request.deals is None:
        return None
    return spread(_without_own_seat(request), _dealt(request, rounds))


def least_deals_spread(request: Request, rounds: Sequence[Tables]) -> int | None:
    """Return a difference of deals below which no seats at these tables go; None as in `deals_spread`.

    Who deals once more at a table is the only choice. The proof lets a player deal twice more at one table.
    That is not possible, so the true least difference can be greater. Pinned players stay where they sit.
    """
    reached = deals_spread(request, rounds)
    if reached is None or request.deals is None:
        return None
    own = {pin.player for pin in request.pins if pin.seat is not None}
    more: list[Table] = []
    fewer: list[Table] = []
    counts = _dealt(request, ())
    for table in (table for tables in rounds for table in tables):
        free = tuple(player for player in table if player not in own)
        turns = dict(_turns(request, table, request.deals.at(len(table))))
        each = request.deals.at(len(table)) // len(table)
        once_more = sum(turns[player] - each for player in free)
        more += [free] * once_more
        fewer += [free] * (len(free) - once_more)
        counts.update(dict.fromkeys(free, each))
    if len(fewer) < len(more):
        # Choose who does not deal once more, and count backwards: the differences are the same.
        more = fewer
        games = Counter(player for tables in rounds for table in tables for player in table)
        counts = Counter({player: -counts[player] - games[player] for player in request.players})
    return least_spread(counts, _without_own_seat(request), more, reached[1] - reached[0])


def _dealt(request: Request, rounds: Sequence[Tables]) -> Counter[str]:
    """Return how often each player deals in the past and in these rounds."""
    dealt: Counter[str] = Counter()
    for tables, deals in zip(request.past, request.past_deals, strict=False):
        for table, number in zip(tables, deals, strict=False):
            dealt.update(dict(_turns(request, table, number)))
    for table in (table for tables in rounds for table in tables):
        if request.deals is not None:
            dealt.update(dict(_turns(request, table, request.deals.at(len(table)))))
    return dealt


def _turns(request: Request, table: Table, deals: int) -> Iterator[tuple[str, int]]:
    """Yield each player of a table, and how often they deal there."""
    each, more = divmod(deals, len(table))
    for seat, player in enumerate(table):
        turn = seat if request.clockwise else -seat % len(table)
        yield player, each + (turn < more)


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
