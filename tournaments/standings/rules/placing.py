"""The places of an event over its stages.

An entry that reached a later stage is ahead of an entry that did not. Where the rest plays on after a cut,
the whole upper group is ahead of the rest. Within a stage its score decides: the
score of its own rounds and, with `carry`, of the stages before, or a share of it (`share_of`). In a knockout
the last round that an entry reached counts first, then its place in that round (score and tie-breaks, without
lots), then the score of the stage. An event with one stage that is not a knockout is ranked by its score
alone.

Before all of this, who has played too few rounds to be ranked comes last (`counting.is_below`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from tournaments.core.rules.units import half_of
from tournaments.events.rules.counting import (
    ALL_COUNT,
    Counting,
    RoundResult,
    is_below,
    missed_by,
    rounds_due,
)
from tournaments.standings.rules.ranking import MATES, Ranked, rank, without_lots
from tournaments.standings.rules.scoring import Row, Tally, rows, table_mates

FULL, HALF, HALF_UP, NONE = "full", "half", "half_up", "none"
"""What a stage takes of the score before: all, half, half rounded up to whole points, or nothing."""

ENOUGH_ROUNDS: Final = "enough_rounds"
"""The figure that counts before all others if somebody has played too few rounds: 1 for who has enough, else
0. `decided_by` may name it."""

STAGE: Final = "stage"
GROUP: Final = "group"
REACHED: Final = "reached"
LAST_ROUND: Final = "last_round"
"""Figures that count before the score: the stage that an entry reached, there its group (1 for the upper one,
0 for the rest; only if there are two) and, in a knockout, its last round and its place there. `decided_by`
may name each of them."""


@dataclass(frozen=True, slots=True)
class RankingRules:
    """How scores and places are made: see `scoring.rows` and `ranking.rank`. bots: all bots of the event."""

    scoring: str = "chips"
    points: Mapping[int, Sequence[int]] | None = None
    tie_breaks: Sequence[str] = ()
    lots_seed: int | str = 0
    weights: Mapping[int, Mapping[int, Fraction]] | None = None
    counting: Counting = ALL_COUNT
    bots: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class StagePlayed:
    """A stage that has begun.

    tallies: of its rounds, adjustments included; also of players who are not ranked but sat at the tables.
    carry: its score includes the tallies that count in the stage before. share: or only a part of that score.
    rest, rest_share: the entrants who play in a group of their own after a cut, and what they take along.
    closed: its closed rounds.
    play_offs: tallies of the play-offs directly after it. They separate equal players and count nowhere else.
    """

    number: int
    entrants: frozenset[str]
    tallies: Sequence[Tally]
    knockout: bool = False
    carry: bool = True
    share: str = FULL
    play_offs: Sequence[Tally] = ()
    closed: Sequence[int] = ()
    rest: frozenset[str] = frozenset()
    rest_share: str = NONE

    def share_for(self, entry: str) -> str:
        """Return how much of its score before this stage an entry takes along."""
        if entry in self.rest:
            return self.rest_share
        return self.share if self.carry else NONE


@dataclass(frozen=True, slots=True)
class Placed:
    """A line of a ranking, its figures, and the number of the stage that the entry reached.

    below: the entry has played too few rounds to be ranked. Its place follows those of the ranked entries.
    """

    ranked: Ranked
    row: Row
    stage: int
    below: bool = False


def place(entries: Iterable[str], stages: Sequence[StagePlayed], by: RankingRules) -> list[Placed]:
    """Return the ranking of these entries over the stages that have begun. Everybody plays the first stage.

    Without a stage all entries are equal. Raises what `rank` and `rows` raise.
    """
    everybody = list(dict.fromkeys(entries))
    played = stages or [StagePlayed(1, frozenset(everybody), ())]
    last = dict.fromkeys(everybody, played[0])
    for stage in played[1:]:
        last |= {entry: stage for entry in everybody if entry in stage.entrants}
    figures: dict[str, Row] = {}
    seated = _seated(played)
    due = [_due(stage, seated, by) for stage in played]
    taken: dict[str, Fraction] = {}
    whole_since = dict.fromkeys(everybody, 0)  # the first stage whose rounds count whole, by its index
    shared = any(stage.rest or (stage.carry and stage.share != FULL) for stage in played)
    for index, stage in enumerate(played):
        for entry in everybody if index else ():
            share = stage.share_for(entry)
            if share == FULL or entry not in stage.entrants:
                continue
            whole_since[entry] = index
            taken.pop(entry, None)
            if share != NONE:
                taken[entry] = share_of(figures[entry].score, share)
        # Who goes on has a score here, too, where a later stage takes a share of it.
        here = [
            entry
            for entry in everybody
            if last[entry] is stage or (shared and (stage is played[0] or entry in stage.entrants))
        ]
        for first in sorted({whole_since[entry] for entry in here}):
            counted = [tally for each in played[first : index + 1] for tally in each.tallies]
            open_to = {number: who for each in due[first : index + 1] for number, who in each.items()}
            alike = [entry for entry in here if whole_since[entry] == first]
            missed = {entry: missed_by(entry, open_to, seated.get(entry, ())) for entry in alike}
            rows_here = _rows(alike, counted, by, missed, stage.play_offs)
            figures |= {row.entry: _with(row, taken.get(row.entry)) for row in rows_here}
    below = _below(everybody, due, seated, by)
    ahead = _ahead(played, last, by)
    if below:
        ahead = {
            entry: {ENOUGH_ROUNDS: int(entry not in below), **ahead.get(entry, {})} for entry in everybody
        }
    return [
        Placed(line, figures[line.entry], last[line.entry].number, line.entry in below)
        for line in rank(figures.values(), by.tie_breaks, by.lots_seed, ahead)
    ]


def share_of(score: Fraction, share: str) -> Fraction:
    """Return what a stage takes of the score of the stage before: as the final of a season takes it."""
    if share == FULL:
        return score
    return half_of(score, None if share == HALF else Fraction(1))


def _with(row: Row, taken: Fraction | None) -> Row:
    """Return a row with what it takes along from earlier stages, as the result of round 0."""
    if taken is None:
        return row
    results = (RoundResult(0, taken), *row.results)
    return replace(row, score=row.score + taken, results=results)


def rank_table(tallies: Sequence[Tally], by: RankingRules) -> list[Ranked]:
    """Return the ranking of one table in one round. tallies: of its seats, without adjustments.

    Of those who had a seat one after the other, the last one has a place.
    """
    last = {tally.entry if tally.seat is None else tally.seat: tally.entry for tally in tallies}
    return rank(rows(last.values(), tallies, by.scoring, by.points, by.weights), by.tie_breaks, by.lots_seed)


def _rows(
    entries: Iterable[str],
    tallies: Sequence[Tally],
    by: RankingRules,
    missed: Mapping[str, Sequence[int]],
    play_offs: Sequence[Tally],
) -> list[Row]:
    """Return the rows of a stage, with its play-offs, and with table-mates if a tie-break needs them."""
    lines = rows(entries, tallies, by.scoring, by.points, by.weights, by.counting, missed)
    if not MATES.isdisjoint(by.tie_breaks):
        mates = table_mates(tallies, by.scoring, by.points, by.weights)
        lines = [replace(line, mates=mates.get(line.entry, ())) for line in lines]
    played: dict[str, dict[tuple[int, str], int | Fraction]] = defaultdict(dict)
    for tally in play_offs:
        if tally.deals > 0:
            played[tally.entry][tally.round, tally.table] = tally.chips
    return [replace(line, play_offs=played[line.entry]) if line.entry in played else line for line in lines]


def _seated(stages: Iterable[StagePlayed]) -> dict[str, set[int]]:
    """Return the rounds in which each entry had a deal."""
    seated: dict[str, set[int]] = defaultdict(set)
    for stage in stages:
        for tally in stage.tallies:
            if tally.table and tally.deals > 0:
                seated[tally.entry].add(tally.round)
    return seated


def _due(
    stage: StagePlayed, seated: Mapping[str, Collection[int]], by: RankingRules
) -> dict[int, frozenset[str]]:
    """Return who could have played each closed round of a stage; nothing for a knockout."""
    return {} if stage.knockout else rounds_due(stage.closed, stage.entrants, by.bots, seated)


def _below(
    entries: Iterable[str],
    due: Iterable[Mapping[int, frozenset[str]]],
    seated: Mapping[str, Collection[int]],
    by: RankingRules,
) -> frozenset[str]:
    """Return the entries that have played too few rounds of all stages to be ranked."""
    if by.counting.least is None:
        return frozenset()
    every = {number: who for of_stage in due for number, who in of_stage.items()}
    return frozenset(
        entry
        for entry in entries
        if is_below(by.counting, len(rounds := seated.get(entry, ())), len(missed_by(entry, every, rounds)))
    )


def _ahead(
    stages: Sequence[StagePlayed], last: Mapping[str, StagePlayed], by: RankingRules
) -> dict[str, dict[str, int]]:
    """Return the figures that count before the score; empty if the score comes first for everybody."""
    knockouts = [stage for stage in stages if stage.knockout]
    if len(stages) == 1 and not knockouts:
        return {}
    ahead = {entry: {STAGE: stage.number} for entry, stage in last.items()}
    if any(stage.rest for stage in stages):
        for entry, figures in ahead.items():
            figures[GROUP] = int(entry not in last[entry].rest)
    if not knockouts:
        return ahead
    for figures in ahead.values():
        figures |= {REACHED: 0, LAST_ROUND: 0}
    for stage in knockouts:
        here = frozenset(entry for entry, reached in last.items() if reached is stage)
        for entry, figures in _in_a_knockout(stage, here, by).items():
            ahead[entry] |= figures
    return ahead


def _in_a_knockout(stage: StagePlayed, here: frozenset[str], by: RankingRules) -> dict[str, dict[str, int]]:
    """Return the last round of each entry and its place there, without entries that had no seat yet."""
    by_round: dict[int, list[Tally]] = defaultdict(list)
    for tally in stage.tallies:
        by_round[tally.round].append(tally)
    results: dict[str, dict[str, int]] = {}
    tie_breaks = without_lots(by.tie_breaks)
    for number in sorted(by_round, reverse=True):
        seated = dict.fromkeys(tally.entry for tally in by_round[number] if tally.table)
        out = [entry for entry in seated if entry in here and entry not in results]
        if out:
            played = rows(out, by_round[number], by.scoring, by.points, by.weights)
            for line in rank(played, tie_breaks, by.lots_seed):
                results[line.entry] = {REACHED: number, LAST_ROUND: -line.place}
    return results
