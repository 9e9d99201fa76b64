"""Units of scores: halves, and tenths, which the ledger counts whole while scores and pages count points."""

from __future__ import annotations

from fractions import Fraction
from math import floor

WHOLE, TENTHS = "whole", "tenths"
"""What a number of the ledger counts: chips (or points), or tenths of one."""


def in_points(number: int, unit: str | None) -> int | Fraction:
    """Return a number of the ledger as chips or points. unit: what it counts; None: whole ones."""
    if unit != TENTHS or number % 10 == 0:
        return number // 10 if unit == TENTHS else number
    return Fraction(number, 10)


def half_of(score: Fraction, step: Fraction | None = None) -> Fraction:
    """Return half of a score; with a step the nearest multiple of it, and of two the greater."""
    return score / 2 if step is None else step * floor(score / 2 / step + Fraction(1, 2))
