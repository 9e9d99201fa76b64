"""A proof, by matching, of how even a choice of one player from each table can be.

It shares nothing with the code that chose the seats. Each player of a class (players with equally many games)
has a count, and every table adds one to the count of one candidate. `hi` is the least cap with which every
table still has a candidate; no choice keeps the greatest count below it. `lo` is the greatest number that all
counts can reach. One choice reaches both (the possible counts form a generalised polymatroid), so the least
spread of a class is max(0, hi - lo).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from itertools import product
from math import prod

TRIALS = 100
"""The most combinations of ranges that are tried for several classes."""


def most_served(tables: Sequence[Sequence[str]], capacity: Mapping[str, int]) -> int:
    """Return how many tables can choose one of their players, each player at most `capacity` times.

    This is the algorithm of Hopcroft and Karp. Players without a capacity cannot be chosen.
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
    """Return the length of the shortest augmenting path to each table in reach."""
    depth = dict.fromkeys(open_tables, 0)
    queue = deque(open_tables)
    seen: set[str] = set()
    shortest = -1
    while queue:
        number = queue.popleft()
        if shortest >= 0 and depth[number] >= shortest:
            continue
        for player in tables[number]:
            if player in seen:
                continue
            seen.add(player)
            if spare[player]:
                shortest = depth[number] if shortest < 0 else shortest
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
    """Serve this table along an augmenting path through the layers, if there is one left."""
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
    counts: Mapping[str, int], classes: Sequence[Sequence[str]], tables: Sequence[Sequence[str]], reached: int
) -> int:
    """Return the least possible spread of counts within a class, for the class with the greatest spread.

    counts: how often each player was chosen so far. tables: the candidates; they may include players of no
    class. reached: the spread of a known choice; the result is never greater. The ranges of several classes
    are tried together. With more than `TRIALS` combinations each class is examined alone, which is a bound.
    """
    ranges = []
    for members in classes:
        ends = _range(counts, members, tables, reached)
        if ends is None:
            return reached
        ranges.append(ends)
    least = min(reached, max([0, *(hi - lo for hi, lo in ranges)]))
    if len(classes) < 2:
        return least
    trials = 0
    while least < reached:
        # The lower ends with which each class can stay within a range of `least`.
        lower_ends = [range(hi - least, lo + 1) for hi, lo in ranges]
        trials += prod(map(len, lower_ends))
        if trials > TRIALS or any(
            _fits(counts, classes, tables, lower, least) for lower in product(*lower_ends)
        ):
            return least
        least += 1
    return reached


def _range(
    counts: Mapping[str, int], members: Sequence[str], tables: Sequence[Sequence[str]], reached: int
) -> tuple[int, int] | None:
    """Return (hi, lo) of a class; None if their difference is `reached`."""
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
    """Return whether a choice keeps every class within its range, from `lower` to `lower` + `width`."""
    room: dict[str, int] = dict.fromkeys((player for table in tables for player in table), len(tables))
    needed: dict[str, int] = {}
    for members, least in zip(classes, lower, strict=True):
        for player in members:
            needed[player] = least - counts.get(player, 0)
            room[player] = needed[player] + width
    return min(room.values(), default=0) >= 0 and _above(tables, needed) and _below(tables, room)


def _below(tables: Sequence[Sequence[str]], room: Mapping[str, int]) -> bool:
    """Return whether every table can choose a player with room."""
    return most_served(tables, room) == len(tables)


def _above(tables: Sequence[Sequence[str]], needed: Mapping[str, int]) -> bool:
    """Return whether every player can be chosen as often as needed."""
    wanted = {player: times for player, times in needed.items() if times > 0}
    return most_served(tables, wanted) == sum(wanted.values())
