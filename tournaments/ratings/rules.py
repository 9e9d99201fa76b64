"""Ratings: how strong people are, by the published model of openskill (Plackett-Luce) and its own numbers.

The unit is one round at one table. Everybody there is ranked by their score in it, and equal scores share the
better place. Only the order of the scores counts. Nothing here depends on chance or on a clock.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from openskill.models import PlackettLuceRating

MU: Final = 25.0
"""Of somebody who was never rated."""

KNOWN: Final = 10
"""Somebody with fewer events is provisional."""

TableResult = tuple[Sequence[str], Sequence[float]]
"""The people at a table in a round, at least two, and the score of each of them; more is better."""


@dataclass(frozen=True, slots=True)
class Strength:
    """A rating after an event. sigma: its uncertainty. events: so many were rated."""

    mu: float
    sigma: float
    events: int

    @property
    def points(self) -> int:
        """The rating in whole points: 1500 for somebody who was never rated."""
        return round(1500 + 20 * (self.mu - MU))

    @property
    def around(self) -> int:
        """The range is `points` plus and minus this. It holds the true strength in about 95 of 100 cases."""
        return round(2 * 20 * self.sigma)

    @property
    def is_provisional(self) -> bool:
        """Whether there are too few events to compare this rating with others."""
        return self.events < KNOWN


def rate(
    history: Iterable[Sequence[TableResult]], before: Mapping[str, Strength] = MappingProxyType({})
) -> Iterator[dict[str, Strength]]:
    """Return for each event, in the order in which they were played, the ratings of its people after it.

    before: of everybody who was rated before the first of these events.
    """
    from openskill.models import PlackettLuce  # noqa: PLC0415 - web processes rate nobody

    model = PlackettLuce()
    ratings: dict[str, PlackettLuceRating] = {
        person: model.rating(mu=each.mu, sigma=each.sigma) for person, each in before.items()
    }
    events = Counter({person: each.events for person, each in before.items()})
    for tables in history:
        for people, scores in tables:
            now = [[ratings.get(person) or model.rating()] for person in people]
            places = [float(sum(other > score for other in scores)) for score in scores]
            after = model.rate(now, ranks=places)
            ratings |= {person: own for person, (own,) in zip(people, after, strict=True)}
        played = {person for people, _scores in tables for person in people}
        events.update(played)
        yield {
            person: Strength(ratings[person].mu, ratings[person].sigma, events[person]) for person in played
        }
