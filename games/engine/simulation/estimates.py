"""Means, their standard errors and 95 % intervals, by batch means.

Each batch gives a pair: a sum x (for example chips) and a number d (deals). The estimate is the ratio of the
totals, r = X / D. Its error comes from the residuals x - r d of the batches.

All numbers are integers up to the last division, so the digits do not depend on the order of additions.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

NORMAL = 1.959963984540054
"""The 0.975 quantile of the normal distribution."""

_FEW = (12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912, 2.364624, 2.306004, 2.262157)
"""The 0.975 quantiles of Student's distribution with 1 to 9 degrees of freedom, from a table."""

_TERMS = (2.372271230299, 2.82249861574, 2.555849679508, 1.589534053394)
"""The terms of the Cornish-Fisher expansion (Abramowitz and Stegun, 26.7.5) for z = ``NORMAL``, by powers.

The first is (z^3 + z) / 4, the second (5 z^5 + 16 z^3 + 3 z) / 96. They are constants, because powers may
differ in the last digit between machines.
"""


class Estimate(NamedTuple):
    """A mean with its interval. With a single batch only the mean is known."""

    value: float
    standard_error: float | None
    low: float | None
    high: float | None


def estimate(sums: Sequence[int], numbers: Sequence[int]) -> Estimate:
    """The mean from the sum and the number of every batch."""
    whole, number, batches = sum(sums), sum(numbers), len(sums)
    squares = sum((x * number - whole * d) ** 2 for x, d in zip(sums, numbers, strict=True))
    variance = Fraction(batches * squares, max(1, batches - 1) * number**4)
    return _with_interval(Fraction(whole, number), variance, batches)


def estimate_of_squares(whole: int, squares: int, batches: int, number: int) -> Estimate:
    """``estimate`` for equal batches, from their sum and the sum of their squares."""
    variance = Fraction(batches * squares - whole**2, batches**2 * max(1, batches - 1) * number**2)
    return _with_interval(Fraction(whole, batches * number), variance, batches)


def _with_interval(mean: Fraction, variance: Fraction, batches: int) -> Estimate:
    value = float(mean)
    if batches < 2:
        return Estimate(value, None, None, None)
    error = sqrt(variance)
    half = quantile(batches - 1) * error
    return Estimate(value, error, value - half, value + half)


def quantile(freedom: int) -> float:
    """The 0.975 quantile for 1 or more degrees of freedom. The expansion is exact to 0.00002."""
    if freedom <= len(_FEW):
        return _FEW[freedom - 1]
    more = 0.0
    for term in reversed(_TERMS):
        more = (more + term) / freedom
    return NORMAL + more
