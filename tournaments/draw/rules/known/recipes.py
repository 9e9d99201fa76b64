"""Known plans of whole evenings.

Full tables: kept schedules, a finite field, or a rotation. Tables of p and p - 1: rounds of full tables with
more players, some of whom are removed. If no schedule without a repeat is long enough: a kept schedule with
few repeats, or rounds that continue greedily, as a start for the search.

Players are numbers from 0, assigned at random: another seed gives another draw.

A player of a small table and a player of a large table swap places if that causes no repeat. Meetings are
kept in
a set: a matrix would have a hundred million numbers for thousands of players.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random

from tournaments.draw.rules.known import bank, fields, rotation
from tournaments.draw.rules.known.puncture import punctured
from tournaments.draw.rules.request import Grouping

_LOOK_AHEAD = 600
"""The most players for which rounds are continued with a matrix of meetings."""


def rounds_for(sizes: Sequence[int], rounds: int, chance: Random) -> list[Grouping] | None:
    """Return that many rounds without a repeat, larger tables first; None if they are not known."""
    fresh = _fresh(sizes, rounds, chance)
    if len(fresh) < rounds:
        return None
    return _relabelled(fresh, chance)


def best_start(sizes: Sequence[int], rounds: int, chance: Random) -> list[Grouping]:
    """Return that many rounds with few repeats, as a start for the search."""
    start = _fresh(sizes, rounds, chance)
    if len(start) < rounds:
        kept = bank.best_schedule(sizes, rounds)
        start = _continued(start, sizes, rounds, chance) if kept is None else kept[1]
    return _relabelled(start, chance)


def _fresh(sizes: Sequence[int], rounds: int, chance: Random) -> list[Grouping]:
    """Return up to that many rounds without a repeat, at least one, from the recipe with the most rounds."""
    largest_first = sorted(sizes, reverse=True)
    tables, size = len(largest_first), largest_first[0]
    small = largest_first.count(size - 1)
    longest = bank.fresh(largest_first)[:rounds]
    if len(longest) < rounds and small == 0 and size == largest_first[-1]:
        longest = max(longest, _full(tables, size, rounds), key=len)
    elif len(longest) < rounds and size - 1 == largest_first[-1]:
        full = _full(tables, size, rounds + 1)
        longest = max(longest, punctured(full, small, rounds, chance), key=len)
    return evened(longest, chance) if longest else [cut(range(sum(largest_first)), largest_first)]


def _full(tables: int, size: int, rounds: int) -> list[Grouping]:
    """Return the longest recipe for full tables, up to that many rounds. The slowest is tried last."""
    longest: list[Grouping] = []
    if not rotation.is_sure(tables, size, rounds):
        longest = max(bank.schedule(tables, size)[:rounds], fields.schedule(tables, size, rounds), key=len)
    if len(longest) < rounds:
        longest = max(longest, rotation.schedule(tables, size, rounds), key=len)
    return longest


def _continued(
    start: Sequence[Grouping], sizes: Sequence[int], rounds: int, chance: Random
) -> list[Grouping]:
    """Return these rounds and more, up to that many."""
    going_on = list(start[:rounds])
    players, largest_first = sum(sizes), sorted(sizes, reverse=True)
    if players > _LOOK_AHEAD:
        return [going_on[number % len(going_on)] for number in range(rounds)]
    met = [[0] * players for _ in range(players)]
    for grouping in going_on:
        _note(met, grouping)
    while len(going_on) < rounds:
        grouping = _next_round(met, largest_first, chance)
        _note(met, grouping)
        going_on.append(grouping)
    return going_on


def _next_round(met: Sequence[Sequence[int]], sizes: Sequence[int], chance: Random) -> Grouping:
    """Return a round that fills each seat with the player who has met the table least."""
    waiting = shuffled(len(met), chance)
    grouping: Grouping = []
    for size in sizes:
        table = [waiting.pop()]
        costs = list(met[table[0]])
        while len(table) < size:
            place = min(range(len(waiting)), key=lambda index: costs[waiting[index]])
            player = waiting.pop(place)
            table.append(player)
            costs = [cost + more for cost, more in zip(costs, met[player], strict=True)]
        grouping.append(table)
    return grouping


def _note(met: list[list[int]], grouping: Grouping) -> None:
    for table in grouping:
        for player in table:
            for other in table:
                met[player][other] += player != other


def cut(numbers: Sequence[int], sizes: Sequence[int]) -> Grouping:
    """Return one round with the numbers in their order."""
    tables: Grouping = []
    start = 0
    for size in sizes:
        tables.append(list(numbers[start : start + size]))
        start += size
    return tables


def _relabelled(rounds: Sequence[Grouping], chance: Random) -> list[Grouping]:
    """Return the same rounds with random numbers for the players."""
    numbers = shuffled(sum(map(len, rounds[0])), chance)
    return [[[numbers[player] for player in table] for table in grouping] for grouping in rounds]


def shuffled(players: int, chance: Random) -> list[int]:
    """Return the players in random order. Random.shuffle may change in a new version of Python."""
    numbers = list(range(players))
    for last in range(players - 1, 0, -1):
        other = int(chance.random() * (last + 1))
        numbers[last], numbers[other] = numbers[other], numbers[last]
    return numbers


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
