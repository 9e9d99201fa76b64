"""Means, their standard errors and 95 % intervals, by batch means.

Each batch gives a pair: a sum x (for example chips) and a number d (deals). The estimate is the ratio of the
totals, r = X / D. Its error comes from the residuals x - r d of the batches (the combined ratio estimate of
stratified samples: Cochran, Sampling Techniques, 6.11). The batches of one order of seats are a stratum, so
that the effect of the order does not count as chance.

All numbers are integers up to the last division, so the digits do not depend on the order of additions.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

from games.engine.simulation.student import quantile

Strata = Sequence[Sequence[int]]
"""The numbers of the batches in each stratum."""


class Series(NamedTuple):
    """The sum and the number of every batch."""

    sums: Sequence[int]
    numbers: Sequence[int]


class Estimate(NamedTuple):
    """A mean with its interval. ``value`` is None without data, the rest also with a single batch."""

    value: float | None
    standard_error: float | None
    low: float | None
    high: float | None


NOTHING = Estimate(None, None, None, None)


def strata_of(batches: int, orders: int) -> Strata:
    """The batches of each order of seats, or one stratum if an order has only one batch."""
    if batches < 2 * orders:
        return [range(batches)]
    return [range(first, batches, orders) for first in range(orders)]


def estimate(series: Series, strata: Strata) -> Estimate:
    """The mean of a series."""
    whole, number = sum(series.sums), sum(series.numbers)
    if not number:
        return NOTHING
    return _with_interval(Fraction(whole, number), _residuals(series), Fraction(1, number**4), strata)


def share(series: Series, strata: Strata) -> Estimate:
    """The share of a part in a whole. Its interval lies between 0 and 1.

    If the share is 0 or 1, the batches have no spread and the interval would be a point. Then the rule of
    three gives the bound: with 95 % confidence, an event that never occurs in n cases has a chance below 3/n.
    """
    mean = estimate(series, strata)
    whole, number = sum(series.sums), sum(series.numbers)
    if mean.low is None or mean.high is None:
        return mean
    if 0 < whole < number:
        return mean._replace(low=max(0.0, mean.low), high=min(1.0, mean.high))
    if whole:
        return mean._replace(low=max(0.0, 1 - 3 / number))
    return mean._replace(high=min(1.0, 3 / number))


def estimate_of_squares(whole: int, squares: int, batches: int, number: int) -> Estimate:
    """``estimate`` for one stratum of equal batches, from their sum and the sum of their squares."""
    value = float(Fraction(whole, batches * number))
    if batches < 2:
        return Estimate(value, None, None, None)
    error = sqrt(Fraction(batches * squares - whole**2, batches**2 * (batches - 1) * number**2))
    return _interval(value, error, batches - 1)


def difference(first: Series, second: Series, strata: Strata) -> Estimate:
    """The second mean minus the first. Both series must come from the same deals."""
    number, other = sum(first.numbers), sum(second.numbers)
    if not number or not other:
        return NOTHING
    larger = Fraction(sum(second.sums), other) - Fraction(sum(first.sums), number)
    residuals = [
        theirs * number**2 - ours * other**2
        for ours, theirs in zip(_residuals(first), _residuals(second), strict=True)
    ]
    return _with_interval(larger, residuals, Fraction(1, (number * other) ** 4), strata)


def _residuals(series: Series) -> list[int]:
    """The residual of each batch, times the number of all."""
    whole, number = sum(series.sums), sum(series.numbers)
    return [x * number - whole * d for x, d in zip(series.sums, series.numbers, strict=True)]


def _with_interval(value: Fraction, residuals: list[int], scale: Fraction, strata: Strata) -> Estimate:
    freedom = len(residuals) - len(strata)
    if freedom < 1:
        return Estimate(float(value), None, None, None)
    error = sqrt(scale * sum(_squares(residuals, stratum) for stratum in strata))
    return _interval(float(value), error, freedom)


def _interval(value: float, error: float, freedom: int) -> Estimate:
    half = quantile(freedom) * error
    return Estimate(value, error, value - half, value + half)


def _squares(residuals: list[int], stratum: Sequence[int]) -> Fraction:
    """The part of a stratum in the squared error: n / (n - 1) times its squares about their mean."""
    some = [residuals[batch] for batch in stratum]
    return Fraction(len(some) * sum(e * e for e in some) - sum(some) ** 2, len(some) - 1)
