"""Who sits where at a table: first dealers shared out fairly, then the other seats.

Nobody should be first dealer (seat 0) much more often than others. The dealers of all planned tables
are chosen together: handing a deal on along a chain of tables, from whoever has dealt most to someone
who has dealt two times fewer, ends at the fairest choice there is (the costs are convex).
"""

from __future__ import annotations

from collections.abc import Sequence


def dealers(dealt: Sequence[int], tables: Sequence[Sequence[int]]) -> list[int]:
    """Return one player of each table to deal first there, `dealt` being how often each did before."""
    counts = list(dealt)
    chosen: list[int] = []
    for table in tables:
        first = min(table, key=lambda player: counts[player])
        counts[first] += 1
        chosen.append(first)
    deals_at: list[set[int]] = [set() for _ in counts]
    for number, player in enumerate(chosen):
        deals_at[player].add(number)
    settled: set[int] = set()
    while True:
        enough = min(counts) + 2
        busy = [
            player
            for player, count in enumerate(counts)
            if count >= enough and deals_at[player] and player not in settled
        ]
        if not busy:
            return chosen
        start = max(busy, key=lambda player: counts[player])
        chain = _chain(start, counts, deals_at, tables)
        if not chain:
            settled.add(start)
            continue
        settled.clear()
        giver = start
        for number, taker in chain:
            deals_at[giver].remove(number)
            deals_at[taker].add(number)
            chosen[number] = taker
            giver = taker
        counts[start] -= 1
        counts[giver] += 1


def _chain(
    start: int, counts: Sequence[int], deals_at: Sequence[set[int]], tables: Sequence[Sequence[int]]
) -> list[tuple[int, int]]:
    """The shortest way to hand one deal from `start` on to somebody with two fewer: (table, taker)s."""
    came: dict[int, tuple[int, int]] = {}
    queue = [start]
    for giver in queue:
        for number in sorted(deals_at[giver]):
            for taker in tables[number]:
                if taker == start or taker in came:
                    continue
                came[taker] = (giver, number)
                if counts[taker] <= counts[start] - 2:
                    return _trace(taker, start, came)
                queue.append(taker)
    return []


def _trace(last: int, start: int, came: dict[int, tuple[int, int]]) -> list[tuple[int, int]]:
    way: list[tuple[int, int]] = []
    while last != start:
        giver, number = came[last]
        way.append((number, last))
        last = giver
    return way[::-1]


def order(table: Sequence[int], dealer: int, sat: Sequence[Sequence[int]]) -> list[int]:
    """Return the table from seat 0 (the dealer) on, everybody where they sat least often so far.

    `sat[player][seat]` counts the past. Exact: the least sum over all orders, by dynamic programming
    over the sets of players already seated.
    """
    others = [player for player in table if player != dealer]
    reached: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, (dealer,))}
    for seat in range(1, len(table)):
        following: dict[int, tuple[int, tuple[int, ...]]] = {}
        for seated, (cost, sofar) in reached.items():
            for index, player in enumerate(others):
                if seated >> index & 1:
                    continue
                option = (cost + sat[player][seat], (*sofar, player))
                known = following.get(seated | 1 << index)
                if known is None or option[0] < known[0]:
                    following[seated | 1 << index] = option
        reached = following
    return list(next(iter(reached.values()))[1])
