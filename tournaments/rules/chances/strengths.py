"""True strengths behind results, as far as the results tell them: an exact Bayesian estimate.

The model. A person with strength s gets, in a block, the level of the block, plus s for each unit of weight,
plus luck. Luck has the variance v for one unit of weight. The level of a block is free, so it does not matter
that the chips of a table add up to 0 or that chips stay on the board. Strengths are normal around 0 with the
variance w. Units of weight are made so that the mean weight is 1: mostly a round.

`share` is the part of w in the variance of the differences between people: 0 if everything is luck, 1 if
nothing is. Before the results, share is 0 with the probability `ALL_EQUAL`, and else anything between 0 and 1
with the same probability. All other things follow exactly (`Measured`).

Estimates depend on the matrix of who met whom, never on a choice of its eigenvectors. So they are the same on
every machine, but for rounding.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tournaments.rules.chances.results import Result

Floats = NDArray[np.float64]

ALL_EQUAL: Final = 0.06
"""The probability, before the results, that all people are equally strong. It is so small that real
differences are seen, and so large that nine of ten ranges of equal people have all places."""

STEPS: Final = 200
"""The shares between 0 and 1 that are tried."""

LEAST_FREEDOM: Final = 3
"""Luck is measured only where people have so many more results than strengths."""


@dataclass(frozen=True)
class Measured:
    """What the results tell. Arrays of people are in the order of `people`.

    axes: the directions in which people differ, as the columns of a matrix. told: how much the results tell
    of each (0: nothing). means: the difference that they show there; 0 where they tell nothing.
    leftover, freedom: the sum of squares that no strengths can explain, and the number of its terms and of
    `told`.
    """

    people: tuple[str, ...]
    axes: Floats
    told: Floats
    means: Floats
    leftover: float
    freedom: int

    @cached_property
    def ratios(self) -> Floats:
        """The ratio of the two variances, w / v, for each share that is tried."""
        told = self.told[self.told > 0]
        shares = self.shares
        return np.asarray(shares / (1 - shares) * np.mean(1 / told))

    @cached_property
    def shares(self) -> Floats:
        """The shares that are tried: 0, then the middles of equal steps."""
        return np.concatenate(([0.0], (np.arange(STEPS) + 0.5) / STEPS))

    @cached_property
    def squares(self) -> Floats:
        """For each share the sum of squares in units of v."""
        known = self.told > 0
        spread = self.ratios[:, None] + 1 / self.told[known][None, :]
        return np.asarray(self.leftover + (self.means[known] ** 2 / spread).sum(axis=1))

    @cached_property
    def weights(self) -> Floats:
        """The probability of each share, after the results."""
        spread = self.ratios[:, None] + 1 / self.told[self.told > 0][None, :]
        logs = -np.log(spread).sum(axis=1) / 2 - self.freedom / 2 * np.log(self.squares)
        before = np.full(STEPS + 1, (1 - ALL_EQUAL) / STEPS)
        before[0] = ALL_EQUAL
        likely = before * np.exp(logs - logs.max())
        return np.asarray(likely / likely.sum())

    def share_at(self, *parts: float) -> list[float]:
        """The shares below which these parts of the probability are."""
        below = np.cumsum(self.weights)
        return [float(self.shares[min(int(np.searchsorted(below, part)), STEPS)]) for part in parts]

    def draw(self, rng: np.random.Generator, number: int) -> Floats:
        """Draw so many possible lists of strengths: an array of draws by people.

        In a draw in which all are equal, all are 0.
        """
        picked = rng.choice(STEPS + 1, size=number, p=self.weights)
        luck = self.squares[picked] / rng.chisquare(self.freedom, number)
        ratio = self.ratios[picked][:, None]
        # Drawn for people and not for axes, so that the choice of the axes plays no part.
        chance = rng.standard_normal((number, len(self.people))) @ self.axes
        certainty = ratio * self.told[None, :] + 1
        strengths = self.means * (1 - 1 / certainty) + chance * np.sqrt(luck[:, None] * ratio / certainty)
        drawn = strengths @ self.axes.T
        drawn[picked == 0] = 0.0  # exactly, whatever was rounded
        return np.asarray(drawn)


def measure(results: Sequence[Result], people: Sequence[str] | None = None) -> Measured | None:
    """Estimate what the results tell; None if they are too few or all the same.

    people: all whose strengths are drawn, in their order; None: those of the results.
    """
    names = tuple(dict.fromkeys(people if people is not None else (each.person for each in results)))
    index = {person: number for number, person in enumerate(names)}
    usual = sum(each.weight for each in results) / max(len(results), 1)
    blocks: dict[str, list[Result]] = defaultdict(list)
    for each in results:
        blocks[each.block].append(each)
    matrix = np.zeros((len(names), len(names)))
    totals = np.zeros(len(names))
    squares, terms = 0.0, 0
    for block in blocks.values():
        if len(block) < 2:
            continue
        who = np.array([index[each.person] for each in block])
        weight = np.array([each.weight / usual for each in block])
        value = np.array([each.value for each in block]) / weight
        above = value - (weight * value).sum() / weight.sum()
        matrix[who, who] += weight
        matrix[np.ix_(who, who)] -= np.outer(weight, weight) / weight.sum()
        totals[who] += weight * above
        squares += float((weight * above**2).sum())
        terms += len(block) - 1
    if not terms:
        return None
    told, axes = np.linalg.eigh(matrix)
    known = told > 1e-9 * told.max()
    told = np.where(known, told, 0.0)
    means = np.where(known, (totals @ axes) / np.where(known, told, 1.0), 0.0)
    leftover = squares - float((told * means**2).sum())
    if terms - int(known.sum()) < LEAST_FREEDOM or leftover <= 1e-9 * squares:
        return None
    return Measured(names, axes, told, means, leftover, terms)
