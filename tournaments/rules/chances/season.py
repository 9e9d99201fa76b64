"""How much of the differences in the table of a season would be there again, in another season like it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tournaments.rules.chances import is_enough
from tournaments.rules.chances.results import Result
from tournaments.rules.chances.strengths import measure


class Again(NamedTuple):
    """In percent: the lower end, the middle and the upper end. The range is right in nine of ten seasons."""

    low: int
    middle: int
    high: int


def again_of(results: Sequence[Result]) -> Again | None:
    """The part of the differences that would be there again; None if there are too few evenings to tell.

    results: of each member and each evening that they played; the block is the evening.
    """
    if not is_enough(len({each.block for each in results})):
        return None
    measured = measure(results)
    if measured is None:
        return None
    low, middle, high = (round(100 * share) for share in measured.share_at(0.05, 0.5, 0.95))
    return Again(low, middle, high)
