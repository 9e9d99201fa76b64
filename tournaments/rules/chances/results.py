"""Results by person and block, from tallies: what strengths are estimated from."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Final, NamedTuple

from tournaments.rules.placing import RankingRules
from tournaments.rules.scoring import Tally, rows

BY_DEALS: Final = frozenset({"chips", "average", "even"})
"""Scorings in which a round with more deals tells more."""


class Result(NamedTuple):
    """What one person has got in one block.

    block: a table in a round, or an evening; only people of one block are compared with each other. value: in
    the unit of the score. weight: how much the block tells of this person: deals, or 1.
    """

    person: str
    block: str
    round: int
    value: float
    weight: float = 1.0


def results_of(
    entries: Iterable[str], tallies: Iterable[Tally], by: RankingRules, rounds: Collection[int]
) -> list[Result]:
    """The results of these entries in these rounds, in the order of the entries, then of the rounds.

    The value of a round is what it adds to the score, before anything is struck and without adjustments.
    Under `average` it is the chips of the round.
    """
    counted = [tally for tally in tallies if tally.table and tally.deals > 0 and tally.round in rounds]
    deals: dict[tuple[str, int], int] = defaultdict(int)
    table: dict[tuple[str, int], Tally] = {}
    for tally in counted:
        key = (tally.entry, tally.round)
        deals[key] += tally.deals
        # Who changed tables in a round is compared at the table where they played most.
        if key not in table or table[key].deals < tally.deals:
            table[key] = tally
    lines = rows(entries, counted, by.scoring, by.points, by.weights)
    return [
        Result(
            line.entry,
            f"{result.round} {table[line.entry, result.round].table}",
            result.round,
            float(result.total or 0),
            float(deals[line.entry, result.round]) if by.scoring in BY_DEALS else 1.0,
        )
        for line in lines
        for result in line.results
        if (line.entry, result.round) in table
    ]
