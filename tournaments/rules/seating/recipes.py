"""The best rounds known for an event that begins afresh: no history, nobody to be kept apart.

Full tables: the schedules kept as data, a finite field, or turning. Tables of p and p - 1: the full
ones for a few players more, with as many players taken out again, who never meet in those rounds, so
that each leaves a table of his own; whom to take out is chosen so that nobody sits at a small table
often. Beyond what is known without a repeat: kept schedules that repeat least, or the known rounds
and then others that repeat as little as a look ahead of one seat allows, for the search to go on from.

Players are numbers from 0, given out by chance: another seed, another draw.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tournaments.rules.seating import bank, fields, rotation

Grouping = list[list[int]]

_TRIES, _CANDIDATES = 12, 24
"""How many ways to take players out are compared, and how many players are looked at for each."""
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
    kept = bank.known(sizes, rounds)
    if kept is not None and kept[0] > 0:
        return _relabelled(kept[1], chance)
    found = _fresh(sizes, rounds, chance)
    return _relabelled(_continued(found, sizes, rounds, chance), chance)


def _fresh(sizes: Sequence[int], rounds: int, chance: Random) -> list[Grouping]:
    """Up to so many rounds without a repeat: those of the recipe that reaches furthest, at least one."""
    largest_first = sorted(sizes, reverse=True)
    tables, size = len(largest_first), largest_first[0]
    small = largest_first.count(size - 1)
    found = bank.fresh(largest_first)[:rounds]
    if len(found) < rounds and small == 0 and size == largest_first[-1]:
        found = max(found, _full(tables, size, rounds), key=len)
    elif len(found) < rounds and size - 1 == largest_first[-1]:
        found = max(found, _punctured(tables, size, small, rounds, chance), key=len)
    return found or [_cut(largest_first)]


def _full(tables: int, size: int, rounds: int) -> list[Grouping]:
    """The longest recipe for full tables, up to so many rounds; turning needs no data and comes first."""
    found = rotation.schedule(tables, size, rounds)
    for recipe in (fields.schedule, _kept):
        if len(found) < rounds:
            found = max(found, recipe(tables, size, rounds), key=len)
    return found


def _kept(tables: int, size: int, rounds: int) -> list[Grouping]:
    return bank.schedule(tables, size)[:rounds]


def _punctured(tables: int, size: int, small: int, rounds: int, chance: Random) -> list[Grouping]:
    """Full tables of `size` with `small` players taken out, who never meet: each leaves a small table.

    Where everybody meets everybody the rounds are one fewer than the full tables have: those who sat
    together in the round left out never meet in the others.
    """
    full = _full(tables, size, rounds + 1)
    for count in range(min(rounds, len(full)), 0, -1):
        kept = full[:count]
        out = _strangers(kept, small, chance, full[count:])
        if out is not None:
            return _without(kept, out)
    return []


def _strangers(
    rounds: Sequence[Grouping], count: int, chance: Random, unused: Sequence[Grouping]
) -> list[int] | None:
    """So many players of whom no two meet in these rounds; of several choices the fairest.

    Fair is where the others sit at the tables they leave evenly often. `unused`: rounds left out,
    whose tables are such players for certain.
    """
    players = sum(map(len, rounds[0]))
    at = [_tables_of(grouping, players) for grouping in rounds]
    everybody = list(range(players))
    pools = [table for grouping in unused for table in grouping if len(table) >= count][:_TRIES]
    pools += [everybody] * (_TRIES if pools else 4 * _TRIES)
    best: tuple[int, list[int]] | None = None
    for pool in pools:
        choice = _chosen(rounds, at, count, chance, pool)
        if choice is not None and (best is None or choice[0] < best[0]):
            best = choice
        if best is not None and best[0] == 0:
            break
    return None if best is None else best[1]


def _chosen(
    rounds: Sequence[Grouping], at: Sequence[list[int]], count: int, chance: Random, pool: Sequence[int]
) -> tuple[int, list[int]] | None:
    """So many strangers of that pool, one after the other; before them their F. None at a dead end.

    F is the sum, over all players, of C(times at a small table, 2).
    """
    small: dict[int, int] = {}
    out: list[int] = []
    met: set[int] = set()
    unfair = 0
    while len(out) < count:
        best: tuple[int, int, list[int]] | None = None
        for _ in range(_CANDIDATES if out else 1):
            player = pool[int(chance.random() * len(pool))]
            if player in met or player in out:
                continue
            mates = [
                mate
                for grouping, where in zip(rounds, at, strict=True)
                for mate in grouping[where[player]]
                if mate != player
            ]
            rise = sum(small.get(mate, 0) for mate in mates)
            if best is None or rise < best[0]:
                best = (rise, player, mates)
        if best is None:
            return None
        rise, player, mates = best
        unfair += rise
        out.append(player)
        met.update(mates)
        for mate in mates:
            small[mate] = small.get(mate, 0) + 1
    return unfair, out


def _tables_of(grouping: Grouping, players: int) -> list[int]:
    """The number of each player's table."""
    at = [0] * players
    for number, table in enumerate(grouping):
        for player in table:
            at[player] = number
    return at


def _without(rounds: Sequence[Grouping], out: Sequence[int]) -> list[Grouping]:
    """The rounds without these players, the others numbered anew, larger tables first."""
    gone = set(out)
    players = sum(map(len, rounds[0]))
    number, numbers = 0, []
    for player in range(players):
        numbers.append(number)
        number += player not in gone
    return [
        sorted(
            ([numbers[player] for player in table if player not in gone] for table in grouping),
            key=len,
            reverse=True,
        )
        for grouping in rounds
    ]


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
