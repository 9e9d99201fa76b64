"""First dealers of the coming rounds after any past: fair at the end, and nearly as fair on the way.

Players are compared within classes with equally many games. `level` is the number of first deals of each
player, adjusted so that classes can be compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product

from tournaments.draw.rules.seats.dealing import dealers

Rounds = Sequence[Sequence[Sequence[int]]]
Classes = Sequence[Sequence[int]]

TRIALS = 5_000
"""The most tables whose dealers are chosen again when there are several classes."""


def share_turns(
    rounds: Rounds, level: Sequence[int], classes: Classes, first: int, share: int
) -> list[list[int]]:
    """Return a first dealer for each table of each round. rounds: the players who may deal first, by table.

    With tables of `share` seats each player deals first once in `share` rounds. So rounds are planned in
    blocks of this length (the first block has `first` rounds left), or all together if that ends more
    evenly.
    """
    chosen: list[list[int]] = []
    after = list(level)
    start, end = 0, first
    while start < len(rounds):
        block = _block(rounds[start:end], after, classes)
        for player in (player for round_ in block for player in round_):
            after[player] += 1
        chosen += block
        start, end = end, end + share
    if len(rounds) > first and _spread(level, chosen, classes) > 1:
        choices = [chosen, _block(rounds, level, classes)]
        chosen = min(choices, key=lambda dealers_: _spread(level, dealers_, classes))
        # Fairness at the end counts more than on the way.
        fairest = _fairest(level, rounds, classes)
        if _spread(level, chosen, classes) > _spread(level, fairest, classes) + 1:
            chosen = fairest
    return chosen


def _block(rounds: Rounds, level: Sequence[int], classes: Classes) -> list[list[int]]:
    """Return the fairest dealers of these rounds. On the way the spread is at most one above its least."""
    now = list(level)
    chosen: list[list[int]] = []
    planned = _fairest(now, rounds, classes)
    for number, tables in enumerate(rounds):
        following = planned[number]
        if _spread(now, [following], classes) > 1:
            at_once = _fairest_now(now, tables, classes)
            if _spread(now, [following], classes) > _spread(now, [at_once], classes) + 1:
                following = at_once
        chosen.append(following)
        for player in following:
            now[player] += 1
        if following is not planned[number]:
            planned[number + 1 :] = _fairest(now, rounds[number + 1 :], classes)
    return chosen


def _fairest(level: Sequence[int], rounds: Rounds, classes: Classes) -> list[list[int]]:
    """Return the dealers of these rounds with the least spread within classes.

    With one class the choice is optimal. With several, the levels of the classes are shifted against each
    other to try other choices.
    """
    tables = [table for round_ in rounds for table in round_]
    best = _split(dealers(level, tables), rounds)
    reached = _spread(level, best, classes)
    if len(classes) == 1 or reached < 2:
        return best
    for shifts in _shifts(len(classes), max(2 * len(classes), TRIALS // len(tables))):
        trial = list(level)
        for members, by in zip(classes, shifts, strict=True):
            for player in members:
                trial[player] += by
        choice = _split(dealers(trial, tables), rounds)
        spread = _spread(level, choice, classes)
        if spread < reached:
            best, reached = choice, spread
        if reached < 2:
            break
    return best


def _fairest_now(level: Sequence[int], tables: Sequence[Sequence[int]], classes: Classes) -> list[int]:
    """Return the fairest dealers of one round. Its tables share no player, so all ranges can be tried."""
    best = _fairest(level, [tables], classes)[0]
    reached = _spread(level, [best], classes)
    class_of = {player: number for number, members in enumerate(classes) for player in members}
    width = reached - 1
    while len(classes) > 1 and width >= 0:
        ends = [
            range(max(level[player] for player in members) - width, min(level[p] for p in members) + 2)
            for members in classes
        ]
        tries = max(1, TRIALS // len(tables))
        for lower in islice(product(*ends), tries):
            choice = _within(level, tables, class_of, lower, width)
            if choice:
                best = choice
                break
        else:
            return best
        width -= 1
    return best


def _within(
    level: Sequence[int],
    tables: Sequence[Sequence[int]],
    class_of: Mapping[int, int],
    lower: Sequence[int],
    width: int,
) -> list[int]:
    """Return dealers that keep every class between its `lower` and `lower` + `width`; empty without any."""
    chosen = []
    for table in tables:
        room = {p: level[p] - lower[class_of[p]] for p in table if p in class_of}
        if not room:  # only players with pinned seats, who are not compared
            chosen.append(table[0])
            continue
        first = min(room, key=room.__getitem__)
        if room[first] >= width or sum(1 for left in room.values() if left < 0) > 1 or room[first] < -1:
            return []
        chosen.append(first)
    return chosen


def _shifts(classes: int, most: int) -> Iterator[tuple[int, ...]]:
    """Yield shifts of the classes against each other, the smallest first."""
    for reach in (1, 2):
        ways = (way for way in product(range(-reach, reach + 1), repeat=min(classes, 5)) if any(way))
        for way in islice(sorted(ways, key=lambda way: sum(map(abs, way))), most):
            yield (*way, *[0] * (classes - len(way)))


def _spread(level: Sequence[int], chosen: Sequence[Sequence[int]], classes: Sequence[Sequence[int]]) -> int:
    """Return the spread within classes after these first deals."""
    after = list(level)
    for round_ in chosen:
        for player in round_:
            after[player] += 1
    counts = [[after[player] for player in members] for members in classes]
    return max((max(turns) - min(turns) for turns in counts), default=0)


def _split(chosen: Sequence[int], rounds: Sequence[Sequence[object]]) -> list[list[int]]:
    following = iter(chosen)
    return [[next(following) for _ in tables] for tables in rounds]
