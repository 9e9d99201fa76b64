"""How strong people are, as far as the results so far tell, and how far chips spread.

The model, for each deal at a table: what somebody wins is luck plus strength, from the mean of the table.
Luck is normal and has no sum at a table. Strengths are normal; between people their variance is small beside
that of luck: `RATIO` of it, for a round of `ROUND` deals. So after four such rounds a mean result says 14
percent of itself about strength, and the rest was luck.

The ratio is fixed. One evening cannot measure it: with 20 people and four rounds the estimate would be wrong
by twice its size.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Final

from tournaments.rules.forecasts.facts import LastRound, Person

RATIO: Final = 0.04
"""The variance of strengths, in parts of the variance of luck, for a round of `ROUND` deals."""

ROUND: Final = 12

FEWEST: Final = 8
"""With results of fewer rounds than this, of all people together, nobody knows how far chips spread."""


@dataclass(frozen=True, slots=True)
class Strength:
    """Chips per deal that somebody wins from equal players, and the standard deviation of this estimate."""

    mean: float
    doubt: float


def strength_of(person: Person, variance: float, drift: float = 0.0) -> Strength:
    """Return the strength. variance: of luck in one deal. drift: chips per deal that everybody gets."""
    known = person.deals * RATIO / ROUND
    of_one = person.net / person.deals - drift if person.deals else 0.0
    return Strength(of_one * known / (1 + known), sqrt(variance * RATIO / ROUND / (1 + known)))


def drift_of(people: Iterable[Person]) -> float:
    """Return the chips that a deal brings on average: below 0 where chips stay on the board."""
    everybody = list(people)
    return sum(person.net for person in everybody) / max(sum(person.deals for person in everybody), 1)


def variances(last: LastRound) -> dict[int, float] | None:
    """Return the variance of luck in one deal by table size; None if nobody knows it.

    It comes from the spreads of the event. Without them it comes from the results so far, the same for every
    table size.
    """
    sizes = {len(table.entries) for table in last.tables} or set(last.sizes)
    spreads: Mapping[int, float] = dict(last.spreads)
    if sizes <= set(spreads):
        return {size: spreads[size] ** 2 for size in sizes}
    known = [person for person in last.people if person.deals]
    rounds = sum(sum(not result.missed for result in person.results) for person in known)
    deals = sum(person.deals for person in known)
    if max(rounds, deals / ROUND) < FEWEST:
        return None
    drift = drift_of(known)
    squares = sum((person.net - drift * person.deals) ** 2 for person in known)
    # What one person won in so many deals has the variance of luck, and that of strength times the deals.
    with_strength = sum(person.deals * (1 + person.deals * RATIO / ROUND) for person in known)
    return dict.fromkeys(sizes, squares / with_strength) if squares else None
