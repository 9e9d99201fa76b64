"""Means, their standard errors and 95 % intervals, by batch means.

What a batch counted is a pair: a sum x (chips, say) over a number d (deals). The estimate is the ratio of the
totals, r = X / D. Its spread is seen in the residuals x - r d of the batches (the combined ratio estimate of
stratified samples: Cochran, Sampling Techniques, 6.11). Batches of one order of seats are a stratum, so that
what the order itself does is not taken for chance.

Everything is whole numbers up to the last division: the digits do not depend on who added what first.
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
    """What every batch counted."""

    sums: Sequence[int]
    numbers: Sequence[int]


class Estimate(NamedTuple):
    """A mean with its interval. ``value`` is None if there was nothing, the rest also after one batch."""

    value: float | None
    standard_error: float | None
    low: float | None
    high: float | None


NOTHING = Estimate(None, None, None, None)


def strata_of(batches: int, orders: int) -> Strata:
    """The batches by the order they played (they take turns); one stratum if an order has a single batch."""
    if batches < 2 * orders:
        return [range(batches)]
    return [range(first, batches, orders) for first in range(orders)]


def estimate(series: Series, strata: Strata) -> Estimate:
    """The mean that a series shows."""
    whole, number = sum(series.sums), sum(series.numbers)
    if not number:
        return NOTHING
    return _with_interval(Fraction(whole, number), _residuals(series), Fraction(1, number**4), strata)


def share(series: Series, strata: Strata) -> Estimate:
    """How many of all there were, where each counts once or not at all: its interval lies within 0 and 1.

    Where all did, or none, the batches show no spread, and the interval would be a point. Its bound is then
    by the rule of three: what happens more often than 3 times in n is not missed in all n, with 95 %.
    """
    found = estimate(series, strata)
    whole, number = sum(series.sums), sum(series.numbers)
    if found.low is None or found.high is None:
        return found
    if 0 < whole < number:
        return found._replace(low=max(0.0, found.low), high=min(1.0, found.high))
    if whole:
        return found._replace(low=max(0.0, 1 - 3 / number))
    return found._replace(high=min(1.0, 3 / number))


def estimate_of_squares(whole: int, squares: int, batches: int, number: int) -> Estimate:
    """``estimate`` of one stratum, whose batches of ``number`` each are known by sum and squares alone."""
    value = float(Fraction(whole, batches * number))
    if batches < 2:
        return Estimate(value, None, None, None)
    error = sqrt(Fraction(batches * squares - whole**2, batches**2 * (batches - 1) * number**2))
    return _interval(value, error, batches - 1)


def difference(first: Series, second: Series, strata: Strata) -> Estimate:
    """How much larger the second mean is than the first; the batches were played on the same deals."""
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
    """What each batch has more than its share, times the number of all."""
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
    """What a stratum adds to the square of the error: n / (n - 1) of its squares about their mean."""
    some = [residuals[batch] for batch in stratum]
    return Fraction(len(some) * sum(e * e for e in some) - sum(some) ** 2, len(some) - 1)
