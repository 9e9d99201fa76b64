"""Counts of played or planned rounds: meetings, seats, small tables.

The audit and changes by hand use them. The search has its own.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from math import comb

from tournaments.draw.rules.request import Tables

Pair = frozenset[str]


def meetings(rounds: Iterable[Tables], present: frozenset[str] | None = None) -> Counter[Pair]:
    """Return how often each pair met in these rounds; with `present`, only pairs of these players."""
    met: Counter[Pair] = Counter()
    for tables in rounds:
        for table in tables:
            here = table if present is None else [player for player in table if player in present]
            met.update(map(frozenset, combinations(here, 2)))
    return met


def q_of(met: Mapping[Pair, int]) -> int:
    """Return Q: the sum over all pairs of C(meetings, 2)."""
    return sum(comb(times, 2) for times in met.values() if times > 1)


def repeats_of(met: Mapping[Pair, int]) -> int:
    """Return E: the meetings beyond the first, over all pairs."""
    return sum(times - 1 for times in met.values() if times > 1)


def in_seat(rounds: Iterable[Tables], seat: int = 0) -> Counter[str]:
    """Return how often each player had this seat. Seat 0 deals first."""
    return Counter(table[seat] for tables in rounds for table in tables if len(table) > seat)


def at_small(rounds: Iterable[Tables]) -> Counter[str]:
    """Return how often each player sat at a table that was not the largest of its round."""
    times: Counter[str] = Counter()
    for tables in rounds:
        most = max(map(len, tables), default=0)
        for table in tables:
            if len(table) < most:
                times.update(table)
    return times


def by_games(players: Iterable[str], past: Iterable[Tables], without: Iterable[str] = ()) -> list[list[str]]:
    """Return the players in classes with equally many games. Fairness is compared within a class."""
    games = Counter(player for tables in past for table in tables for player in table)
    excluded = frozenset(without)
    classes: defaultdict[int, list[str]] = defaultdict(list)
    for player in players:
        if player not in excluded:
            classes[games[player]].append(player)
    return list(classes.values())


def spread(classes: Iterable[Sequence[str]], times: Mapping[str, int]) -> list[int]:
    """Return the least and the most count within a class, for the most uneven class."""
    worst = [0, 0]
    first = True
    for members in classes:
        counts = [times.get(player, 0) for player in members]
        ends = [min(counts), max(counts)]
        if first or ends[1] - ends[0] > worst[1] - worst[0]:
            worst, first = ends, False
    return worst
