"""Exact numbers of a season: points in whole thousandths, each rounded once, half up.

Half up means towards the greater number: 0.5 thousandths become 1, and -0.5 become 0. Square roots are
compared as whole numbers, so every machine rounds them alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from math import isqrt
from typing import Any, Final

THOUSAND: Final = 1000

_NUMBER: Final = re.compile(r"(-?)([0-9]{1,9})(?:\.([0-9]{1,3}))?", re.ASCII)


def half_up(numerator: int, denominator: int) -> int:
    """Return the whole number that is nearest to numerator / denominator; of two, the greater."""
    return (2 * numerator + denominator) // (2 * denominator)


def thousandths(value: Fraction | int) -> int:
    """Return points as thousandths, rounded half up."""
    return half_up(value.numerator * THOUSAND, value.denominator)


def points(value: int) -> Fraction:
    """Return thousandths as points."""
    return Fraction(value, THOUSAND)


def to_step(value: Fraction, step: int) -> int:
    """Return points as thousandths, rounded half up to a multiple of `step` thousandths."""
    return step * half_up(value.numerator * THOUSAND, value.denominator * step)


def root(square: Fraction, *, negative: bool = False) -> int:
    """Return the square root of a number of points in thousandths, rounded half up; with its sign."""
    doubled = 4 * THOUSAND * THOUSAND * square
    floor = isqrt(doubled.numerator // doubled.denominator)
    if not negative:
        return (floor + 1) // 2
    # -x is rounded to the greater number: a root that ends in exactly half a thousandth loses this half.
    return -(floor // 2) if floor * floor == doubled else -((floor + 1) // 2)


def sum_of_roots(squares: Iterable[Fraction], factor: Fraction) -> int:
    """Return the sum of the square roots of `squares`, times `factor`, in thousandths, rounded half up.

    factor: above 0. Rational roots are added exactly. The sum of the others is irrational, so it never lies
    exactly halfway between two thousandths. It is computed with more and more digits, until these show how
    to round.
    """
    whole, others = Fraction(0), []
    for square in squares:
        exact = _exact_root(square)
        if exact is None:
            others.append(square)
        else:
            whole += exact
    doubled = 2 * THOUSAND * factor
    scale = 10**6
    while True:
        floor = sum(isqrt(square.numerator * scale * scale // square.denominator) for square in others)
        least = doubled * (whole + Fraction(floor, scale))
        most = doubled * (whole + Fraction(floor + len(others), scale))
        low = least.numerator // least.denominator
        if not others or most < low + 1:
            return (low + 1) // 2
        scale *= scale


def _exact_root(square: Fraction) -> Fraction | None:
    above, below = isqrt(square.numerator), isqrt(square.denominator)
    if above * above == square.numerator and below * below == square.denominator:
        return Fraction(above, below)
    return None


def read_points(value: Any) -> int | None:
    """Return a number with at most three decimals as thousandths; None if it is no such number.

    JSON may write it as a number, or as a text (“2.5”). A float counts as the decimals that JSON writes for
    it.
    """
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    match = _NUMBER.fullmatch(value if isinstance(value, str) else f"{value!r}")
    if match is None:
        return None
    amount = int(match[2]) * THOUSAND + int((match[3] or "").ljust(3, "0"))
    return -amount if match[1] else amount


def written(value: int) -> str:
    """Return thousandths as text: 2500 is “2.5”."""
    whole, rest = divmod(abs(value), THOUSAND)
    decimals = f".{rest:03}".rstrip("0") if rest else ""
    return f"{'-' if value < 0 else ''}{whole}{decimals}"
