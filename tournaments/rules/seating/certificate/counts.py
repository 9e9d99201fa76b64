"""What can be counted in rounds that were played or planned: meetings, deals, small tables, places.

For the audit, which shares no code with the search, and for changes by hand.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from math import comb

from tournaments.rules.seating.request import Tables

Pair = frozenset[str]


def meetings(rounds: Iterable[Tables], present: frozenset[str] | None = None) -> Counter[Pair]:
    """How often each pair of players met in these rounds: of all, or of two who are both `present`."""
    met: Counter[Pair] = Counter()
    for tables in rounds:
        for table in tables:
            here = table if present is None else [player for player in table if player in present]
            met.update(map(frozenset, combinations(here, 2)))
    return met


def q_of(met: Mapping[Pair, int]) -> int:
    """Q: the sum over all pairs of C(meetings, 2)."""
    return sum(comb(times, 2) for times in met.values() if times > 1)


def repeats_of(met: Mapping[Pair, int]) -> int:
    """E: meetings beyond the first, over all pairs."""
    return sum(times - 1 for times in met.values() if times > 1)


def in_seat(rounds: Iterable[Tables], seat: int = 0) -> Counter[str]:
    """How often each sat in this seat; seat 0 deals first."""
    return Counter(table[seat] for tables in rounds for table in tables if len(table) > seat)


def at_small(rounds: Iterable[Tables]) -> Counter[str]:
    """How often each sat at a table smaller than another one of that round."""
    times: Counter[str] = Counter()
    for tables in rounds:
        most = max(map(len, tables), default=0)
        for table in tables:
            if len(table) < most:
                times.update(table)
    return times


def at_place(rounds: Iterable[Tables]) -> Counter[tuple[str, int]]:
    """How often each sat at each physical table (from 0)."""
    return Counter(
        (player, place) for tables in rounds for place, table in enumerate(tables) for player in table
    )


def by_games(players: Iterable[str], past: Iterable[Tables], without: Iterable[str] = ()) -> list[list[str]]:
    """The players who have as many games as each other, class by class; fairness compares within one."""
    games = Counter(player for tables in past for table in tables for player in table)
    aside = frozenset(without)
    classes: defaultdict[int, list[str]] = defaultdict(list)
    for player in players:
        if player not in aside:
            classes[games[player]].append(player)
    return list(classes.values())


def spread(classes: Iterable[Sequence[str]], times: Mapping[str, int]) -> list[int]:
    """Least and most often within a class, of the class where they lie furthest apart."""
    worst = [0, 0]
    first = True
    for members in classes:
        counts = [times.get(player, 0) for player in members]
        found = [min(counts), max(counts)]
        if first or found[1] - found[0] > worst[1] - worst[0]:
            worst, first = found, False
    return worst
