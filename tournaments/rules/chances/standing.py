"""What a standing can tell: the range of places of each line, and how often equals have such a lead."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, NamedTuple

import numpy as np

from tournaments.rules.chances import is_enough
from tournaments.rules.chances.leads import lead_among_equals, scores, sheet_of, sums_by
from tournaments.rules.chances.places import ranges
from tournaments.rules.chances.results import results_of
from tournaments.rules.chances.strengths import measure
from tournaments.rules.placing import RankingRules
from tournaments.rules.scoring import Tally

EXACT = 0.002
"""A score of a standing is rounded to thousandths."""


class Lead(NamedTuple):
    """The lead of the first over the second, in the unit of the score, and the percentage of evenings of
    equal players in which somebody leads by as much or more."""

    entry: str
    by: float
    percent: int


@dataclass(frozen=True)
class Chances:
    """What the standing after some rounds can tell.

    places: the range of places of each entry that has a place and has played. lead: None where nobody leads
    alone, or where the order does not come from one score of shuffled results. share: the part of the
    differences in strength, in percent: lower end, middle, upper end.
    """

    places: Mapping[str, tuple[int, int]]
    lead: Lead | None
    share: tuple[int, int, int]

    def as_json(self) -> dict[str, Any]:
        """The chances as they are stored."""
        return {
            "places": {entry: list(places) for entry, places in self.places.items()},
            "lead": None if self.lead is None else self.lead._asdict(),
            "share": list(self.share),
        }


def generator(seed: str) -> np.random.Generator:
    """A source of chance that depends on this text alone."""
    return np.random.Generator(np.random.PCG64(int.from_bytes(sha256(seed.encode()).digest()[:16], "big")))


def chances_of(
    entries: Sequence[str],
    tallies: Sequence[Tally],
    by: RankingRules,
    rounds: Collection[int],
    ranked: Mapping[str, float],
    seed: str,
) -> Chances | None:
    """The chances after these closed rounds; None if they are too few to tell.

    entries: all, in a fixed order. tallies: of all rounds, with adjustments. ranked: the score of each entry
    that has a place, best first.
    """
    results = results_of(entries, tallies, by, rounds)
    if not is_enough(len({each.round for each in results})):
        return None
    measured = measure(results)
    if measured is None:
        return None
    rng = generator(seed)
    among = [person for person in measured.people if person in ranked]
    if len(among) < 2:
        return None
    places = ranges(measured, rng, among)
    added: dict[str, float] = {}
    for tally in tallies:
        added[tally.entry] = added.get(tally.entry, 0.0) + float(tally.adjusted)
    sheet = sheet_of(results)
    sums = sums_by(by.counting, by.scoring, added)
    counted = dict(zip(sheet.people, scores(sheet, sheet.values, sums).tolist(), strict=True))
    lead = None
    # Stages, knockouts and the worth of missed rounds make other scores: then no lead is judged.
    if all(abs(counted[person] - ranked[person]) <= EXACT for person in among):
        first, second = sorted(among, key=lambda person: -ranked[person])[:2]
        ahead = ranked[first] - ranked[second]
        if ahead > 0 and first == next(iter(ranked)):
            often = lead_among_equals(sheet, sums, among, ahead - EXACT, rng)
            lead = Lead(first, round(ahead, 3), round(100 * often))
    return Chances(places, lead, _percent(measured.share_at(0.05, 0.5, 0.95)))


def _percent(shares: Sequence[float]) -> tuple[int, int, int]:
    low, middle, high = (round(100 * share) for share in shares)
    return low, middle, high
