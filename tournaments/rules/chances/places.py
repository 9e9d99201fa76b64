"""The range of places that a person could as well have by expected points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from tournaments.rules.chances.strengths import Floats, Measured

DRAWS: Final = 2000
"""The lists of strengths that are drawn."""

PERCENT: Final = 90
"""A range holds the place by expected points with this probability, in percent."""


def ranges(
    measured: Measured, rng: np.random.Generator, among: Sequence[str] | None = None
) -> dict[str, tuple[int, int]]:
    """The range of places of each person, `PERCENT` of all draws of strengths: first and last place.

    among: the people whose places are counted; None: all. People who are equal in a draw have all places
    that they cover together, as a block.
    """
    people = list(measured.people if among is None else dict.fromkeys(among))
    index = {person: number for number, person in enumerate(measured.people)}
    strengths = measured.draw(rng, DRAWS)[:, [index[person] for person in people]]
    first = _places(strengths)
    # Only a draw in which all are equal has equal strengths.
    equal = strengths.max(axis=1) == strengths.min(axis=1)
    last = first.copy()
    first[equal], last[equal] = 1, len(people)
    tail = (100 - PERCENT) / 200
    lowest = np.quantile(first, tail, axis=0, method="lower")
    highest = np.quantile(last, 1 - tail, axis=0, method="higher")
    return {person: (int(low), int(high)) for person, low, high in zip(people, lowest, highest, strict=True)}


def _places(strengths: Floats) -> np.ndarray:
    order = np.argsort(-strengths, axis=1, kind="stable")
    places = np.empty_like(order)
    np.put_along_axis(places, order, np.arange(1, strengths.shape[1] + 1)[None, :], axis=1)
    return places
