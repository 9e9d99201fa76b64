"""Ladder: the best of a table move one table up, the worst one table down; table 1 is the highest.

* In the next round the best of a table sit at a table with a smaller number; the winner of table 1 stays. The
  worst sit at a table with a greater number, except at the last table, or if nobody else can fill a seat.
* At most half of a table moves, and at most half of the table that receives them.
* The table sizes are made again for every round. If tables have two sizes, or players come and go, a table
  may get one seat more or fewer. The players between the best and the worst fill the difference: the lower of
  them move down with the worst, or the higher of the next table move up.
* Shared small tables move one table down the ladder in each round, and from the last to the first.
* New players join at the last table. An absent player leaves a gap that closes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from tournaments.draw.rules.certificate.explain import Reason
from tournaments.draw.rules.groups import Groups, chunks
from tournaments.draw.rules.knockout import Results, tie_break_reason
from tournaments.events.rules.stages import StagePlan
from tournaments.events.rules.tables import split
from tournaments.standings.rules.ranking import Ranked, in_order


class _Climber(NamedTuple):
    """A player on the ladder. level: the last table, from 0. rank: the place there, 0 is the best."""

    level: int
    rank: int
    entry: str
    rises: bool = False
    falls: bool = False


def first_round(order: Sequence[str], stage: StagePlan, number: int = 1) -> Groups:
    """Return the tables of the first round. order: by seed or by the earlier standing, best first.

    number: of the round within the stage. Raises Refusal if the players cannot be seated.
    """
    tables = chunks(order, _sizes(len(order), stage, number))
    return Groups(tables, tuple(order), codes=(("ladder_begins", tuple(order)),))


def next_round(
    results: Results,
    stage: StagePlan,
    here: Collection[str],
    newcomers: Sequence[str] = (),
    number: int = 2,
    lots_seed: int | str = 0,
) -> Groups:
    """Return the tables of the next round.

    here: players who may be seated. newcomers: players who had no seat in the last round, in the order in
    which they join; other players without a seat join after them. number: of the round within the stage. If a
    player has left a table, the best `advance` of the others move up, at most half of them. Raises Refusal if
    they cannot be seated.
    """
    before = [[line for line in in_order(table, lots_seed) if line.entry in here] for table in results]
    tables = [table for table in before if table]
    seated = {ranked.entry for table in tables for ranked in table}
    joining = [entry for entry in newcomers if entry in here and entry not in seated]
    joining += sorted(set(here) - seated - set(joining))
    sizes = _sizes(len(seated) + len(joining), stage, number)
    climbers: list[_Climber] = []
    reasons_of: list[tuple[str, Reason]] = []
    for level, table in enumerate(tables):
        up = _moving(table, level - 1, sizes, stage.advance) if level else 0
        last = level + 1 >= min(len(tables), len(sizes))
        down = 0 if last else _moving(table, level + 1, sizes, stage.advance)
        # The winner of table 1 stays there.
        rising = up or int(level == 0)
        for rank, line in enumerate(table):
            falls = rank >= len(table) - down
            climbers.append(_Climber(level, rank, line.entry, rank < rising and not falls, falls))
        if 0 < up < len(table):
            reasons_of += tie_break_reason(table[up - 1], table[up], "moves_up")
    climbers += [_Climber(len(tables), rank, entry) for rank, entry in enumerate(joining)]
    groups = tuple(_cut(climbers, sizes))
    order = tuple(entry for table in groups for entry in table)
    return Groups(groups, order, codes=_moves(before, groups, joining), reasons_of=tuple(reasons_of))


def _moving(table: Sequence[Ranked], to: int, sizes: Sequence[int], advance: int) -> int:
    """Return how many players of a table move to the table at level `to`."""
    room = sizes[to] // 2 if to < len(sizes) else advance
    return min(advance, len(table) // 2, room)


def _cut(climbers: Sequence[_Climber], sizes: Sequence[int]) -> Iterator[tuple[str, ...]]:
    """Fill the tables from the top.

    First players who may not sit lower, then players of this table or a higher one, then players of the next
    table who neither rise nor fall, then the next in line. At most half a table rises, so a player who may
    not sit lower always gets a seat.
    """
    waiting = sorted(climbers)
    for level, size in enumerate(sizes):

        def priority(climber: _Climber, level: int = level) -> int:
            if climber.rises and climber.level <= level + 1:
                return 0
            if climber.level < level or (climber.level == level and not climber.falls):
                return 1
            return 2 if climber.level == level + 1 and not climber.falls else 3

        first = sorted(waiting, key=priority)[:size]
        waiting = [climber for climber in waiting if climber not in first]
        # Players from above first, then those who stay, then those who rise.
        yield tuple(climber.entry for climber in sorted(first))


def _sizes(players: int, stage: StagePlan, number: int) -> list[int]:
    """Return the sizes; with "shared" the small tables move one table down in each round."""
    sizes = split(players, stage.size, stage.least, stage.most)
    if stage.small_tables == "high":
        return sizes[::-1]
    if stage.small_tables == "shared":
        # One step at a time: the seats above a table change by at most one.
        first = -(number - 1) % len(sizes)
        return sizes[first:] + sizes[:first]
    return sizes


def _moves(
    before: Sequence[Sequence[Ranked]], after: Sequence[Sequence[str]], joining: Sequence[str]
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the codes of moves up, moves down and stays, and of newcomers, with their players."""
    was = {line.entry: level for level, table in enumerate(before) for line in table}
    moves: dict[str, list[str]] = {"moved_up_a_table": [], "moved_down_a_table": [], "stayed_at_table": []}
    for level, table in enumerate(after):
        for entry in table:
            if entry in was:
                up, down = level < was[entry], level > was[entry]
                code = "moved_up_a_table" if up else "moved_down_a_table" if down else "stayed_at_table"
                moves[code].append(entry)
    return (*((code, tuple(entries)) for code, entries in moves.items()), ("joined_below", tuple(joining)))
