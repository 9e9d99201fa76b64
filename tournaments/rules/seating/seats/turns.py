"""Who deals first in rounds to come after any past: fair in the end, and hardly less so on the way.

People are compared with those who have as many games, class by class. `level` is how often each dealt
first, put so that the classes can be compared with each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product

from tournaments.rules.seating.seats.dealing import dealers

Rounds = Sequence[Sequence[Sequence[int]]]
Classes = Sequence[Sequence[int]]

TRIALS = 5_000
"""How many tables' dealers are chosen anew, at most, for people with more and with fewer games at once."""


def share_turns(
    rounds: Rounds, level: Sequence[int], classes: Classes, first: int, share: int
) -> list[list[int]]:
    """Return one dealer for each table of each round; tables list those who may deal there.

    With tables of `share` seats everybody's turn comes once in as many rounds. So the rounds are shared
    out in such lots (the one begun has `first` rounds left), or all at once where that ends more evenly.
    """
    chosen: list[list[int]] = []
    after = list(level)
    start, end = 0, first
    while start < len(rounds):
        lot = _lot(rounds[start:end], after, classes)
        for player in (player for round_ in lot for player in round_):
            after[player] += 1
        chosen += lot
        start, end = end, end + share
    if len(rounds) > first and _spread(level, chosen, classes) > 1:
        found = [chosen, _lot(rounds, level, classes)]
        chosen = min(found, key=lambda dealers_: _spread(level, dealers_, classes))
        # In the end fairness counts more than on the way.
        fairest = _fairest(level, rounds, classes)
        if _spread(level, chosen, classes) > _spread(level, fairest, classes) + 1:
            chosen = fairest
    return chosen


def _lot(rounds: Rounds, level: Sequence[int], classes: Classes) -> list[list[int]]:
    """The fairest dealers of these rounds; on the way people are at most one further apart than need be."""
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
    """The dealers of these rounds that leave everybody in a class as even as can be.

    With one class there is no better choice. With several, what suits one may be hard on another: then
    they are tried some deals higher and lower against each other.
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
        found = _split(dealers(trial, tables), rounds)
        spread = _spread(level, found, classes)
        if spread < reached:
            best, reached = found, spread
        if reached < 2:
            break
    return best


def _fairest_now(level: Sequence[int], tables: Sequence[Sequence[int]], classes: Classes) -> list[int]:
    """The dealers of one round, likewise: its tables have nobody in common, so every range can be tried."""
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
            found = _within(level, tables, class_of, lower, width)
            if found:
                best = found
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
    """Dealers of one round that keep every class from its `lower` to `width` above, or none."""
    chosen = []
    for table in tables:
        room = {p: level[p] - lower[class_of[p]] for p in table if p in class_of}
        if not room:  # only people with a seat of their own, who are compared with nobody
            chosen.append(table[0])
            continue
        first = min(room, key=room.__getitem__)
        if room[first] >= width or sum(1 for left in room.values() if left < 0) > 1 or room[first] < -1:
            return []
        chosen.append(first)
    return chosen


def _shifts(classes: int, most: int) -> Iterator[tuple[int, ...]]:
    """Ways to shift classes against each other, the smallest first: of one class, then of several."""
    for reach in (1, 2):
        ways = (way for way in product(range(-reach, reach + 1), repeat=min(classes, 5)) if any(way))
        for way in islice(sorted(ways, key=lambda way: sum(map(abs, way))), most):
            yield (*way, *[0] * (classes - len(way)))


def _spread(level: Sequence[int], chosen: Sequence[Sequence[int]], classes: Sequence[Sequence[int]]) -> int:
    """How far apart people with as many games would be after these deals."""
    after = list(level)
    for round_ in chosen:
        for player in round_:
            after[player] += 1
    counts = [[after[player] for player in members] for members in classes]
    return max((max(found) - min(found) for found in counts), default=0)


def _split(chosen: Sequence[int], rounds: Sequence[Sequence[object]]) -> list[list[int]]:
    following = iter(chosen)
    return [[next(following) for _ in tables] for tables in rounds]
