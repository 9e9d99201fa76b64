"""Who deals once more, and left neighbours: players who meet often should have another one each time.

Where the deals of a table do not come out even, the first seats deal once more. Exchanging two colours along
a whole chain of a colouring makes another colouring, so every player keeps their share of each seat. Chains
are exchanged as long as that shares the deals more evenly, or as evenly with fewer repeated left neighbours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import comb

MOST_TABLES = 300
"""With more tables in total, players meet too seldom for this to matter."""

PASSES = 2

EVEN = 1_000_000
"""The cost of uneven deals, in repeated left neighbours: deals come first."""


def part(
    seated: list[list[int]],
    owner: Sequence[int],
    last: Sequence[Sequence[int]],
    turns: Sequence[Sequence[int]] = (),
) -> None:
    """Exchange colours in place.

    seated: the node of each colour at each table, all colours used (`colouring.colour`). owner: the player
    of each node. last: the players in the later seats of each table, who stay there. turns: how often each
    seat of each table deals; empty if nobody counts that.
    """
    if not seated or len(seated) > MOST_TABLES or max(map(len, last)) + len(seated[0]) < 3:
        return
    uneven = any(len(set(seats)) > 1 for seats in turns)
    counts = _Counts(seated, owner, last, turns)
    for _ in range(PASSES):
        if not counts.any_repeat() and not uneven:
            return
        better = False
        for a, b in combinations(range(len(seated[0])), 2):
            for chain in counts.chains(a, b):
                better = counts.exchange(chain, a, b) or better
        if not better:
            return


class _Counts:
    """The tables, how often each player had each left neighbour, and how often they deal."""

    def __init__(
        self,
        seated: list[list[int]],
        owner: Sequence[int],
        last: Sequence[Sequence[int]],
        turns: Sequence[Sequence[int]],
    ) -> None:
        self.seated, self.owner, self.last, self.turns = seated, owner, last, turns
        self.dealt: Counter[int] = Counter()
        self.table_of = {(node, c): t for t, nodes in enumerate(seated) for c, node in enumerate(nodes)}
        self.times: Counter[tuple[int, int]] = Counter()
        for table in range(len(seated)):
            self._count(table, 1)

    def any_repeat(self) -> bool:
        """Return whether a player has the same left neighbour twice."""
        return max(self.times.values()) > 1

    def chains(self, a: int, b: int) -> list[list[int]]:
        """Return chains of tables, linked by nodes with colour a at one table and colour b at the next."""
        seen: set[int] = set()
        chains = []
        for start in range(len(self.seated)):
            if start in seen:
                continue
            chain = [start]
            seen.add(start)
            for table in chain:
                for mine, other in ((a, b), (b, a)):
                    joined = self.table_of.get((self.seated[table][mine], other), start)
                    if joined not in seen:
                        seen.add(joined)
                        chain.append(joined)
            chains.append(chain)
        return chains

    def exchange(self, chain: Sequence[int], a: int, b: int) -> bool:
        """Exchange the two colours along a chain if that lowers the cost, and return whether it did."""
        if self._turn(chain, a, b) < 0:
            return True
        self._turn(chain, a, b)
        return False

    def _turn(self, chain: Sequence[int], a: int, b: int) -> int:
        change = 0
        for table in chain:
            change += self._count(table, -1)
            nodes = self.seated[table]
            for colour in (a, b):
                self.table_of.pop((nodes[colour], colour), None)
        for table in chain:
            nodes = self.seated[table]
            nodes[a], nodes[b] = nodes[b], nodes[a]
            for colour in (a, b):
                self.table_of[nodes[colour], colour] = table
            change += self._count(table, 1)
        return change

    def _count(self, table: int, by: int) -> int:
        """Add or remove a table. Return the change of the cost: sums of C(times, 2)."""
        change = 0
        people = [self.owner[node] for node in self.seated[table]] + list(self.last[table])
        for here, left in zip(people, [*people[1:], people[0]], strict=True):
            times = self.times[here, left]
            change += times if by > 0 else 1 - times
            self.times[here, left] = times + by
        for player, deals in zip(people, self.turns[table] if self.turns else (), strict=False):
            before = self.dealt[player]
            self.dealt[player] = after = before + by * deals
            change += EVEN * (comb(after, 2) - comb(before, 2))
        return change
