"""The order at a table: who deals, and who sits beside whom.

The graph has a node for each table and a node for each share of a player's games. An edge means that the
player sits at the table; its colour is the seat. With as many colours as the largest degree, a colouring
exists in which no node has a colour twice. It is built edge by edge: if both ends have no free colour in
common, the colours of an alternating path are exchanged.

Each player has a count, and each table adds one to the count of a player. Deals are passed along chains of
tables, from a player with the greatest count to a player with at least two fewer. At the end the greatest
count is as small, the least as great and the sum of squares as small as possible (the possible counts are
the bases of a matroid, where these optima agree).

Where the deals of a table do not come out even, the first seats deal once more. Exchanging two colours along
a whole chain of a colouring makes another colouring, so every player keeps their share of each seat. Chains
are exchanged as long as that shares the deals more evenly, or as evenly with fewer repeated left neighbours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from math import comb


def colour(tables: Sequence[Sequence[int]], nodes: int, colours: int) -> list[list[int]]:
    """Return for each table the node of each colour, -1 for an unused colour.

    tables: the nodes (from 0 to `nodes` - 1) at each table. A table or node has at most `colours` edges. No
    node gets the same colour at two tables.
    """
    every = (1 << colours) - 1
    free_at_table, free_at_node = [every] * len(tables), [every] * nodes
    seated = [[-1] * colours for _ in tables]
    table_of = [[-1] * colours for _ in range(nodes)]
    for table, members in enumerate(tables):
        for node in members:
            common = free_at_table[table] & free_at_node[node]
            if common:
                bit = common & -common
                chosen = bit.bit_length() - 1
                free_at_node[node] ^= bit
            else:
                bit = free_at_table[table] & -free_at_table[table]
                other = free_at_node[node] & -free_at_node[node]
                chosen = bit.bit_length() - 1
                _turn(node, bit, other, seated, table_of, free_at_table, free_at_node)
            seated[table][chosen] = node
            table_of[node][chosen] = table
            free_at_table[table] ^= bit
    return seated


def _turn(
    node: int,
    bit: int,
    other: int,
    seated: list[list[int]],
    table_of: list[list[int]],
    free_at_table: list[int],
    free_at_node: list[int],
) -> None:
    """Exchange two colours along the path from this node, so that the colour of `bit` is free there.

    The path never returns to the table of the caller: it reaches tables along edges of the first colour,
    which that table does not have.
    """
    a, b = bit.bit_length() - 1, other.bit_length() - 1
    both = bit | other
    free_at_node[node] ^= other
    table = table_of[node][a]
    while True:
        table_of[node][b] = table
        following = seated[table][b]
        seated[table][b] = node
        seated[table][a] = following
        if following < 0:
            free_at_table[table] ^= both
            return
        node = following
        table, table_of[node][a] = table_of[node][a], table
        if table < 0:
            table_of[node][b] = -1
            free_at_node[node] ^= both
            return


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
