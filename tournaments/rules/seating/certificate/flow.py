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
from itertools import product
from math import prod

TRIALS = 100
"""How many ways to put several classes into ranges are tried; a proof may take its time, but not for ever."""


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
    """Return the least spread of counts within a class that any choice can have: the worst class decides.

    counts: how often each was chosen so far. tables: the candidates at each; players of no class may be
    among them. reached: a spread that some choice has, so that what cannot matter need not be computed.
    With several classes their ranges are tried together; where there are more ways than `TRIALS`, each is
    looked at as if the others did not matter, which is a bound.
    """
    ranges = []
    for members in classes:
        found = _range(counts, members, tables, reached)
        if found is None:
            return reached
        ranges.append(found)
    least = min(reached, max([0, *(hi - lo for hi, lo in ranges)]))
    if len(classes) < 2:
        return least
    trials = 0
    while least < reached:
        # The lower ends that let each class keep to a range of `least`.
        ends = [range(hi - least, lo + 1) for hi, lo in ranges]
        trials += prod(map(len, ends))
        if trials > TRIALS or any(_fits(counts, classes, tables, lower, least) for lower in product(*ends)):
            return least
        least += 1
    return reached


def _range(
    counts: Mapping[str, int], members: Sequence[str], tables: Sequence[Sequence[str]], reached: int
) -> tuple[int, int] | None:
    """The least that a class's most can be, and the most that its least can be; None: `reached` apart."""
    mine = frozenset(members)
    own = [table for table in tables if mine.issuperset(table)]
    shared = [table for table in tables if not mine.isdisjoint(table)]
    before = sum(counts.get(player, 0) for player in members)
    highest = max(counts.get(player, 0) for player in members)
    lowest = min(counts.get(player, 0) for player in members)
    hi = max(highest, -(-(before + len(own)) // len(members)))
    lo = max(lowest, (before + len(shared)) // len(members))
    if hi - lo >= reached:
        return None
    while not _below(own, {player: hi - counts.get(player, 0) for player in members}):
        hi += 1
    while lo > lowest and not _above(shared, {player: lo - counts.get(player, 0) for player in members}):
        lo -= 1
    return hi, lo


def _fits(
    counts: Mapping[str, int],
    classes: Sequence[Sequence[str]],
    tables: Sequence[Sequence[str]],
    lower: Sequence[int],
    width: int,
) -> bool:
    """Whether a choice keeps every class within its range, from `lower` to `width` above it."""
    room: dict[str, int] = dict.fromkeys((player for table in tables for player in table), len(tables))
    needed: dict[str, int] = {}
    for members, least in zip(classes, lower, strict=True):
        for player in members:
            needed[player] = least - counts.get(player, 0)
            room[player] = needed[player] + width
    return min(room.values(), default=0) >= 0 and _above(tables, needed) and _below(tables, room)


def _below(tables: Sequence[Sequence[str]], room: Mapping[str, int]) -> bool:
    """Whether every table finds somebody with room."""
    return most_served(tables, room) == len(tables)


def _above(tables: Sequence[Sequence[str]], needed: Mapping[str, int]) -> bool:
    """Whether everybody can be chosen as often as needed."""
    wanted = {player: times for player, times in needed.items() if times > 0}
    return most_served(tables, wanted) == sum(wanted.values())
