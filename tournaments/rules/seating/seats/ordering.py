"""Who sits where behind the dealer, when what was played counts: everybody where they sat least often."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

EXACT = 7
"""Up to so many players at a table every order is weighed; above, exchanges of two seats must do."""


def order(
    table: Sequence[int],
    dealer: int,
    sat: Sequence[Sequence[int]],
    fixed: Mapping[int, int] | None = None,
) -> list[int]:
    """Return the table from seat 0 (the dealer) on, everybody where they sat least often so far.

    `sat[player][seat]` counts the past; `fixed` keeps players in a seat (not the dealer). Exact up to
    tables of `EXACT`.
    """
    places = {seat: player for player, seat in (fixed or {}).items() if player != dealer} | {0: dealer}
    others = [player for player in table if player not in places.values()]
    seats = [seat for seat in range(len(table)) if seat not in places]
    arrange = _exactly if len(table) <= EXACT else _by_exchanges
    places |= dict(zip(seats, arrange(others, seats, sat), strict=True))
    return [places[seat] for seat in range(len(table))]


def _exactly(others: Sequence[int], seats: Sequence[int], sat: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """The least sum over all orders, by dynamic programming over the sets of players already seated."""
    reached: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for seat in seats:
        following: dict[int, tuple[int, tuple[int, ...]]] = {}
        for seated, (cost, sofar) in reached.items():
            for index, player in enumerate(others):
                if seated >> index & 1:
                    continue
                with_player = seated | 1 << index
                price = cost + sat[player][seat]
                known = following.get(with_player)
                if known is None or price < known[0]:
                    following[with_player] = (price, (*sofar, player))
        reached = following
    return next(iter(reached.values()))[1]


def _by_exchanges(others: Sequence[int], seats: Sequence[int], sat: Sequence[Sequence[int]]) -> list[int]:
    """An order that no exchange of two players betters."""
    placed = list(others)
    better = True
    while better:
        better = False
        for left in range(len(placed)):
            for right in range(left + 1, len(placed)):
                a, b = sat[placed[left]], sat[placed[right]]
                here, there = seats[left], seats[right]
                if a[there] + b[here] < a[here] + b[there]:
                    placed[left], placed[right] = placed[right], placed[left]
                    better = True
    return placed


def settle(
    rounds: Sequence[Sequence[list[int]]],
    sat: list[list[int]],
    seat: Callable[[Sequence[int]], Mapping[int, int]],
    passes: int = 4,
) -> None:
    """Order the seats behind the dealers (seat 0 of each table) in place, all rounds weighed together.

    `sat` counts the past. `seat` names who must have which seat at a table. One table after the other is
    ordered anew, the others as they are, until nothing changes or that many passes are done.
    """
    for table in (table for tables in rounds for table in tables):
        table[:] = order(table, table[0], sat, seat(table))
        _count(table, sat, 1)
    for _ in range(passes):
        changed = False
        for table in (table for tables in rounds for table in tables):
            _count(table, sat, -1)
            anew = order(table, table[0], sat, seat(table))
            if _price(anew, sat) < _price(table, sat):
                table[:] = anew
                changed = True
            _count(table, sat, 1)
        if not changed:
            return


def _count(table: Sequence[int], sat: list[list[int]], by: int) -> None:
    for seat, player in enumerate(table):
        sat[player][seat] += by


def _price(table: Sequence[int], sat: Sequence[Sequence[int]]) -> int:
    return sum(sat[player][seat] for seat, player in enumerate(table))
