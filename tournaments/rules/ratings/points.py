"""Ratings as people see them: points with their range, never a bare number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tournaments.rules.ratings.strength import MU, Strength

MIDDLE: Final = 1500
PER_MU: Final = 20
RANGE: Final = 2
"""So many sigmas on each side. A range holds the true strength in about 95 of 100 cases."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A rating in whole points. around: the range is `points` plus and minus this."""

    points: int
    around: int
    is_provisional: bool


def shown(strength: Strength, day: int) -> Shown:
    """Return the points of a rating as it is on this day."""
    now = strength.on(day)
    return Shown(
        points=round(MIDDLE + PER_MU * (now.mu - MU)),
        around=round(RANGE * PER_MU * now.sigma),
        is_provisional=now.is_provisional,
    )
