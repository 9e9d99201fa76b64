"""How even a choice of one player from each table can be at best: the audit's own proof, by matching.

Nothing here is shared with what chose the seats. A class of players (those with as many games) starts
with counts, and every table adds one to one of its candidates. No choice can keep the class's most below
`hi`, the least cap under which every table still finds somebody, nor lift its least above `lo`, the most
that everybody can be brought to; and some choice reaches both at once (the counts that can be reached
form a generalised polymatroid). So the least spread of a class is hi - lo, or none at all.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence


def most_served(tables: Sequence[Sequence[str]], capacity: Mapping[str, int]) -> int:
    """Return how many tables can have one of their players each, nobody serving more than `capacity`.

    Hopcroft and Karp: the shortest ways of handing on, many at a time. Players without a capacity serve
    nowhere.
    """
    spare = dict(capacity)
    serves: dict[str, set[int]] = {player: set() for player in capacity}
    open_tables = []
    lists = [[player for player in table if capacity.get(player, 0)] for table in tables]
    for number, table in enumerate(lists):
        player = max(table, key=spare.__getitem__, default="")
        if table and spare[player]:
            spare[player] -= 1
            serves[player].add(number)
        elif table:
            open_tables.append(number)
    served = sum(len(numbers) for numbers in serves.values())
    while open_tables:
        depth = _layers(open_tables, lists, spare, serves)
        done = {number for number in open_tables if _augment(number, lists, spare, serves, depth)}
        if not done:
            break
        served += len(done)
        open_tables = [number for number in open_tables if number not in done]
    return served


def _layers(
    open_tables: Sequence[int],
    tables: Sequence[Sequence[str]],
    spare: Mapping[str, int],
    serves: Mapping[str, set[int]],
) -> dict[int, int]:
    """How many times a table's open place must be handed on until it arrives there: all tables in reach."""
    depth = dict.fromkeys(open_tables, 0)
    queue = deque(open_tables)
    seen: set[str] = set()
    found = -1
    while queue:
        number = queue.popleft()
        if found >= 0 and depth[number] >= found:
            continue
        for player in tables[number]:
            if player in seen:
                continue
            seen.add(player)
            if spare[player]:
                found = depth[number] if found < 0 else found
            for other in serves[player]:
                if other not in depth:
                    depth[other] = depth[number] + 1
                    queue.append(other)
    return depth


def _augment(
    start: int,
    tables: Sequence[Sequence[str]],
    spare: dict[str, int],
    serves: dict[str, set[int]],
    depth: dict[int, int],
) -> bool:
    """Serve this table by handing on along the layers, if a way is left; tables without one leave them."""
    way: list[tuple[int, str]] = []
    number = start
    tried: dict[int, int] = {}
    while True:
        table = tables[number]
        following = -1
        index = tried.get(number, 0)
        while index < len(table) and following < 0:
            player = table[index]
            if spare[player]:
                spare[player] -= 1
                serves[player].add(number)
                for at, giver in reversed(way):
                    serves[giver].remove(number)
                    serves[giver].add(at)
                    number = at
                return True
            below = depth[number] + 1
            following = next((other for other in serves[player] if depth.get(other) == below), -1)
            if following < 0:
                index += 1
        tried[number] = index
        if following >= 0:
            way.append((number, player))
            number = following
            continue
        depth.pop(number)
        if not way:
            return False
        number, _player = way.pop()


def least_spread(
    counts: Mapping[str, int],
    classes: Sequence[Sequence[str]],
    tables: Sequence[Sequence[str]],
    reached: int,
) -> int:
    """Return the least spread of counts within a class that no choice can beat: the worst class decides.

    counts: how often each was chosen so far. tables: the candidates at each; players of no class may be
    among them. reached: a spread that some choice has, so that what cannot matter need not be computed.
    Each class is looked at as if the others did not matter, so this is a bound; with one class it is exact.
    """
    return max((_least_of(counts, members, tables, reached) for members in classes), default=0)


def _least_of(
    counts: Mapping[str, int], members: Sequence[str], tables: Sequence[Sequence[str]], reached: int
) -> int:
    mine = frozenset(members)
    own = [table for table in tables if mine.issuperset(table)]
    shared = [table for table in tables if not mine.isdisjoint(table)]
    before = sum(counts.get(player, 0) for player in members)
    highest = max(counts.get(player, 0) for player in members)
    lowest = min(counts.get(player, 0) for player in members)
    hi = max(highest, -(-(before + len(own)) // len(members)))
    lo = max(lowest, (before + len(shared)) // len(members))
    if hi - lo >= reached:
        return reached
    while most_served(own, {player: hi - counts.get(player, 0) for player in members}) < len(own):
        hi += 1
    while lo > lowest:
        needed = {player: max(0, lo - counts.get(player, 0)) for player in members}
        if most_served(shared, needed) == sum(needed.values()):
            break
        lo -= 1
    return max(0, hi - lo)
