"""Simulated ends of a last round, as arrays: a run is a row, a person is a column."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tournaments.rules.forecasts.facts import LastRound, Table
from tournaments.rules.forecasts.scores import Course
from tournaments.rules.forecasts.strengths import Strength
from tournaments.rules.scoring import VALUED

Floats = NDArray[np.float64]

BY_PLACES: Final = frozenset({"place", "points", "uma"})
"""Scorings that ask for places at the table."""


def simulate_chips(
    table: Table,
    strengths: Mapping[str, Strength],
    variance: float,
    runs: int,
    generator: np.random.Generator,
) -> Floats:
    """Return the net chips that each entry of a table still wins. They have no sum.

    variance: of luck in one deal.
    """
    size, left = len(table.entries), table.left
    if not left:
        return np.zeros((runs, size))
    of_table = [strengths[entry] for entry in table.entries]
    luck = generator.standard_normal((runs, size)) * sqrt(variance * left)
    strong = generator.standard_normal((runs, size)) * [each.doubt * left for each in of_table]
    strong += [each.mean * left for each in of_table]
    # The difference from the mean of the table takes one part in `size` of the variance.
    luck = (luck - luck.mean(axis=1, keepdims=True)) * (sqrt(size / (size - 1)) if size > 1 else 0)
    won: Floats = luck + strong - strong.mean(axis=1, keepdims=True)
    return won


@dataclass(frozen=True, slots=True)
class Scale:
    """How chips at a table of one size become the result of a round.

    places: points or bonuses, best first. worth: of a chip.
    """

    scoring: str
    places: tuple[float, ...] = ()
    worth: float = 1.0

    def values(self, chips: Floats) -> Floats:
        """Return the results. chips: of all runs, a column for each entry of one table."""
        values = chips
        if self.scoring == "even":
            values = (chips - chips.mean(axis=1, keepdims=True)) * self.worth
        elif self.scoring == "root":
            values = np.sign(chips) * np.sqrt(np.abs(chips))
        elif self.scoring in BY_PLACES:
            points = self._of_places(chips)
            values = chips + points if self.scoring in VALUED else points
        return values

    def _of_places(self, chips: Floats) -> Floats:
        """Return the points of the places. Equal chips share the mean."""
        better = (chips[:, np.newaxis, :] > chips[:, :, np.newaxis]).sum(axis=2)
        equal = (chips[:, np.newaxis, :] == chips[:, :, np.newaxis]).sum(axis=2)
        added = np.concatenate([[0.0], np.cumsum(self.places)])
        shared: Floats = (added[better + equal] - added[better]) / equal
        return shared


def scale_of(last: LastRound, size: int) -> Scale | None:
    """Return the scale of a table of this size; None if the points or the worth for it are missing."""
    if last.scoring in ("points", "uma"):
        places = dict(last.points).get(size, ())
        return Scale(last.scoring, tuple(map(float, places))) if len(places) == size else None
    if last.scoring == "place":
        return Scale(last.scoring, tuple((size - place) / max(size - 1, 1) for place in range(1, size + 1)))
    worths = dict(last.worths)
    if last.scoring == "even" and worths:
        return Scale(last.scoring, worth=float(worths[size])) if size in worths else None
    return Scale(last.scoring)


class Scores:
    """The final scores of some people. Each is a column."""

    COLUMNS = ("total", "weight", "gain", "deals", "ranked", "competes", "kept", "kept_weight")

    def __init__(self, courses: Sequence[Course]) -> None:
        def column(numbers: list[Any]) -> Floats:
            return np.array([float(number) for number in numbers])

        self.is_mean = any(course.is_mean for course in courses)
        self.total = column([course.total for course in courses])
        self.weight = column([course.weight for course in courses])
        self.gain = column([course.gain for course in courses])
        self.deals = column([course.deals for course in courses])
        weakest = [course.weakest or (0, 1) for course in courses]
        self.ranked = np.array([course.ranked for course in courses])
        self.competes = np.array([course.weakest is not None for course in courses])
        self.kept = column([total for total, _weight in weakest])
        self.kept_weight = column([weight for _total, weight in weakest])

    def at(self, columns: NDArray[np.intp]) -> Scores:
        """Return the scores of the people in these columns. columns: the same in all runs, or a row a run."""
        chosen = copy(self)
        for name in self.COLUMNS:
            setattr(chosen, name, getattr(self, name)[columns])
        return chosen

    def of(self, values: Floats) -> Floats:
        """Return the scores with these results of the last round."""
        struck = self.competes & (values / self.deals <= self.kept / self.kept_weight)
        total = self.total + np.where(struck, self.kept, self.gain * values)
        if self.is_mean:
            total = total / np.maximum(self.weight + np.where(struck, self.kept_weight, self.deals), 1)
        scores: Floats = np.where(self.ranked, total, -np.inf)
        return scores
