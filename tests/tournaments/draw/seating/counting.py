"""What the tests of schedules count, written down as plainly as can be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import comb

Rounds = Sequence[Sequence[Sequence[int]]]


def assert_seats_everybody(rounds: Rounds, sizes: Sequence[int]) -> None:
    """Every round seats players 0, 1, ... once each, at tables of these sizes, larger tables first."""
    for tables in rounds:
        assert sorted(player for table in tables for player in table) == list(range(sum(sizes)))
        assert [len(table) for table in tables] == sorted(sizes, reverse=True)


def weighted_repeats(rounds: Sequence[Sequence[Sequence[object]]]) -> int:
    """Q: the sum over all pairs of C(meetings, 2). Nought: nobody meets twice."""
    met = Counter(frozenset(pair) for tables in rounds for table in tables for pair in combinations(table, 2))
    return sum(comb(times, 2) for times in met.values())


def small_times(rounds: Rounds) -> list[int]:
    """How often each player sits at a table smaller than another one of the round."""
    times = Counter(
        player
        for tables in rounds
        for table in tables
        if len(table) < max(map(len, tables))
        for player in table
    )
    return [times[player] for player in range(sum(map(len, rounds[0])))]
