"""How evenly players with as many games share first deals and seats, and the least that is possible, proved.

The proof is a matching. It shares nothing with the code that chose the seats. Every table adds one to the
count of one of its candidates. For a class (players with as many games), `hi` is the least cap with which
every table still has a candidate, and `lo` the greatest count that all can reach. One choice reaches both
(the possible counts form a generalised polymatroid), so the least spread of a class is max(0, hi - lo).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from itertools import product
from math import prod

from tournaments.draw.rules.certificate.counts import by_games, in_seat, spread
from tournaments.draw.rules.request import Request, Tables

TRIALS = 100
"""The most combinations of ranges that are tried for several classes."""

Candidates = Sequence[Sequence[str]]


def turns(request: Request, coming: Sequence[Tables], seat: int) -> tuple[list[int], int]:
    """Return the spread of turns in this seat after the coming rounds, and the least difference there can be.

    Seat 0 deals first. Players with a pinned seat are not compared, and stay where they sit.
    """
    own = {pin.player: pin.seat for pin in request.pins if pin.seat is not None}
    classes = by_games(request.players, request.past, own)
    ends = spread(classes, in_seat([*request.past, *coming], seat))
    candidates = [
        [player for player in table if player not in own] or table
        for tables in coming
        for table in tables
        if len(table) > seat
        and not any(min(own[player], len(table) - 1) == seat for player in table if player in own)
    ]
    return ends, least_spread(in_seat(request.past, seat), classes, candidates, ends[1] - ends[0])


def most_served(tables: Candidates, capacity: Mapping[str, int]) -> int:
    """Return how many tables can choose one of their players, each player at most `capacity` times.

    Each table looks for the shortest way on which others can choose anew. What is in reach of a table
    without a way stays out of reach of a free player, so it is not searched again.
    """
    chosen: dict[int, str] = {}
    serves: dict[str, set[int]] = {player: set() for player in capacity}
    dead: set[str] = set()
    for start in range(len(tables)):
        reached: dict[str, int] = {}
        queue = deque([start])
        free = ""
        while queue and not free:
            table = queue.popleft()
            for player in tables[table]:
                if player not in reached and player not in dead and capacity.get(player, 0) > 0:
                    reached[player] = table
                    if len(serves[player]) < capacity[player]:
                        free = player
                        break
                    queue.extend(serves[player])
        if not free:
            dead.update(reached)
        while free:
            table, player = reached[free], free
            free = chosen.get(table, "")
            if free:
                serves[free].remove(table)
            chosen[table] = player
            serves[player].add(table)
    return len(chosen)


def least_spread(counts: Mapping[str, int], classes: Candidates, tables: Candidates, reached: int) -> int:
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
    trials = 0
    while least < reached and len(classes) > 1:
        # The lower ends with which each class can stay within a range of `least`.
        lower_ends = [range(hi - least, lo + 1) for hi, lo in ranges]
        trials += prod(map(len, lower_ends))
        if trials > TRIALS or any(
            _fits(counts, classes, tables, lower, least) for lower in product(*lower_ends)
        ):
            break
        least += 1
    return least


def _range(
    counts: Mapping[str, int], members: Sequence[str], tables: Candidates, reached: int
) -> tuple[int, int] | None:
    """Return (hi, lo) of a class; None if their difference is `reached`."""
    mine = frozenset(members)
    own = [table for table in tables if mine.issuperset(table)]
    shared = [table for table in tables if not mine.isdisjoint(table)]
    before = [counts.get(player, 0) for player in members]
    hi = max(*before, -(-(sum(before) + len(own)) // len(members)), 0)
    lo = max(min(before), (sum(before) + len(shared)) // len(members))
    if hi - lo >= reached:
        return None
    while not _below(own, {player: hi - counts.get(player, 0) for player in members}):
        hi += 1
    while lo > min(before) and not _above(shared, {player: lo - counts.get(player, 0) for player in members}):
        lo -= 1
    return hi, lo


def _fits(
    counts: Mapping[str, int], classes: Candidates, tables: Candidates, lower: Sequence[int], width: int
) -> bool:
    """Return whether a choice keeps every class within its range, from `lower` to `lower` + `width`."""
    room: dict[str, int] = dict.fromkeys((player for table in tables for player in table), len(tables))
    needed = {
        player: least - counts.get(player, 0)
        for members, least in zip(classes, lower, strict=True)
        for player in members
    }
    room |= {player: need + width for player, need in needed.items()}
    return min(room.values(), default=0) >= 0 and _above(tables, needed) and _below(tables, room)


def _below(tables: Candidates, room: Mapping[str, int]) -> bool:
    """Return whether every table can choose a player with room."""
    return most_served(tables, room) == len(tables)


def _above(tables: Candidates, needed: Mapping[str, int]) -> bool:
    """Return whether every player can be chosen as often as needed."""
    wanted = {player: times for player, times in needed.items() if times > 0}
    return most_served(tables, wanted) == sum(wanted.values())
