"""Totals with tenths: the ledger counts whole tenths of a chip or point, scores and pages count points."""

from __future__ import annotations

from fractions import Fraction

WHOLE, TENTHS = "whole", "tenths"
"""What a number of the ledger counts: chips (or points), or tenths of one."""


def in_points(number: int, unit: str | None) -> int | Fraction:
    """Return a number of the ledger as chips or points. unit: what it counts; None: whole ones."""
    if unit != TENTHS or number % 10 == 0:
        return number // 10 if unit == TENTHS else number
    return Fraction(number, 10)
