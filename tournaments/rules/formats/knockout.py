"""Knockout: groups dealt in a snake, the best of each go on, until one table is left.

* Nobody has a bye. Smaller tables go to the higher seeds, unless the stage gives them to the lower ones.
* The best `advance` of each table go on, but never a whole table. The ranking of the round at the table
  decides, by the event's tie-breaks where scores are level; a shared place is decided by lots.
* Somebody who has won a place and is not here any more is replaced by the next best of the same table.
* Where those who go on cannot be seated (two of tables of three), the best of the others are taken in.
* Re-seeded: "snake": the winners of tables first, then the seconds, ...; within these by the score of the
  round, then by the standing of the stage so far. "original": by the seeds that the stage began with.
* Those who sat at one table in the last round are parted where there is more than one table and neighbours
  in the order can change places for it (with "snake" winners with winners, seconds with seconds).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from tournaments.rules.ranking import SHARED, Ranked, in_order, what_decided
from tournaments.rules.seating.certificate.reasons import Reason, reason
from tournaments.rules.seating.sizes import split

from .counts import going_on, quota
from .groups import Groups, snake
from .mates import part_mates
from .stages import StagePlan

Results = Sequence[Sequence[Ranked]]
"""The last round: the ranking at each of its tables, of that round alone."""


@dataclass(slots=True)
class _Survivors:
    """Who go on, and how each came to it."""

    promoted: list[tuple[int, Ranked]] = field(default_factory=list)
    others: list[tuple[int, Ranked]] = field(default_factory=list)
    winners: list[str] = field(default_factory=list)
    moved_up: list[str] = field(default_factory=list)
    told: list[tuple[str, Reason]] = field(default_factory=list)


def first_round(seeds: Sequence[str], stage: StagePlan) -> Groups:
    """The groups of a stage's first round, from its entrants by seed.

    Raises RulesError where they cannot be seated (`sizes.split`).
    """
    return _groups(seeds, stage, said=[("seeded_in_snake", tuple(seeds))])


def next_round(
    results: Results,
    stage: StagePlan,
    here: Collection[str],
    seeds: Sequence[str],
    standing: Sequence[str] = (),
    lots_seed: int | str = 0,
) -> Groups:
    """The groups of the next round of a knockout.

    here: who may be seated. seeds: the stage's entrants by seed. standing: the standing of the stage so
    far, best first; it orders those whose place and score in the last round are the same.
    Raises RulesError `too_few_players` where not even one table can be made of those who are left.
    """
    survivors = _survivors(results, stage, here, lots_seed)
    order = _order(survivors.promoted, seeds, standing)
    spare = _order(survivors.others, seeds, standing)
    # Somebody must go out, unless somebody has left.
    players = sum(len(table) for table in results)
    most = min(len(order) + len(spare), players - 1)
    count = going_on(len(order), most, stage.size, stage.least, stage.most)
    taken_in = spare[: max(count - len(order), 0)]
    order = [*order, *taken_in][: count or None]
    if stage.reseed == "original":
        numbers = _numbers(seeds)
        order.sort(key=lambda entry: numbers.get(entry, len(seeds)))
    before = order
    order = part_mates(order, _sizes(order, stage), _mates(results), _levels(order, survivors, stage))
    parted = tuple(entry for entry, was in zip(order, before, strict=True) if entry != was)
    others = {*survivors.winners, *survivors.moved_up, *taken_in}
    return _groups(
        order,
        stage,
        said=[
            ("won_the_table", tuple(entry for entry in order if entry in survivors.winners)),
            ("went_on", tuple(entry for entry in order if entry not in others)),
            ("moved_up", tuple(entry for entry in order if entry in survivors.moved_up)),
            ("taken_in", tuple(taken_in)),
            ("parted_from_table", parted),
        ],
        told=survivors.told,
    )


def _survivors(results: Results, stage: StagePlan, here: Collection[str], seed: int | str) -> _Survivors:
    found = _Survivors()
    for table in results:
        lines = in_order(table, seed)
        places = quota(len(lines), stage.advance)
        present = [(place, line) for place, line in enumerate(lines) if line.entry in here]
        inside, outside = present[:places], present[places:]
        found.promoted += inside
        found.others += outside
        found.winners += [line.entry for place, line in inside if place == 0]
        found.moved_up += [line.entry for place, line in inside if place >= places]
        if inside and outside:
            found.told += told_by(inside[-1][1], outside[0][1], "goes_on")
    return found


def told_by(before: Ranked, behind: Ranked, prefix: str) -> list[tuple[str, Reason]]:
    """The reason that tells what decided between two who were level on the score; none if the score did."""
    decided = what_decided(before, behind)
    if decided == "score":
        return []
    code = f"{prefix}_by_{'lots' if decided == SHARED else decided}"
    return [(before.entry, reason(code, [before.entry, behind.entry]))]


def _order(lines: Sequence[tuple[int, Ranked]], seeds: Sequence[str], standing: Sequence[str]) -> list[str]:
    """Winners of tables first, then the seconds, ...; then the round's score, the standing, the seed."""
    stood, seeded = _numbers(standing), _numbers(seeds)
    last = len(seeds) + len(standing)

    def key(found: tuple[int, Ranked]) -> tuple[int, Fraction, int, int, str]:
        place, line = found
        entry = line.entry
        return place, -line.score, stood.get(entry, last), seeded.get(entry, last), entry

    return [line.entry for _place, line in sorted(lines, key=key)]


def _mates(results: Results) -> list[list[str]]:
    return [[line.entry for line in table] for table in results]


def _levels(order: Sequence[str], survivors: _Survivors, stage: StagePlan) -> dict[str, int]:
    """Who stand level: with their place at the last table, or all together where seeds decide."""
    if stage.reseed == "original":
        return dict.fromkeys(order, 0)
    places = {line.entry: place for place, line in survivors.promoted}
    return {entry: places.get(entry, -1) for entry in order}


def _sizes(players: Sequence[str], stage: StagePlan) -> list[int]:
    """The sizes of the tables in their order, those of the higher places first."""
    sizes = split(len(players), stage.size, stage.least, stage.most)
    return sizes if stage.small_tables == "low" else sizes[::-1]


def _numbers(entries: Sequence[str]) -> dict[str, int]:
    return {entry: number for number, entry in enumerate(entries)}


def _groups(
    players: Sequence[str],
    stage: StagePlan,
    said: list[tuple[str, tuple[str, ...]]],
    told: Sequence[tuple[str, Reason]] = (),
) -> Groups:
    sizes = _sizes(players, stage)
    if len(sizes) == 1:
        said = [part for part in said if part[0] != "seeded_in_snake"]
        told = [(players[0], reason("final_table")), *told]
    return Groups(
        tables=snake(players, sizes),
        order=tuple(players),
        said=tuple(said),
        told=tuple(told),
        small="small_to_low" if stage.small_tables == "low" else "small_to_high",
    )
