"""The places of an event that is played in stages.

Whoever came to a later stage is before whoever did not. Within a stage its own score decides: of its own
rounds, or with `carry` of those of the stages before, too. Within a knockout the round that somebody came
to counts first, then how they came in in it (the score of that round and its tie-breaks, without lots),
then the score of the stage. An event of one stage that is no knockout is ranked by its score alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tournaments.rules.ranking import Ranked, rank
from tournaments.rules.scoring import Row, Tally, rows

STAGE: Final = "stage"
REACHED: Final = "reached"
LAST_ROUND: Final = "last_round"
"""What counts ahead of the score: the stage and, in a knockout, the round that somebody came to, and how
they came in in it. `decided_by` may name each."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """How scores and places are made: see `scoring.rows` and `ranking.rank`."""

    scoring: str = "chips"
    points: Mapping[int, Sequence[int]] | None = None
    tie_breaks: Sequence[str] = ()
    lots_seed: int | str = 0


@dataclass(frozen=True, slots=True)
class StagePlayed:
    """A stage that has begun: its number, who plays it, and its tallies.

    carry: the tallies of the stage before count in its score, too (and what they carried).
    tallies: of its rounds, and adjustments given in it. Those of its table-mates may be among them.
    """

    number: int
    entrants: frozenset[str]
    tallies: Sequence[Tally]
    knockout: bool = False
    carry: bool = True


@dataclass(frozen=True, slots=True)
class Placed:
    """A line of a ranking, the figures that it was ranked by, and the number of the stage reached."""

    ranked: Ranked
    row: Row
    stage: int


def place(entries: Iterable[str], stages: Sequence[StagePlayed], by: Scoring) -> list[Placed]:
    """Rank these entries over the stages that have begun, in their order; all of them play the first.

    Without a stage everybody is level at nothing. Raises what `rank` and `rows` raise.
    """
    everybody = list(dict.fromkeys(entries))
    played = stages or [StagePlayed(1, frozenset(everybody), ())]
    last = dict.fromkeys(everybody, played[0])
    for stage in played[1:]:
        last |= {entry: stage for entry in everybody if entry in stage.entrants}
    found: dict[str, Row] = {}
    for stage, counted in zip(played, _counted(played), strict=True):
        here = [entry for entry in everybody if last[entry] is stage]
        found |= {row.entry: row for row in rows(here, counted, by.scoring, by.points)}
    ahead = _ahead(played, last, by)
    return [
        Placed(line, found[line.entry], last[line.entry].number)
        for line in rank(found.values(), by.tie_breaks, by.lots_seed, ahead)
    ]


def rank_table(tallies: Sequence[Tally], by: Scoring) -> list[Ranked]:
    """How a table came in in one round: `tallies` of its seats, and adjustments given in the round."""
    entries = dict.fromkeys(tally.entry for tally in tallies)
    return rank(rows(entries, tallies, by.scoring, by.points), by.tie_breaks, by.lots_seed)


def _counted(stages: Sequence[StagePlayed]) -> list[list[Tally]]:
    """The tallies that count in the score of each stage."""
    found: list[list[Tally]] = []
    for stage in stages:
        before = found[-1] if found and stage.carry else []
        found.append([*before, *stage.tallies])
    return found


def _ahead(
    stages: Sequence[StagePlayed], last: Mapping[str, StagePlayed], by: Scoring
) -> dict[str, dict[str, int]]:
    """What counts ahead of the score; nothing where the score comes first for everybody."""
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


def _in_a_knockout(stage: StagePlayed, here: frozenset[str], by: Scoring) -> dict[str, dict[str, int]]:
    """How far each came, and how they came in in that round; one who had no seat yet came nowhere."""
    by_round: dict[int, list[Tally]] = defaultdict(list)
    for tally in stage.tallies:
        by_round[tally.round].append(tally)
    found: dict[str, dict[str, int]] = {}
    tie_breaks = [name for name in by.tie_breaks if name != "lots"]
    for number in sorted(by_round, reverse=True):
        seated = dict.fromkeys(tally.entry for tally in by_round[number] if tally.table)
        out = [entry for entry in seated if entry in here and entry not in found]
        if out:
            played = rows(out, by_round[number], by.scoring, by.points)
            for line in rank(played, tie_breaks, by.lots_seed):
                found[line.entry] = {REACHED: number, LAST_ROUND: -line.place}
    return found
