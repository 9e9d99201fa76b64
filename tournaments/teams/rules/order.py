"""Places of teams by exact figures, the most important first. More is better, equal teams share a place."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

SHARED: Final = "shared"
"""Nothing separates these teams, so they share the place."""

Figures = tuple[Fraction, ...]


def places_of(rows: Sequence[Figures], names: Sequence[str]) -> list[tuple[int, str]]:
    """Return the place of each row, from 1, and what decided it.

    names: of the figures; a row is decided by the first figure that no other row shares with it after the
    figures before, or it is `SHARED`. Figures after the last name count as the last one.
    """
    return [(1 + sum(other > row for other in rows), _decided(row, rows, names)) for row in rows]


def _decided(row: Figures, rows: Sequence[Figures], names: Sequence[str]) -> str:
    for length in range(1, len(row) + 1):
        if sum(other[:length] == row[:length] for other in rows) == 1:
            return names[min(length, len(names)) - 1]
    return SHARED
