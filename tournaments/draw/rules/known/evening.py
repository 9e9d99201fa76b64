"""Makes the turns at small tables even in rounds without a repeat.

A player of a small table and a player of a large table swap places if that causes no repeat. Meetings are
kept in
a set: a matrix would have a hundred million numbers for thousands of players.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random

from tournaments.draw.rules.request import Grouping

_MOST_SWAPS = 2_500
"""The most swaps that are tried."""


def evened(rounds: Sequence[Grouping], chance: Random) -> list[Grouping]:
    """Return these rounds without a repeat, with more even turns at small tables."""
    if len({len(table) for table in rounds[0]}) == 1:
        return list(rounds)
    turns = _SmallTurns(rounds)
    unequal = turns.unequal()
    for _ in range(_MOST_SWAPS):
        if unequal is None:
            break
        often, seldom = unequal
        a = often[int(chance.random() * len(often))]
        b = seldom[int(chance.random() * len(seldom))]
        if turns.swap(a, b, int(chance.random() * len(rounds))):
            unequal = turns.unequal()
    return turns.rounds


class _SmallTurns:
    """The rounds, the pairs that met, and how often each player sat at a small table."""

    def __init__(self, rounds: Sequence[Grouping]) -> None:
        self.rounds = [[list(table) for table in grouping] for grouping in rounds]
        self.players = sum(map(len, rounds[0]))
        self.largest = max(map(len, rounds[0]))
        self.small = [0] * self.players
        self.met: set[int] = set()
        self.at: list[list[int]] = []
        for grouping in rounds:
            where = [0] * self.players
            for number, table in enumerate(grouping):
                for player in table:
                    where[player] = number
                    self.small[player] += len(table) < self.largest
                self.met.update(self._pair(a, b) for a, b in combinations(table, 2))
            self.at.append(where)

    def _pair(self, a: int, b: int) -> int:
        return a * self.players + b if a < b else b * self.players + a

    def unequal(self) -> tuple[list[int], list[int]] | None:
        """Return the players with the most turns and all others; None if the turns are even.

        The second list includes players in the middle, so that the difference can move to another player.
        """
        most, least = max(self.small), min(self.small)
        if most - least <= 1:
            return None
        often = [player for player, times in enumerate(self.small) if times == most]
        return often, [player for player, times in enumerate(self.small) if times < most]

    def swap(self, a: int, b: int, first: int) -> bool:
        """Swap `a` at a small table with `b` at a large one, in the first round that allows it."""
        for step in range(len(self.rounds)):
            number = (first + step) % len(self.rounds)
            where, grouping = self.at[number], self.rounds[number]
            table_a, table_b = grouping[where[a]], grouping[where[b]]
            if len(table_a) < len(table_b) and self._fits(a, b, table_a, table_b):
                self._exchange(a, b, table_a, table_b)
                where[a], where[b] = where[b], where[a]
                return True
        return False

    def _fits(self, a: int, b: int, table_a: list[int], table_b: list[int]) -> bool:
        return not any(self._pair(b, x) in self.met for x in table_a if x != a) and not any(
            self._pair(a, x) in self.met for x in table_b if x != b
        )

    def _exchange(self, a: int, b: int, table_a: list[int], table_b: list[int]) -> None:
        for leaves, joins, table in ((a, b, table_a), (b, a, table_b)):
            table[table.index(leaves)] = joins
            self.met.difference_update(self._pair(leaves, x) for x in table if x != joins)
            self.met.update(self._pair(joins, x) for x in table if x != joins)
        self.small[a] -= 1
        self.small[b] += 1
