"""The spread of scores at the tables of a Swiss round, how small it could be, and who floated.

The measure is the sum of the squared differences of scores, over all pairs at one table. Scores are in
thousandths of a point, as in a request.

A seating at tables whose sizes differ by at most one has no smaller sum than the best cut of the players in
the order of their scores. For two tables of n and n or n + 1 seats this follows from an exchange: if the
scores of two tables overlap, the players of both can be seated as a cut, and the sum does not grow. Tables
that do not overlap in any pair are a cut.

A seating in which few pairs meet again has a second bound. A player sits with some of the players whom they
have not met, at best with those whose scores are nearest. Each repeat replaces one of them, for two players.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, combinations
from math import inf
from typing import TypedDict

from tournaments.rules.seating.certificate.counts import Pair
from tournaments.rules.seating.request import Request, Table, Tables


class ScoreSpread(TypedDict):
    """How far the scores of the players at one table are apart, in points or chips of the standings.

    mean, largest: from the highest to the lowest score of a table. squares: the sum of the squared
    differences over all pairs at one table. least: no seating at these tables has a smaller sum.
    least_at_repeats: no seating in which as few pairs meet again has a smaller sum. proved: it has this sum.
    down, up: the players who floated (`floaters`).
    """

    mean: float
    largest: float
    squares: float
    least: float
    least_at_repeats: float
    proved: bool
    down: list[str]
    up: list[str]


def score_spread(request: Request, tables: Tables, met: Mapping[Pair, int]) -> ScoreSpread | None:
    """Return the spread of the scores at these tables; None if scores do not pair.

    met: how often each pair met before.
    """
    if not request.scores:
        return None
    score_of = dict(zip(request.players, request.scores, strict=False))
    seated = [[player for player in table if player in score_of] for table in tables]
    scores = [[score_of[player] for player in table] for table in seated if table]
    apart = [max(table) - min(table) for table in scores]
    squares = sum((a - b) ** 2 for table in scores for a, b in combinations(table, 2))
    sizes = [len(table) for table in scores]
    again = sum(1 for table in seated for pair in combinations(table, 2) if met.get(frozenset(pair)))
    least = least_squares([score for table in scores for score in table], sizes)
    at_repeats = max(least, least_squares_at(score_of, met, sizes, again))
    down, up = [], []
    for table in tables:
        higher, lower = floaters(table, score_of)
        down += higher
        up += lower
    return ScoreSpread(
        mean=_points(sum(apart), 1_000 * max(1, len(apart))),
        largest=_points(max(apart, default=0), 1_000),
        squares=_points(squares, 1_000_000),
        least=_points(least, 1_000_000),
        least_at_repeats=_points(at_repeats, 1_000_000),
        proved=squares == at_repeats,
        down=down,
        up=up,
    )


def floaters(table: Table, score_of: Mapping[str, int]) -> tuple[list[str], list[str]]:
    """Return the players of a table who come from a higher score group, and those from a lower one.

    A table is of the score that most of its players have; if two are as many, of the higher one. A table
    whose players all have different scores is of no group, so nobody floats there.
    """
    times = Counter(score_of[player] for player in table if player in score_of)
    most = max(times.values(), default=0)
    if most < 2:
        return [], []
    own = max(score for score, count in times.items() if count == most)
    here = [player for player in table if player in score_of]
    return [p for p in here if score_of[p] > own], [p for p in here if score_of[p] < own]


def least_squares(scores: Sequence[int], sizes: Sequence[int]) -> int:
    """Return the least sum of squared differences at tables of these sizes; 0 (no bound) for other sizes.

    Only sizes that differ by at most one are examined.
    """
    if not sizes or max(sizes) - min(sizes) > 1:
        return 0
    ordered = sorted(scores)
    sums = [0, *accumulate(ordered)]
    squares = [0, *accumulate(score * score for score in ordered)]

    def pairs(start: int, size: int) -> int:
        total = sums[start + size] - sums[start]
        return size * (squares[start + size] - squares[start]) - total * total

    small, large = min(sizes), max(sizes)
    tables_of_large = sum(size == large for size in sizes) if large > small else 0
    tables_of_small = len(sizes) - tables_of_large
    # The least sum with so many tables of each size at the lowest scores.
    least = [0.0] + [inf] * tables_of_large
    for used in range(tables_of_small + 1):
        for number in range(tables_of_large + 1):
            start = used * small + number * large
            before = inf
            if used:
                before = least[number] + pairs(start - small, small)
            if number:
                before = min(before, least[number - 1] + pairs(start - large, large))
            if used or number:
                least[number] = before
    return int(least[tables_of_large])


def least_squares_at(
    score_of: Mapping[str, int], met: Mapping[Pair, int], sizes: Sequence[int], repeats: int
) -> int:
    """Return a bound of the sum of squared differences if so many pairs at most meet again."""
    fewest, most = min(sizes, default=1) - 1, max(sizes, default=1) - 1
    at_larger = sum(size for size in sizes if size - 1 > fewest)
    partners: dict[str, set[str]] = {}
    for pair in met:
        for player in pair:
            partners.setdefault(player, set()).update(pair - {player})
    ordered = sorted(score_of, key=lambda player: score_of[player])
    total, further, saved = 0, [], []
    for index, player in enumerate(ordered):
        known = partners.get(player, set())
        near = []
        again = sorted((score_of[player] - score_of[other]) ** 2 for other in known if other in score_of)
        for other in _nearest(ordered, score_of, index):
            if other not in known:
                near.append((score_of[player] - score_of[other]) ** 2)
                if len(near) == most:
                    break
        if len(near) < most:
            near = sorted(near + again)[:most]
            again = []
        total += sum(near[:fewest])
        further += near[fewest : fewest + 1]
        saved += [far - close for far, close in zip(reversed(near), again, strict=False) if far > close]
    total += sum(sorted(further)[:at_larger])
    total -= sum(sorted(saved, reverse=True)[: 2 * repeats])
    # A pair has two ends.
    return max(0, -(-total // 2))


def _nearest(ordered: Sequence[str], score_of: Mapping[str, int], index: int) -> Iterator[str]:
    """Yield the other players, the nearest score first. ordered: all players by score."""
    own = score_of[ordered[index]]
    below, above = index - 1, index + 1
    while below >= 0 or above < len(ordered):
        if above >= len(ordered) or (
            below >= 0 and own - score_of[ordered[below]] <= score_of[ordered[above]] - own
        ):
            yield ordered[below]
            below -= 1
        else:
            yield ordered[above]
            above += 1


def _points(thousandths: int, unit: int) -> float:
    """Return a figure in points, as the standings show them: a whole number, or with three decimals."""
    return thousandths // unit if thousandths % unit == 0 else round(thousandths / unit, 3)
