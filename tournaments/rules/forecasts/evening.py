"""The chances before the last evening of a season, by simulation, beside the exact `season.needs`.

Only for worths that follow from the place (`scheme.BY_PLACE`). The model: on an evening somebody plays as
strength and luck say. Luck is normal with the variance 1, strengths have the variance `RATIO_OF_AN_EVENING`.
The places of earlier evenings, as normal scores, tell something of strength: after five evenings, 44 percent.
All who are expected come. The others of the evening, who are not in the table, are of average strength.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf, sqrt
from statistics import NormalDist
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tournaments.rules.forecasts.facts import OPEN, OUT, SURE
from tournaments.rules.forecasts.strengths import RATIO
from tournaments.rules.season.needs import Hope, Need, hopes_of
from tournaments.rules.season.scheme import BY_PLACE, Scheme
from tournaments.rules.season.table import Facts

Floats = NDArray[np.float64]

ROUNDS: Final = 4
"""The rounds of a usual evening."""

RATIO_OF_AN_EVENING: Final = RATIO * ROUNDS

RUNS: Final = 2_000

MANY: Final = 50
"""With more rivals than this, half of the runs are enough: the chances of most are small."""

FEWEST: Final = 2
"""After fewer evenings than this nothing is told."""

MOST_SCORES: Final = 20_000
"""Rivals times places: with more, nothing is told, because all their scores would take too long."""


@dataclass(frozen=True, slots=True)
class EveningChance:
    """The chance of a person to reach the goal. certain: `SURE`, `OUT` or `OPEN` (see `season.needs.Need`).

    place: the worst place on the evening with which the chance is one half; None: there is none.
    """

    person: str
    share: float
    certain: str = OPEN
    place: int | None = None


def chances(
    facts: Facts,
    scheme: Scheme,
    number: int,
    people: int,
    needs: Sequence[Need],
    *,
    weight: Fraction = Fraction(1),
    goal: int = 1,
    final: bool = False,
    seed: int = 18,
    runs: int | None = None,
) -> list[EveningChance]:
    """Return the chance of each person of `needs`; empty if nothing can be told.

    The other arguments are those of `season.needs.needs`, which gave them.
    """
    if not needs or scheme.worth not in BY_PLACE or people < FEWEST or len(facts.evenings) < FEWEST:
        return []
    hopes = hopes_of(facts, scheme, number, people, weight, final=final)
    line = _line(hopes, goal)
    rivals = {person: hope for person, hope in hopes.items() if _best(hope) >= line}
    if len(rivals) * people > MOST_SCORES:
        return []
    runs = runs or (RUNS if len(rivals) <= MANY else RUNS // 2)
    simulated = _Evening(facts, hopes, rivals, people, goal, seed, runs)
    return [simulated.chance(need, people) for need in needs]


def _line(hopes: Mapping[str, Hope], goal: int) -> float:
    """Return the score that somebody at the goal has at least."""
    worst = [hope.worst() for hope in hopes.values()]
    lowest = sorted((-inf if score is None else float(score) for score in worst), reverse=True)
    return lowest[min(goal, len(lowest)) - 1] if lowest else -inf


def _best(hope: Hope) -> float:
    scores = [hope.score(place) for place in ((0, 1) if hope.comes else (0,))]
    return max(-inf if score is None else float(score) for score in scores)


class _Evening:
    """The runs of one evening. A row is a run, a column is a person who can matter for the goal."""

    def __init__(
        self,
        facts: Facts,
        hopes: Mapping[str, Hope],
        rivals: Mapping[str, Hope],
        people: int,
        goal: int,
        seed: int,
        runs: int,
    ) -> None:
        self.goal = goal
        self.generator = np.random.Generator(np.random.PCG64(seed))
        known = _strengths(facts)
        # Who has played most evenings comes, if more are members than are expected.
        members = [person for person, hope in hopes.items() if hope.comes]
        coming = sorted(members, key=lambda person: -known.get(person, (0.0, 0))[1])[:people]
        means = [known.get(person, (0.0, 0))[0] for person in coming]
        doubts = [
            sqrt(RATIO_OF_AN_EVENING / (1 + known.get(person, (0.0, 0))[1] * RATIO_OF_AN_EVENING) + 1)
            for person in coming
        ]
        others = max(people - len(coming), 0)
        spread = np.array([*doubts, *[sqrt(1 + RATIO_OF_AN_EVENING)] * others])
        played = self.generator.standard_normal((runs, len(spread))) * spread
        played += np.array([*means, *[0.0] * others])
        places = np.argsort(np.argsort(-played, axis=1), axis=1) + 1
        self.column = {person: column for column, person in enumerate(rivals)}
        at = {person: index for index, person in enumerate(coming)}
        self.comes = np.array([person in at for person in rivals], dtype=bool)
        # Of each rival; 0 for who does not come.
        self.places = np.zeros((runs, len(rivals)), dtype=np.intp)
        self.places[:, self.comes] = places[:, [at[person] for person in rivals if person in at]]
        # The scores with all places, one rival after the other, and where those of a rival begin.
        self.table = np.concatenate([_scores(hope, people) for hope in rivals.values()])
        self.first = np.arange(len(rivals)) * (people + 1)
        # Equal scores are separated by chance: tie-breaks could go either way.
        self.chance_of_ties = self.generator.random((runs, len(rivals))) * 1e-6
        self.scores = self._scores_with(self.places)

    def _scores_with(self, places: NDArray[np.intp]) -> Floats:
        """Return the scores of the rivals with these places."""
        scores: Floats = self.table.take(places + self.first) + self.chance_of_ties
        return scores

    def chance(self, need: Need, people: int) -> EveningChance:
        """Return the chance of a person with this need."""
        if need.sure is not None and need.sure >= people:
            return EveningChance(need.person, 1.0, SURE)
        if need.possible is None or need.person not in self.column:
            return EveningChance(need.person, 0.0, OUT if need.possible is None else OPEN)
        share = self._share(need.person, self.scores)
        column = self.column[need.person]
        if not self.comes[column]:
            return EveningChance(need.person, share)
        # The places of the others among themselves. Who does not come stays at 0.
        among = self.places - (self.places > self.places[:, column : column + 1])
        low, high = 0, people
        while low < high:
            middle = (low + high + 1) // 2
            is_enough = self._share_at(need.person, middle, among) >= 0.5
            low, high = (middle, high) if is_enough else (low, middle - 1)
        return EveningChance(need.person, share, place=low or None)

    def _share_at(self, person: str, place: int, among: NDArray[np.intp]) -> float:
        """Return how often a person reaches the goal with this place. among: the places of the others.

        Those behind the place move back by one.
        """
        places = among + (among >= place)
        places[:, self.column[person]] = place
        return self._share(person, self._scores_with(places))

    def _share(self, person: str, scores: Floats) -> float:
        """Return how often a person reaches the goal with these scores."""
        mine = scores[:, self.column[person], np.newaxis]
        ahead = (scores > mine).sum(axis=1)
        reached = (ahead < self.goal) & np.isfinite(mine[:, 0])
        return float(reached.mean())


def _scores(hope: Hope, people: int) -> Floats:
    """Return the score with each place; at 0 without coming. Minus infinity: below the line."""
    scores = [hope.score(place) for place in range(people + 1)]
    return np.array([-inf if score is None else float(score) for score in scores])


def _strengths(facts: Facts) -> dict[str, tuple[float, int]]:
    """Return the strength of each person, and from how many evenings it comes."""
    normal = NormalDist()
    found: dict[str, list[float]] = {}
    for evening in facts.evenings:
        ranked = {person: night.place for person, night in evening.played.items() if night.place}
        many = max(ranked.values(), default=0)
        for person, place in ranked.items():
            if many > 1:
                found.setdefault(person, []).append(-normal.inv_cdf((place - 0.5) / many))
    return {
        person: (
            sum(each) * RATIO_OF_AN_EVENING / (1 + len(each) * RATIO_OF_AN_EVENING),
            len(each),
        )
        for person, each in found.items()
    }
