"""The fairest choice of a first dealer for each table, after past first deals.

Each player has a count, and each table adds one to the count of a player. Deals are passed along chains of
tables, from a player with the greatest count to a player with at least two fewer. At the end the greatest
count is as small, the least as great and the sum of squares as small as possible (the possible counts are
the bases of a matroid, where these optima agree).
"""

from __future__ import annotations

from collections.abc import Sequence


def dealers(dealt: Sequence[int], tables: Sequence[Sequence[int]]) -> list[int]:
    """Return the first dealer of each table.

    dealt: past first deals of each player. tables: the players who may deal first, at least one for each
    table.
    """
    counts = list(dealt)
    deals_at: list[set[int]] = [set() for _ in counts]
    chosen: list[int] = []
    for number, table in enumerate(tables):
        first = min(table, key=counts.__getitem__)
        counts[first] += 1
        chosen.append(first)
        deals_at[first].add(number)
    if not chosen:
        return chosen
    # From the highest count down. If no chain leads out of the players in reach of a start, none ever will:
    # they all have at most one fewer, and later starts do not have more.
    closed: set[int] = set()
    level = max(counts)
    while level >= min(counts) + 2:
        starts = [
            player
            for player, count in enumerate(counts)
            if count == level and deals_at[player] and player not in closed
        ]
        for start in starts:
            if counts[start] == level and start not in closed:
                _lower(start, counts, deals_at, tables, chosen, closed)
        level -= 1
    return chosen


def _lower(
    start: int,
    counts: list[int],
    deals_at: list[set[int]],
    tables: Sequence[Sequence[int]],
    chosen: list[int],
    closed: set[int],
) -> None:
    """Pass a deal on from this player along a chain. Without a chain, close all players in reach."""
    level = counts[start]
    came: dict[int, tuple[int, int]] = {start: (-1, -1)}
    queue = [start]
    for giver in queue:
        for number in sorted(deals_at[giver]):
            for taker in tables[number]:
                if taker in came or taker in closed:
                    continue
                came[taker] = (giver, number)
                if counts[taker] <= level - 2:
                    counts[start] -= 1
                    counts[taker] += 1
                    _pass_on(taker, start, came, deals_at, chosen)
                    return
                queue.append(taker)
    closed.update(came)


def _pass_on(
    last: int, start: int, came: dict[int, tuple[int, int]], deals_at: list[set[int]], chosen: list[int]
) -> None:
    while last != start:
        giver, number = came[last]
        deals_at[giver].remove(number)
        deals_at[last].add(number)
        chosen[number] = last
        last = giver
