"""Who deals first, and which seat is whose: colours of edges, and turns that are passed on.

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

Players are compared within classes with equally many games. `level` is the number of first deals of each
player, adjusted so that classes can be compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice, product
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

    seated: the node of each colour at each table, all colours used (`colour`). owner: the player
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


Rounds = Sequence[Sequence[Sequence[int]]]
Classes = Sequence[Sequence[int]]

TRIALS = 5_000
"""The most tables whose dealers are chosen again when there are several classes."""


def share_turns(
    rounds: Rounds, level: Sequence[int], classes: Classes, first: int, share: int
) -> list[list[int]]:
    """Return a first dealer for each table of each round. rounds: the players who may deal first, by table.

    With tables of `share` seats each player deals first once in `share` rounds. So rounds are planned in
    blocks of this length (the first block has `first` rounds left), or all together if that ends more
    evenly.
    """
    chosen: list[list[int]] = []
    after = list(level)
    start, end = 0, first
    while start < len(rounds):
        block = _block(rounds[start:end], after, classes)
        for player in (player for round_ in block for player in round_):
            after[player] += 1
        chosen += block
        start, end = end, end + share
    if len(rounds) > first and _spread(level, chosen, classes) > 1:
        choices = [chosen, _block(rounds, level, classes)]
        chosen = min(choices, key=lambda dealers_: _spread(level, dealers_, classes))
        # Fairness at the end counts more than on the way.
        fairest = _fairest(level, rounds, classes)
        if _spread(level, chosen, classes) > _spread(level, fairest, classes) + 1:
            chosen = fairest
    return chosen


def _block(rounds: Rounds, level: Sequence[int], classes: Classes) -> list[list[int]]:
    """Return the fairest dealers of these rounds. On the way the spread is at most one above its least."""
    now = list(level)
    chosen: list[list[int]] = []
    planned = _fairest(now, rounds, classes)
    for number, tables in enumerate(rounds):
        following = planned[number]
        if _spread(now, [following], classes) > 1:
            at_once = _fairest_now(now, tables, classes)
            if _spread(now, [following], classes) > _spread(now, [at_once], classes) + 1:
                following = at_once
        chosen.append(following)
        for player in following:
            now[player] += 1
        if following is not planned[number]:
            planned[number + 1 :] = _fairest(now, rounds[number + 1 :], classes)
    return chosen


def _fairest(level: Sequence[int], rounds: Rounds, classes: Classes) -> list[list[int]]:
    """Return the dealers of these rounds with the least spread within classes.

    With one class the choice is optimal. With several, the levels of the classes are shifted against each
    other to try other choices.
    """
    tables = [table for round_ in rounds for table in round_]
    best = _split(dealers(level, tables), rounds)
    reached = _spread(level, best, classes)
    if len(classes) == 1 or reached < 2:
        return best
    for shifts in _shifts(len(classes), max(2 * len(classes), TRIALS // len(tables))):
        trial = list(level)
        for members, by in zip(classes, shifts, strict=True):
            for player in members:
                trial[player] += by
        choice = _split(dealers(trial, tables), rounds)
        spread = _spread(level, choice, classes)
        if spread < reached:
            best, reached = choice, spread
        if reached < 2:
            break
    return best


def _fairest_now(level: Sequence[int], tables: Sequence[Sequence[int]], classes: Classes) -> list[int]:
    """Return the fairest dealers of one round. Its tables share no player, so all ranges can be tried."""
    best = _fairest(level, [tables], classes)[0]
    reached = _spread(level, [best], classes)
    class_of = {player: number for number, members in enumerate(classes) for player in members}
    width = reached - 1
    while len(classes) > 1 and width >= 0:
        ends = [
            range(max(level[player] for player in members) - width, min(level[p] for p in members) + 2)
            for members in classes
        ]
        tries = max(1, TRIALS // len(tables))
        for lower in islice(product(*ends), tries):
            choice = _within(level, tables, class_of, lower, width)
            if choice:
                best = choice
                break
        else:
            return best
        width -= 1
    return best


def _within(
    level: Sequence[int],
    tables: Sequence[Sequence[int]],
    class_of: Mapping[int, int],
    lower: Sequence[int],
    width: int,
) -> list[int]:
    """Return dealers that keep every class between its `lower` and `lower` + `width`; empty without any."""
    chosen = []
    for table in tables:
        room = {p: level[p] - lower[class_of[p]] for p in table if p in class_of}
        if not room:  # only players with pinned seats, who are not compared
            chosen.append(table[0])
            continue
        first = min(room, key=room.__getitem__)
        if room[first] >= width or sum(1 for left in room.values() if left < 0) > 1 or room[first] < -1:
            return []
        chosen.append(first)
    return chosen


def _shifts(classes: int, most: int) -> Iterator[tuple[int, ...]]:
    """Yield shifts of the classes against each other, the smallest first."""
    for reach in (1, 2):
        ways = (way for way in product(range(-reach, reach + 1), repeat=min(classes, 5)) if any(way))
        for way in islice(sorted(ways, key=lambda way: sum(map(abs, way))), most):
            yield (*way, *[0] * (classes - len(way)))


def _spread(level: Sequence[int], chosen: Sequence[Sequence[int]], classes: Sequence[Sequence[int]]) -> int:
    """Return the spread within classes after these first deals."""
    after = list(level)
    for round_ in chosen:
        for player in round_:
            after[player] += 1
    counts = [[after[player] for player in members] for members in classes]
    return max((max(turns) - min(turns) for turns in counts), default=0)


def _split(chosen: Sequence[int], rounds: Sequence[Sequence[object]]) -> list[list[int]]:
    following = iter(chosen)
    return [[next(following) for _ in tables] for tables in rounds]
