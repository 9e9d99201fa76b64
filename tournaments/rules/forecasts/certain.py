"""What is certain before the last round is over, exactly: who reaches a place for sure, and who cannot.

Where a round is worth points by place, a result is at least the points of the last place and at most those
of the first. Where chips count, a result has no bounds while its table has deals to come. What is told as
certain is so, but not all that is certain is told: rivals at one table are judged one by one, as if each of
them could have the best place.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from fractions import Fraction
from math import inf

from tournaments.rules.forecasts.facts import OPEN, OUT, SURE, LastRound, Table
from tournaments.rules.forecasts.scores import Course

BY_POINTS = frozenset({"place", "points"})
"""Scorings that count nothing but places at tables."""

Number = Fraction | float


class Certainty:
    """What can still happen to the scores. Equal scores are open, because tie-breaks decide them."""

    def __init__(self, last: LastRound, courses: Mapping[str, Course]) -> None:
        self.last, self.courses = last, courses
        self.tables = {entry: table for table in last.tables for entry in table.entries}
        self.bounds = {entry: self._bounds(entry) for entry in courses}
        self.lowest = sorted(low for low, _high in self.bounds.values())
        self.highest = sorted(high for _low, high in self.bounds.values())

    def of(self, entry: str, place: int) -> str:
        """Return whether an entry reaches a place: `SURE`, `OUT` or `OPEN`."""
        low, high = self.bounds[entry]
        # It can reach its own lowest score, and is never above its own highest one.
        others = len(self.highest) - bisect_left(self.highest, low) - 1
        if others < place:
            return SURE
        above = len(self.lowest) - bisect_right(self.lowest, high)
        return OUT if above >= place else OPEN

    def sure_at_table(self, entry: str, place: int) -> int | None:
        """Return the worst place at its table with which an entry reaches a goal for sure; None: none is.

        None for scorings that do not follow from places at tables alone.
        """
        table = self.tables.get(entry)
        if self.last.scoring not in BY_POINTS or table is None or not table.left:
            return None
        scale = points_at(self.last, len(table.entries))
        enough = None
        for at_table, points in enumerate(scale, 1):
            mine = self.courses[entry].score(points)
            highest = [self.bounds[other][1] for other in self.courses if other not in table.entries]
            # Whoever is first leaves the others the second place at best.
            best_left = scale[1] if at_table == 1 and len(scale) > 1 else max(scale)
            rivals = [self.courses[other] for other in table.entries if other != entry]
            highest += [rival.score(best_left) for rival in rivals if rival.ranked]
            if sum(best >= mine for best in highest) >= place:
                break
            enough = at_table
        return enough

    def _bounds(self, entry: str) -> tuple[Number, Number]:
        """Return the lowest and the highest score that an entry can have after the round."""
        course, table = self.courses[entry], self.tables.get(entry)
        if not course.ranked:
            return -inf, -inf
        if course.fixed is not None:
            return course.fixed, course.fixed
        if table is not None and not table.left and (result := self._result(table, entry)) is not None:
            return course.score(result), course.score(result)
        if self.last.scoring not in BY_POINTS:
            return -inf, inf
        sizes = {len(table.entries)} if table is not None else set(self.last.sizes)
        scores = [course.score(points) for size in sizes for points in points_at(self.last, size)]
        return min(scores), max(scores)

    def _result(self, table: Table, entry: str) -> Fraction | None:
        """Return the result of who sits at a table that is over; None: it is not settled or not exact."""
        if self.last.boards_shared:
            return None
        mine = table.so_far[table.entries.index(entry)]
        if self.last.scoring in ("chips", "average"):
            return Fraction(mine)
        if self.last.scoring not in BY_POINTS:
            return None
        better, equal = sum(chips > mine for chips in table.so_far), table.so_far.count(mine)
        return sum(points_at(self.last, len(table.entries))[better : better + equal], Fraction(0)) / equal


def points_at(last: LastRound, size: int) -> list[Fraction]:
    """Return the points of the places at a table, best first. Only for scorings by place."""
    if last.scoring == "place":
        return [Fraction(size - place, max(size - 1, 1)) for place in range(1, size + 1)]
    return [Fraction(number) for number in dict(last.points)[size]]
