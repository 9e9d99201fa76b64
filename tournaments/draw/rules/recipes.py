"""Known plans of whole evenings, as starts for the search.

Full tables: kept schedules, or a rotation. Tables of p and p - 1: rounds of full tables with
more players, some of whom are removed. If no schedule without a repeat is long enough: a kept schedule with
few repeats, or rounds that continue greedily.

Players are numbers from 0, assigned at random: another seed gives another draw. A player of a small table and
a player of a large table swap places if that causes no repeat. Meetings are kept in a set: a matrix would
have a hundred million numbers for thousands of players.

Players are removed who never meet. In each round every removed player leaves a different table, so there are
as many small tables as removed players, and no new repeats. They are chosen so that the others sit at small
tables about equally often.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random

from tournaments.draw.rules.known import best_schedule, is_sure, kept_rounds, rotated
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
        kept = best_schedule(sizes, rounds)
        start = _continued(start, sizes, rounds, chance) if kept is None else kept[1]
    return _relabelled(start, chance)


def _fresh(sizes: Sequence[int], rounds: int, chance: Random) -> list[Grouping]:
    """Return up to that many rounds without a repeat, at least one, from the recipe with the most rounds."""
    largest_first = sorted(sizes, reverse=True)
    tables, size = len(largest_first), largest_first[0]
    small = largest_first.count(size - 1)
    longest = kept_rounds(largest_first)[:rounds]
    if len(longest) < rounds and small == 0 and size == largest_first[-1]:
        longest = max(longest, _full(tables, size, rounds), key=len)
    elif len(longest) < rounds and size - 1 == largest_first[-1]:
        full = _full(tables, size, rounds + 1)
        longest = max(longest, punctured(full, small, rounds, chance), key=len)
    return evened(longest, chance) if longest else [cut(range(sum(largest_first)), largest_first)]


def _full(tables: int, size: int, rounds: int) -> list[Grouping]:
    """Return the longest known rounds of full tables, up to that many. A rotation can need a search."""
    longest = [] if is_sure(tables, size, rounds) else kept_rounds([size] * tables)[:rounds]
    return longest if len(longest) == rounds else max(longest, rotated(tables, size, rounds), key=len)


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


_TRIES, _CANDIDATES = 12, 24
"""How many choices are compared, and how many players are considered for each place."""
_MANY = 8
"""From this number of removed players on, they are one column of the recipe."""


def punctured(full: Sequence[Grouping], small: int, rounds: int, chance: Random) -> list[Grouping]:
    """Make rounds with tables of two sizes: take `small` players out of rounds of full tables.

    Only players who never meet each other in these rounds can be taken out. Then each round has `small`
    tables with one seat less. If such players do not exist for `rounds` rounds, the result has fewer rounds,
    or none. The others get new numbers, and larger tables come first.

    full: rounds without a repeat, one more than `rounds` if known. Players who meet in a round that is not
    used do not meet in the others, so they can be taken out.
    """
    for count in range(min(rounds, len(full)), 0, -1):
        out = _strangers(full[:count], small, chance, full[count:])
        if out:
            return _without(full[:count], out)
    return []


def _strangers(
    rounds: Sequence[Grouping], count: int, chance: Random, unused: Sequence[Grouping]
) -> list[int]:
    """Return `count` players who never meet in these rounds, the fairest of several choices; empty if none.

    unused: further rounds of the same plan, which are not played. Players at one of their tables do not meet
    in `rounds`. Nor do the players of one column of a recipe: with g tables, these are players 0 to g - 1, g
    to 2 g - 1 and so on.
    """
    players, tables = sum(map(len, rounds[0])), len(rounds[0])
    at = [_tables_of(grouping, players) for grouping in rounds]
    column = list(range(tables))
    if all(len({where[player] for player in column}) == tables for where in at) and count >= _MANY:
        return _some(column, count, chance)
    pools = [table for grouping in unused for table in grouping if len(table) >= count][:_TRIES]
    pools += [list(range(players))] * (_TRIES if pools else 4 * _TRIES)
    best: tuple[int, list[int]] | None = None
    for pool in pools:
        choice = _chosen(rounds, at, count, chance, pool)
        if choice is not None and (best is None or choice[0] < best[0]):
            best = choice
        if best is not None and best[0] == 0:
            break
    return [] if best is None else best[1]


def _some(pool: Sequence[int], count: int, chance: Random) -> list[int]:
    """Return `count` different random members of the pool."""
    left = list(pool)
    return [left.pop(int(chance.random() * len(left))) for _ in range(count)]


def _chosen(
    rounds: Sequence[Grouping], at: Sequence[list[int]], count: int, chance: Random, pool: Sequence[int]
) -> tuple[int, list[int]] | None:
    """Return F of the others, and `count` players of the pool who never meet. A low F is fair.

    None if the choice runs out of players.
    """
    small: dict[int, int] = {}
    out: list[int] = []
    free = list(pool)
    unfair = 0
    while len(out) < count and free:
        options = []
        for player in _some(free, min(len(free), _CANDIDATES if out else 1), chance):
            mates = _mates(rounds, at, player)
            options.append((sum(small.get(mate, 0) for mate in mates), player, mates))
        rise, player, mates = min(options)
        unfair += rise
        out.append(player)
        met = {player, *mates}
        free = [other for other in free if other not in met]
        for mate in mates:
            small[mate] = small.get(mate, 0) + 1
    return (unfair, out) if len(out) == count else None


def _mates(rounds: Sequence[Grouping], at: Sequence[list[int]], player: int) -> list[int]:
    """Return everybody this player meets, round by round."""
    return [
        mate
        for grouping, where in zip(rounds, at, strict=True)
        for mate in grouping[where[player]]
        if mate != player
    ]


def _tables_of(grouping: Grouping, players: int) -> list[int]:
    """Return the table number of each player."""
    at = [0] * players
    for number, table in enumerate(grouping):
        for player in table:
            at[player] = number
    return at


def _without(rounds: Sequence[Grouping], out: Sequence[int]) -> list[Grouping]:
    """Return the rounds without these players, with new numbers, larger tables first."""
    gone = set(out)
    number, numbers = 0, []
    for player in range(sum(map(len, rounds[0]))):
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
