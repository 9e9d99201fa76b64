"""The best rounds known for an event that begins afresh: no history, nobody to be kept apart.

Full tables: the schedules kept as data, a finite field, or turning. Tables of p and p - 1: the full
ones for a few players more, with as many players taken out again, and the small tables shared out
evenly. Beyond what is known without a repeat: kept schedules that repeat least, or the known rounds
and then others that repeat as little as a look ahead of one seat allows, for the search to go on from.

Players are numbers from 0, given out by chance: another seed, another draw.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tournaments.rules.seating.known import bank, fields, rotation
from tournaments.rules.seating.known.evening import evened
from tournaments.rules.seating.known.puncture import punctured

Grouping = list[list[int]]

_LOOK_AHEAD = 600
"""Up to how many players the rounds are continued by looking at who has met whom."""


def rounds_for(sizes: Sequence[int], rounds: int, chance: Random) -> list[Grouping] | None:
    """Return so many rounds in which no two players meet twice; None where none are known.

    `sizes`: the tables, adding up to the players. Larger tables come first in every round.
    """
    found = _fresh(sizes, rounds, chance)
    if len(found) < rounds:
        return None
    return _relabelled(found, chance)


def best_start(sizes: Sequence[int], rounds: int, chance: Random) -> list[Grouping]:
    """Return so many rounds with as few repeats as is known, or as is quick to find.

    A start for a search, which may be the best there is already: its bound will tell.
    """
    found = _fresh(sizes, rounds, chance)
    if len(found) < rounds:
        kept = bank.known(sizes, rounds)
        found = _continued(found, sizes, rounds, chance) if kept is None else kept[1]
    return _relabelled(found, chance)


def _fresh(sizes: Sequence[int], rounds: int, chance: Random) -> list[Grouping]:
    """Up to so many rounds without a repeat: those of the recipe that reaches furthest, at least one."""
    largest_first = sorted(sizes, reverse=True)
    tables, size = len(largest_first), largest_first[0]
    small = largest_first.count(size - 1)
    found = bank.fresh(largest_first)[:rounds]
    if len(found) < rounds and small == 0 and size == largest_first[-1]:
        found = max(found, _full(tables, size, rounds), key=len)
    elif len(found) < rounds and size - 1 == largest_first[-1]:
        full = _full(tables, size, rounds + 1)
        found = max(found, punctured(full, small, rounds, chance), key=len)
    return evened(found, chance) if found else [_cut(largest_first)]


def _full(tables: int, size: int, rounds: int) -> list[Grouping]:
    """The longest recipe for full tables, up to so many rounds; what takes longest is tried last."""
    found: list[Grouping] = []
    if not rotation.is_sure(tables, size, rounds):
        found = max(bank.schedule(tables, size)[:rounds], fields.schedule(tables, size, rounds), key=len)
    if len(found) < rounds:
        found = max(found, rotation.schedule(tables, size, rounds), key=len)
    return found


def _continued(
    found: Sequence[Grouping], sizes: Sequence[int], rounds: int, chance: Random
) -> list[Grouping]:
    """The rounds found and then more of them, up to so many."""
    going_on = list(found[:rounds])
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
    """Seat by seat the player who has met those at the table least, table after table."""
    waiting = _shuffled(len(met), chance)
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


def _cut(sizes: Sequence[int]) -> Grouping:
    """One round: the players in order."""
    tables, first = [], 0
    for size in sizes:
        tables.append(list(range(first, first + size)))
        first += size
    return tables


def _relabelled(rounds: Sequence[Grouping], chance: Random) -> list[Grouping]:
    """The same rounds for players numbered by chance."""
    numbers = _shuffled(sum(map(len, rounds[0])), chance)
    return [[[numbers[player] for player in table] for table in grouping] for grouping in rounds]


def _shuffled(players: int, chance: Random) -> list[int]:
    """The players in random order (Fisher and Yates; Random.shuffle may change)."""
    numbers = list(range(players))
    for last in range(players - 1, 0, -1):
        other = int(chance.random() * (last + 1))
        numbers[last], numbers[other] = numbers[other], numbers[last]
    return numbers
