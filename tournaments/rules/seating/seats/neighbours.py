"""Who deals to whom: people who must meet often need not have the same neighbour on the left every time.

Exchanging two colours along a whole chain of a colouring leaves a colouring, so nobody's share of any
seat changes. Chains are exchanged while fewer people have one left neighbour again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

MOST_TABLES = 300
"""Above so many tables in all, events are so large that nobody meets often enough to mind."""

PASSES = 2


def part(seated: list[list[int]], owner: Sequence[int], last: Sequence[Sequence[int]]) -> None:
    """Exchange colours in place.

    seated: for each table the node at each colour, all colours used (`colouring.colour`). owner: the
    player of each node. last: who sits at each table behind those, and stays there.
    """
    if not seated or len(seated) > MOST_TABLES or max(map(len, last)) + len(seated[0]) < 3:
        return
    board = _Board(seated, owner, last)
    for _ in range(PASSES):
        if not board.again():
            return
        better = False
        for a, b in combinations(range(len(seated[0])), 2):
            for chain in board.chains(a, b):
                better = board.exchange(chain, a, b) or better
        if not better:
            return


class _Board:
    """The tables, and how often each has had whom on the left."""

    def __init__(self, seated: list[list[int]], owner: Sequence[int], last: Sequence[Sequence[int]]) -> None:
        self.seated, self.owner, self.last = seated, owner, last
        self.table_of = {(node, c): t for t, nodes in enumerate(seated) for c, node in enumerate(nodes)}
        self.times: Counter[tuple[int, int]] = Counter()
        for table in range(len(seated)):
            self._count(table, 1)

    def again(self) -> bool:
        """Whether anybody has one left neighbour twice."""
        return max(self.times.values()) > 1

    def chains(self, a: int, b: int) -> list[list[int]]:
        """The tables, joined where somebody's share has colour a at one and colour b at the other."""
        seen: set[int] = set()
        found = []
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
            found.append(chain)
        return found

    def exchange(self, chain: Sequence[int], a: int, b: int) -> bool:
        """Exchange the two colours along a chain if fewer people have one left neighbour again."""
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
        """Count a table's neighbours in or out; what that adds to the sum of C(times, 2)."""
        change = 0
        people = [self.owner[node] for node in self.seated[table]] + list(self.last[table])
        for here, left in zip(people, [*people[1:], people[0]], strict=True):
            times = self.times[here, left]
            change += times if by > 0 else 1 - times
            self.times[here, left] = times + by
        return change
