"""Tables of p and p - 1 from full tables of p: some players are taken out, who never meet.

Each of them leaves a table of his own, so that every round has as many small tables as players were
taken out; and where nobody met twice before, nobody does now. Whom to take out is chosen so that the
others sit at the small tables evenly often.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

Grouping = list[list[int]]

_TRIES, _CANDIDATES = 12, 24
"""How many choices are compared, and how many players are looked at for each place in one."""
_MANY = 8
"""From so many players on they are taken from one column, without a choice."""


def punctured(full: Sequence[Grouping], small: int, rounds: int, chance: Random) -> list[Grouping]:
    """Return up to so many of these rounds, of equal tables, with `small` players taken out.

    `full` should have one round more than is wanted: where everybody meets everybody it has to be left
    out, and those who sat together in it are strangers in the others. Empty where no so many strangers
    were found. The players are numbered anew, larger tables come first.
    """
    for count in range(min(rounds, len(full)), 0, -1):
        out = _strangers(full[:count], small, chance, full[count:])
        if out:
            return _without(full[:count], out)
    return []


def _strangers(
    rounds: Sequence[Grouping], count: int, chance: Random, unused: Sequence[Grouping]
) -> list[int]:
    """So many players of whom no two meet in these rounds; of several choices the fairest.

    `unused`: rounds left out, whose tables are such players for certain. So are the columns of a
    recipe that keeps them apart: players 0 to g - 1, g to 2 g - 1 and so on, of g tables.
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
    """So many of them by chance, all different."""
    left = list(pool)
    return [left.pop(int(chance.random() * len(left))) for _ in range(count)]


def _chosen(
    rounds: Sequence[Grouping], at: Sequence[list[int]], count: int, chance: Random, pool: Sequence[int]
) -> tuple[int, list[int]] | None:
    """So many strangers of that pool, one after the other; before them their F. None at a dead end.

    F is the sum, over all players, of C(times at a small table, 2).
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
    """Everybody this player meets, round after round."""
    return [
        mate
        for grouping, where in zip(rounds, at, strict=True)
        for mate in grouping[where[player]]
        if mate != player
    ]


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
