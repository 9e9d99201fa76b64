"""Knockout: players are dealt to tables in a snake; the best of each table go on, until one table is left.

* Nobody has a bye. Smaller tables go to the higher seeds, unless the stage gives them to the lower seeds.
* The best `advance` of each table go on, but never a whole table. The ranking of the table in that round
  decides, with the tie-breaks of the event; lots decide a shared place.
* The next best player of the table replaces a player who has left.
* If the players who go on cannot be seated, the best of the others go on, too.
* Re-seeding "snake": the winners of tables first, then the seconds, and so on; equal places by the score of
  the round, then by the standing of the stage. "original": by the seeds at the beginning of the stage.
* Players of one table of the last round are separated if neighbours in the order can change places (with
  "snake": winners with winners, seconds with seconds; in the first round after another stage: players of one
  row of the snake, so that every table still gets one player of each row).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction

from tournaments.draw.rules.certificate.explain import Reason, reason
from tournaments.draw.rules.cut import going_on, quota
from tournaments.draw.rules.groups import Groups, part_mates, snake
from tournaments.events.rules.stages import StagePlan
from tournaments.events.rules.tables import split
from tournaments.standings.rules.ranking import SHARED, Ranked, in_order, what_decided

Results = Sequence[Sequence[Ranked]]
"""The ranking of each table of the last round, in that round alone, table 1 first."""


def first_round(seeds: Sequence[str], stage: StagePlan, mates: Sequence[Collection[str]] = ()) -> Groups:
    """Return the groups of the first round of a stage. seeds: its entrants by seed.

    mates: the tables of the last round of the stage before. The snake deals one row of seeds after the other
    to the tables. Within a row, players change tables if that separates players of one of these tables.
    Raises Refusal if they cannot be seated (`tables.split`).
    """
    sizes = _sizes(seeds, stage)
    rows = {entry: number // len(sizes) for number, entry in enumerate(seeds)}
    order = part_mates(seeds, sizes, mates, rows) if mates else list(seeds)
    separated = tuple(entry for entry, was in zip(order, seeds, strict=True) if entry != was)
    codes = [("seeded_in_snake", tuple(order)), ("parted_from_table", separated)]
    return _groups(order, stage, codes=codes)


def next_round(
    results: Results,
    stage: StagePlan,
    here: Collection[str],
    seeds: Sequence[str],
    standing: Sequence[str] = (),
    lots_seed: int | str = 0,
) -> Groups:
    """Return the groups of the next round of a knockout.

    here: players who may be seated. seeds: the entrants of the stage by seed. standing: of the stage so far,
    best first; it orders players with the same place and score in the last round.
    Raises Refusal `too_few_players` if the remaining players do not fill one table.
    """
    promoted: list[tuple[int, Ranked]] = []
    others: list[tuple[int, Ranked]] = []
    moved_up: set[str] = set()
    reasons_of: list[tuple[str, Reason]] = []
    for table in results:
        lines = in_order(table, lots_seed)
        places = quota(len(lines), stage.advance)
        present = [(place, line) for place, line in enumerate(lines) if line.entry in here]
        inside, outside = present[:places], present[places:]
        promoted, others = promoted + inside, others + outside
        moved_up |= {line.entry for place, line in inside if place >= places}
        if inside and outside:
            reasons_of += tie_break_reason(inside[-1][1], outside[0][1], "goes_on")
    place_of = {line.entry: place for place, line in promoted}
    order, spare = (_order(lines, seeds, standing) for lines in (promoted, others))
    # At least one player of the last round goes out.
    players = sum(len(table) for table in results)
    most = min(len(order) + len(spare), players - 1)
    count = going_on(len(order), most, stage.size, stage.least, stage.most)
    taken_in = spare[: max(count - len(order), 0)]
    order = [*order, *taken_in][: count or None]
    level = {entry: place_of.get(entry, -1) for entry in order}
    if stage.reseed == "original":
        numbers = _numbers(seeds)
        order.sort(key=lambda entry: numbers.get(entry, len(seeds)))
        level = dict.fromkeys(order, 0)  # seeds decide
    before = order
    order = part_mates(order, _sizes(order, stage), _mates(results), level)
    winners = [entry for entry in order if place_of.get(entry) == 0]
    not_just_on = {*winners, *moved_up, *taken_in}
    return _groups(
        order,
        stage,
        codes=[
            ("won_the_table", tuple(winners)),
            ("went_on", tuple(entry for entry in order if entry not in not_just_on)),
            ("moved_up", tuple(entry for entry in order if entry in moved_up)),
            ("taken_in", tuple(taken_in)),
            ("parted_from_table", tuple(one for one, was in zip(order, before, strict=True) if one != was)),
        ],
        reasons_of=reasons_of,
    )


def tie_break_reason(before: Ranked, behind: Ranked, prefix: str) -> list[tuple[str, Reason]]:
    """Return the reason that names the deciding tie-break of two players; none if the score decided."""
    decided = what_decided(before, behind)
    if decided == "score":
        return []
    code = f"{prefix}_by_{'lots' if decided == SHARED else decided}"
    return [(before.entry, reason(code, [before.entry, behind.entry]))]


def _order(lines: Sequence[tuple[int, Ranked]], seeds: Sequence[str], standing: Sequence[str]) -> list[str]:
    """Order by the place at the table, then by the score of the round, the standing and the seed."""
    stood, seeded = _numbers(standing), _numbers(seeds)
    last = len(seeds) + len(standing)

    def key(ranked: tuple[int, Ranked]) -> tuple[int, Fraction, int, int, str]:
        place, line = ranked
        entry = line.entry
        return place, -line.score, stood.get(entry, last), seeded.get(entry, last), entry

    return [line.entry for _place, line in sorted(lines, key=key)]


def _mates(results: Results) -> list[list[str]]:
    return [[line.entry for line in table] for table in results]


def _sizes(players: Sequence[str], stage: StagePlan) -> list[int]:
    """Return the sizes of the tables, those for the higher places first."""
    sizes = split(len(players), stage.size, stage.least, stage.most)
    return sizes if stage.small_tables == "low" else sizes[::-1]


def _numbers(entries: Sequence[str]) -> dict[str, int]:
    return {entry: number for number, entry in enumerate(entries)}


def _groups(
    players: Sequence[str],
    stage: StagePlan,
    codes: list[tuple[str, tuple[str, ...]]],
    reasons_of: Sequence[tuple[str, Reason]] = (),
) -> Groups:
    sizes = _sizes(players, stage)
    if len(sizes) == 1:
        codes = [part for part in codes if part[0] != "seeded_in_snake"]
        reasons_of = [(players[0], reason("final_table")), *reasons_of]
    return Groups(
        tables=snake(players, sizes),
        order=tuple(players),
        codes=tuple(codes),
        reasons_of=tuple(reasons_of),
        small="small_to_low" if stage.small_tables == "low" else "small_to_high",
    )
