"""The chances before the last evening of a season: the score so far, and a place by luck alone.

Everybody is as strong as everybody else, and all active members come. Only for worths that follow from the
place (`scheme.BY_PLACE`).
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Final

import numpy as np

from tournaments.seasons.rules.counting import ACTIVE
from tournaments.seasons.rules.needs import Hope, Terms, hopes_of
from tournaments.seasons.rules.scheme import BY_PLACE, Scheme
from tournaments.seasons.rules.table import Facts
from tournaments.seasons.rules.worth import worth_of_place

DRAWS: Final = 2_000

MOST_SCORES: Final = 20_000
"""Members times places: with more nothing is told, since all these scores would take too long."""


def chances(facts: Facts, scheme: Scheme, terms: Terms, expected: int) -> dict[str, float]:
    """Return the chance of each member to reach the goal; empty if nothing can be told.

    expected: how many people play the evening, also such as are not in this table.
    """
    hopes = hopes_of(facts, scheme, replace(terms, newcomers=False))
    if scheme.worth not in BY_PLACE or not expected or len(hopes) * expected > MOST_SCORES:
        return {}
    worths = [worth_of_place(scheme, expected, place, 1, terms.weight) for place in range(1, expected + 1)]
    generator = np.random.Generator(np.random.PCG64(terms.number))
    places = generator.permuted(np.tile(np.arange(expected), (DRAWS, 1)), axis=1)
    coming = [person for person, hope in hopes.items() if hope.comes and hope.member.status == ACTIVE]
    column = {person: index for index, person in enumerate(coming[:expected])}
    scores = np.empty((DRAWS, len(hopes)))
    for index, (person, hope) in enumerate(hopes.items()):
        if person in column:
            scores[:, index] = _scores(hope, worths)[places[:, column[person]]]
        else:
            scores[:, index] = _number(hope.without())
    # Equal scores are separated by chance, since tie-breaks could go either way.
    scores += generator.random(scores.shape) * 1e-6
    goal = min(terms.goal, len(hopes))
    line = -np.partition(-scores, goal - 1, axis=1)[:, goal - 1, np.newaxis]
    shares = ((scores >= line) & np.isfinite(scores)).mean(axis=0)
    return {person: float(share) for person, share in zip(hopes, shares, strict=True)}


def _scores(hope: Hope, worths: list[int]) -> np.ndarray:
    return np.array([_number(hope.with_worth(worth)) for worth in worths])


def _number(score: Fraction | None) -> float:
    return -np.inf if score is None else float(score)
