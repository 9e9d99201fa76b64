"""The places of an event over its stages.

An entry that reached a later stage is ahead of an entry that did not. Within a stage its score decides: the
score of its own rounds and, with `carry`, of the stages before. In a knockout the last round that an entry
reached counts first, then its place in that round (score and tie-breaks, without lots), then the score of the
stage. An event with one stage that is not a knockout is ranked by its score alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from tournaments.rules.ranking import Ranked, rank
from tournaments.rules.scoring import Row, Tally, rows

STAGE: Final = "stage"
REACHED: Final = "reached"
LAST_ROUND: Final = "last_round"
"""Figures that count before the score: the stage that an entry reached and, in a knockout, its last round and
its place there. `decided_by` may name each of them."""


@dataclass(frozen=True, slots=True)
class RankingRules:
    """How scores and places are made: see `scoring.rows` and `ranking.rank`."""

    scoring: str = "chips"
    points: Mapping[int, Sequence[int]] | None = None
    tie_breaks: Sequence[str] = ()
    lots_seed: int | str = 0
    weights: Mapping[int, Fraction] | None = None


@dataclass(frozen=True, slots=True)
class StagePlayed:
    """A stage that has begun.

    tallies: of its rounds, adjustments included; also of players who are not ranked but sat at the tables.
    carry: its score includes the tallies that count in the stage before.
    """

    number: int
    entrants: frozenset[str]
    tallies: Sequence[Tally]
    knockout: bool = False
    carry: bool = True


@dataclass(frozen=True, slots=True)
class Placed:
    """A line of a ranking, its figures, and the number of the stage that the entry reached."""

    ranked: Ranked
    row: Row
    stage: int


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
    for stage, counted in zip(played, _counted(played), strict=True):
        here = [entry for entry in everybody if last[entry] is stage]
        figures |= {row.entry: row for row in rows(here, counted, by.scoring, by.points, by.weights)}
    ahead = _ahead(played, last, by)
    return [
        Placed(line, figures[line.entry], last[line.entry].number)
        for line in rank(figures.values(), by.tie_breaks, by.lots_seed, ahead)
    ]


def rank_table(tallies: Sequence[Tally], by: RankingRules) -> list[Ranked]:
    """Return the ranking of one table in one round. tallies: of its seats, without adjustments.

    Of those who had a seat one after the other, the last one has a place.
    """
    last = {tally.entry if tally.seat is None else tally.seat: tally.entry for tally in tallies}
    return rank(rows(last.values(), tallies, by.scoring, by.points, by.weights), by.tie_breaks, by.lots_seed)


def _counted(stages: Sequence[StagePlayed]) -> list[list[Tally]]:
    """Return the tallies that count in the score of each stage."""
    counted: list[list[Tally]] = []
    for stage in stages:
        before = counted[-1] if counted and stage.carry else []
        counted.append([*before, *stage.tallies])
    return counted


def _ahead(
    stages: Sequence[StagePlayed], last: Mapping[str, StagePlayed], by: RankingRules
) -> dict[str, dict[str, int]]:
    """Return the figures that count before the score; empty if the score comes first for everybody."""
    knockouts = [stage for stage in stages if stage.knockout]
    if len(stages) == 1 and not knockouts:
        return {}
    ahead = {entry: {STAGE: stage.number} for entry, stage in last.items()}
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
    tie_breaks = [name for name in by.tie_breaks if name != "lots"]
    for number in sorted(by_round, reverse=True):
        seated = dict.fromkeys(tally.entry for tally in by_round[number] if tally.table)
        out = [entry for entry in seated if entry in here and entry not in results]
        if out:
            played = rows(out, by_round[number], by.scoring, by.points, by.weights)
            for line in rank(played, tie_breaks, by.lots_seed):
                results[line.entry] = {REACHED: number, LAST_ROUND: -line.place}
    return results
