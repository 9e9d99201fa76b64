"""Seats after the dealer: players get the seats that they had least often."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

EXACT = 7
"""Up to this number of players all orders are compared; above, only exchanges of two seats."""


def order(
    table: Sequence[int], dealer: int, sat: Sequence[Sequence[int]], fixed: Mapping[int, int] | None = None
) -> list[int]:
    """Return the table from seat 0 (the dealer) on, with the seats that players had least often.

    sat: past turns as sat[player][seat]. fixed: seats of players with a pinned seat, not of the dealer. The
    result is optimal up to `EXACT` players.
    """
    places = {seat: player for player, seat in (fixed or {}).items() if player != dealer} | {0: dealer}
    others = [player for player in table if player not in places.values()]
    seats = [seat for seat in range(len(table)) if seat not in places]
    arrange = _exactly if len(table) <= EXACT else _by_exchanges
    places |= dict(zip(seats, arrange(others, seats, sat), strict=True))
    return [places[seat] for seat in range(len(table))]


def _exactly(others: Sequence[int], seats: Sequence[int], sat: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return the cheapest order, by dynamic programming over the sets of seated players."""
    reached: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for seat in seats:
        following: dict[int, tuple[int, tuple[int, ...]]] = {}
        for seated, (cost, sofar) in reached.items():
            for index, player in enumerate(others):
                if seated >> index & 1:
                    continue
                with_player = seated | 1 << index
                price = cost + sat[player][seat]
                cheapest = following.get(with_player)
                if cheapest is None or price < cheapest[0]:
                    following[with_player] = (price, (*sofar, player))
        reached = following
    return next(iter(reached.values()))[1]


def _by_exchanges(others: Sequence[int], seats: Sequence[int], sat: Sequence[Sequence[int]]) -> list[int]:
    """Return an order that no exchange of two players improves."""
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
    """Order the seats after the dealers (seat 0 of each table) of all rounds together, in place.

    sat: past turns as sat[player][seat]. seat: returns the pinned seats of a table. Each table is ordered
    again while the others stay, until nothing changes or `passes` passes are done.
    """
    for table in (table for tables in rounds for table in tables):
        table[:] = order(table, table[0], sat, seat(table))
        _count(table, sat, 1)
    for _ in range(passes):
        changed = False
        for table in (table for tables in rounds for table in tables):
            _count(table, sat, -1)
            better = order(table, table[0], sat, seat(table))
            if _price(better, sat) < _price(table, sat):
                table[:] = better
                changed = True
            _count(table, sat, 1)
        if not changed:
            return


def _count(table: Sequence[int], sat: list[list[int]], by: int) -> None:
    for seat, player in enumerate(table):
        sat[player][seat] += by


def _price(table: Sequence[int], sat: Sequence[Sequence[int]]) -> int:
    return sum(sat[player][seat] for seat, player in enumerate(table))
