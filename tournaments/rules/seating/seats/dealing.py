"""The fairest choice of one player from each table: who deals first, wherever past deals count, too.

Everybody starts with some count, and each table adds one to one of its players. Handing a deal on along
a chain of tables, from whoever has most to someone who has two fewer, ends at a choice that is best in
every sense at once: the most is as low, the least as high and the sum of squares as small as any choice
can make it (what can be reached is the base of a matroid, where these agree).
"""

from __future__ import annotations

from collections.abc import Sequence


def dealers(dealt: Sequence[int], tables: Sequence[Sequence[int]]) -> list[int]:
    """Return one player of each table to deal first there, `dealt` being how often each did before.

    Each table lists those who may deal there: one at least.
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
    # From the highest count down. Where no chain leads out of what somebody can reach, none ever will:
    # everybody reached has at most one fewer, and who comes later has no more.
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
    """Hand deals on from this player while chains can be found; close what is reached when there is none."""
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
                    _hand_on(taker, start, came, deals_at, chosen)
                    return
                queue.append(taker)
    closed.update(came)


def _hand_on(
    last: int, start: int, came: dict[int, tuple[int, int]], deals_at: list[set[int]], chosen: list[int]
) -> None:
    while last != start:
        giver, number = came[last]
        deals_at[giver].remove(number)
        deals_at[last].add(number)
        chosen[number] = last
        last = giver
