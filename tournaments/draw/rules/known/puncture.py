"""Tables of p and p - 1 players from full tables of p: players who never meet are removed.

In each round every removed player leaves a different table, so there are as many small tables as removed
players, and no new repeats. The removed players are chosen so that the others sit at small tables about
equally often.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tournaments.draw.rules.request import Grouping

_TRIES, _CANDIDATES = 12, 24
"""How many choices are compared, and how many players are considered for each place."""
_MANY = 8
"""From this number of removed players on, they are one column of the recipe."""


def punctured(full: Sequence[Grouping], small: int, rounds: int, chance: Random) -> list[Grouping]:
    """Return up to that many of these rounds, without `small` of the players.

    full: rounds of equal tables, one more than is needed: if all pairs meet in them, one round is left out,
    and its tables are players who never meet in the others. The result is empty if too few such players
    exist. The players get new numbers, and larger tables come first.
    """
    for count in range(min(rounds, len(full)), 0, -1):
        out = _strangers(full[:count], small, chance, full[count:])
        if out:
            return _without(full[:count], out)
    return []


def _strangers(
    rounds: Sequence[Grouping], count: int, chance: Random, unused: Sequence[Grouping]
) -> list[int]:
    """Return that many players who never meet in these rounds, the fairest of several choices.

    unused: rounds that are left out; the players of one of their tables never meet. The same holds for a
    column of a recipe: players 0 to g - 1, g to 2 g - 1 and so on, with g tables.
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
    """Return F and `count` players of the pool who never meet; None if the choice runs out of players."""
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
