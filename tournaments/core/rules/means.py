"""Means and shares with 95 % intervals, from a few evenings or tables.

They are for people to read, so floats are good enough here. Nothing that counts depends on them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

Z: Final = 1.96
"""The quantile of the normal distribution."""

T: Final = (
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
    2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
)  # fmt: skip
"""The quantiles of Student's t distribution with 1, 2, 3 ... degrees of freedom; after them Z + 2.4 / n."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean or a share, and its interval. mean: None without data. low, high: None if it cannot be known."""

    mean: float | None
    low: float | None = None
    high: float | None = None


def quantile(freedom: int) -> float:
    """Return the quantile of the t distribution for a 95 % interval.

    freedom: the degrees of freedom, at least 1.
    """
    return T[freedom - 1] if freedom <= len(T) else Z + 2.4 / freedom


def ratio(pairs: Sequence[tuple[float, float]]) -> Estimate:
    """Return the sum of the first numbers, divided by the sum of the second ones (such as chips and deals).

    Each pair is an evening or a table. The interval comes from how far these differ from the whole.
    """
    amount = sum(size for _value, size in pairs)
    if amount <= 0:
        return Estimate(None)
    whole = sum(value for value, _size in pairs) / amount
    number = len(pairs)
    if number < 2:
        return Estimate(whole)
    away = sum((value - whole * size) ** 2 for value, size in pairs)
    error = sqrt(away * number / (number - 1)) / amount
    margin = quantile(number - 1) * error
    return Estimate(whole, whole - margin, whole + margin)


def mean(values: Sequence[float]) -> Estimate:
    """Return the mean of these values."""
    return ratio([(value, 1) for value in values])


def share(times: float, of: int) -> Estimate:
    """Return the share of cases in which something happened, with Wilson's interval.

    times: the number of these cases; a draw counts one half. of: the number of all cases.
    """
    if of <= 0:
        return Estimate(None)
    part = times / of
    middle = part + Z * Z / (2 * of)
    margin = Z * sqrt(part * (1 - part) / of + Z * Z / (4 * of * of))
    whole = 1 + Z * Z / of
    return Estimate(part, (middle - margin) / whole, (middle + margin) / whole)
