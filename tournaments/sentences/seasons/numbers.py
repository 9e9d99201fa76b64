"""How numbers of points are written on the pages of seasons."""

from __future__ import annotations

from django.utils.formats import localize


def figures(points: float) -> str:
    """Points with three decimals at most, in the language of the page; a whole number has none."""
    rounded = round(points, 3)
    return str(localize(int(rounded) if rounded == int(rounded) else rounded))


def counted_as(points: float) -> int:
    """The number that chooses between “point” and “points”: any broken number is like two."""
    rounded = round(points, 3)
    return int(rounded) if rounded == int(rounded) else 2
