"""Swiss: which scores pair. Tie-breaks and lots rank; they do not pair."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import floor

from tournaments.standings.rules.placing import LAST_ROUND
from tournaments.standings.rules.ranking import Ranked


def pairing_scores(ranking: Sequence[Ranked], players: Sequence[str]) -> tuple[int, ...]:
    """Return the score of each player in thousandths, in the order of `players`; empty if places pair.

    ranking: everybody, best first. A player who is ranked below others with a lower score, because they
    joined a later stage, gets the lowest score of these. Where the last round in a knockout ranks before the
    score, places pair.
    """
    here = frozenset(players)
    lines = [line for line in ranking if line.entry in here]
    if len({line.ahead.get(LAST_ROUND) for line in lines}) > 1:
        return ()
    score_of: dict[str, int] = {}
    lowest: int | None = None
    for line in lines:
        score = thousandths(line.score)
        lowest = score if lowest is None else min(lowest, score)
        score_of[line.entry] = lowest
    return tuple(score_of[player] for player in players)


def thousandths(score: Fraction) -> int:
    """Return a score as a whole number of thousandths, rounded half up."""
    return floor(score * 1_000 + Fraction(1, 2))
