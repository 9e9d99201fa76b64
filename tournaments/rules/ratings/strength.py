"""The ratings: Plackett-Luce over the rounds of tables, by the library openskill.

`rate(history)` is `step` for each event in its order, so ratings that are kept and moved on by each new event
equal those that are computed from the first event. Nothing here depends on chance or on a clock.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import exp, hypot, sqrt
from typing import TYPE_CHECKING, Final

from tournaments.rules.ratings.history import EventResult, History, TableResult, ranks

if TYPE_CHECKING:
    from openskill.models import PlackettLuce, PlackettLuceRating

MU: Final = 25.0
SIGMA: Final = 25.0 / 3
"""Of somebody who was never rated. No absence makes a sigma greater."""

BETA: Final = 25.0 / 3
"""How much chance moves in one round, in the unit of mu. Twice that of openskill: cards are luck (README)."""

TAU: Final = 0.14
"""A day of absence adds the square of this to the square of sigma."""

KNOWN: Final = 3.0
"""Somebody with a greater sigma is provisional."""


@dataclass(frozen=True, slots=True)
class Strength:
    """The rating of somebody. rounds: so many were rated. day: of the last one; None before the first."""

    mu: float = MU
    sigma: float = SIGMA
    rounds: int = 0
    day: int | None = None

    def on(self, day: int) -> Strength:
        """The same rating on a later day: the longer ago the last round was, the less certain it is."""
        if self.day is None or day <= self.day:
            return self
        return Strength(self.mu, aged(self.sigma, day - self.day), self.rounds, self.day)

    @property
    def is_provisional(self) -> bool:
        """Whether too little is known to compare this rating with others."""
        return self.sigma > KNOWN


Ratings = Mapping[str, Strength]

NEW: Final = Strength()


def aged(sigma: float, days: int) -> float:
    """Return what so many days of absence make of a sigma; at most SIGMA."""
    return min(SIGMA, hypot(sigma, TAU * sqrt(days)))


def rate(history: History) -> dict[str, Strength]:
    """Return the ratings after all events."""
    ratings: dict[str, Strength] = {}
    for event in history:
        ratings = step(ratings, event)
    return ratings


def step(ratings: Ratings, event: EventResult) -> dict[str, Strength]:
    """Return the ratings after one more event. `ratings` stay as they are."""
    after = dict(ratings)
    for table in event.tables:
        after.update(_after_table(after, table, event.day))
    return after


def _after_table(ratings: Ratings, table: TableResult, day: int) -> dict[str, Strength]:
    before = at_table(ratings, table, day)
    moved = _model().rate([[_for_model(each)] for each in before], ranks=ranks(table.scores))
    return {
        person: Strength(rated.mu, min(SIGMA, rated.sigma), old.rounds + 1, max(day, old.day or day))
        for person, old, (rated,) in zip(table.people, before, moved, strict=True)
    }


def at_table(ratings: Ratings, table: TableResult, day: int) -> list[Strength]:
    """Return the ratings of those who sit at a table on this day, before they play."""
    return [ratings.get(person, NEW).on(day) for person in table.people]


@cache
def _model() -> PlackettLuce:
    """The model of openskill. It has no tau of its own: here sigma grows with days, not with rounds.

    gamma: a round takes from sigma all that it tells. The default of openskill takes a part of it only.
    """
    from openskill.models import PlackettLuce  # noqa: PLC0415 - only workers and commands rate anybody

    return PlackettLuce(mu=MU, sigma=SIGMA, beta=BETA, tau=0.0, gamma=lambda *_facts: 1.0)


def chances(ratings: Ratings, table: TableResult, day: int) -> list[float]:
    """Return how likely each person at a table has the best score there, before they play.

    These are the probabilities of the model whose steps `rate` takes. (`predict_win` of openskill is another
    model: with people of whom little is known it is too sure, see the README.)
    """
    before = at_table(ratings, table, day)
    unit = hypot(*(each.sigma for each in before), *(BETA for _each in before))
    weights = [exp((each.mu - MU) / unit) for each in before]
    return [weight / sum(weights) for weight in weights]


def _for_model(strength: Strength) -> PlackettLuceRating:
    return _model().rating(mu=strength.mu, sigma=strength.sigma)
