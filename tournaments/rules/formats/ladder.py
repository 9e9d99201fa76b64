"""Up and down: the best of a table move one table up, the worst one down; table 1 is the highest.

* Up is up: whoever is among the best of a table sits at a table of a smaller number next, except those of
  table 1, whose winner stays. Whoever is among the worst sits at one of a greater number, except at the end
  and where nobody but them is left for a seat.
* Never more move than half of a table, nor than half of the table that they come to.
* The sizes are cut anew for every round. Where tables are of two sizes, or people come and go, a table may
  have one seat more or fewer than before: those between the best and the worst make up for it, the worse of
  them go down with those who fall, the better of the next table come up.
* Small tables that are shared out move one table down the ladder with each round, from the last to the first.
* Whoever is new joins at the end; whoever is not here leaves a gap that closes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from tournaments.rules.ranking import Ranked, in_order
from tournaments.rules.seating.certificate.reasons import Reason
from tournaments.rules.seating.sizes import split

from .groups import Groups, chunks
from .knockout import told_by
from .stages import StagePlan

Results = Sequence[Sequence[Ranked]]
"""The last round: the ranking at each of its tables, of that round alone, table 1 first."""


@dataclass(frozen=True, slots=True)
class _Climber:
    """Somebody on the ladder: `level` of the table they sat at (from 0), `rank` there (0 is the best)."""

    entry: str
    level: int
    rank: int
    rises: bool = False
    falls: bool = False

    @property
    def latest(self) -> int | None:
        """The lowest table at which they may sit next; None: any."""
        if self.rises:
            return max(self.level - 1, 0)
        return None

    def may_sit(self, level: int) -> bool:
        """Whether this table is not above their own, and below it where they fall."""
        return self.level < level or (self.level == level and not self.falls)


def first_round(order: Sequence[str], stage: StagePlan, number: int = 1) -> Groups:
    """The tables of a ladder's first round: `order` is by seeding, or by the standing before, best first.

    number: the round's number within the stage. Raises RulesError where they cannot be seated.
    """
    tables = chunks(order, _sizes(len(order), stage, number))
    return Groups(tables, tuple(order), said=(("ladder_begins", tuple(order)),))


def next_round(
    results: Results,
    stage: StagePlan,
    here: Collection[str],
    newcomers: Sequence[str] = (),
    number: int = 2,
    lots_seed: int | str = 0,
) -> Groups:
    """The tables of a ladder's next round.

    here: who may be seated; newcomers: those of them who did not sit in the last round, in order (others
    who are here and were not named join behind them). number: of the round within the stage.
    Of a table where somebody has left, the best `advance` of those still here move up, never more than
    half of them. Raises RulesError where they cannot be seated.
    """
    before = [[line for line in in_order(table, lots_seed) if line.entry in here] for table in results]
    tables = [table for table in before if table]
    seated = {ranked.entry for table in tables for ranked in table}
    joining = [entry for entry in newcomers if entry in here and entry not in seated]
    joining += sorted(set(here) - seated - set(joining))
    sizes = _sizes(len(seated) + len(joining), stage, number)
    climbers: list[_Climber] = []
    told: list[tuple[str, Reason]] = []
    for level, table in enumerate(tables):
        up = _moving(table, level - 1, sizes, stage.advance) if level else 0
        last = level + 1 >= min(len(tables), len(sizes))
        down = 0 if last else _moving(table, level + 1, sizes, stage.advance)
        # The winner of table 1 has nowhere to go up to, and stays there.
        rising = up or int(level == 0)
        for rank, line in enumerate(table):
            falls = rank >= len(table) - down
            climbers.append(_Climber(line.entry, level, rank, rank < rising and not falls, falls))
        if 0 < up < len(table):
            told += told_by(table[up - 1], table[up], "moves_up")
    climbers += [_Climber(entry, len(tables), rank) for rank, entry in enumerate(joining)]
    groups = tuple(_cut(climbers, sizes))
    order = tuple(entry for table in groups for entry in table)
    return Groups(groups, order, said=_said(before, groups, joining), told=tuple(told))


def _moving(table: Sequence[Ranked], to: int, sizes: Sequence[int], advance: int) -> int:
    """How many of a table change to the one at level `to`, up or down."""
    room = sizes[to] // 2 if to < len(sizes) else advance
    return min(advance, len(table) // 2, room)


def _cut(climbers: Sequence[_Climber], sizes: Sequence[int]) -> Iterator[tuple[str, ...]]:
    """Fill the tables from the top.

    First whoever must sit no lower; then whoever comes from this table or from above; then the best of the
    next table who neither rise nor fall; then, where there is still a gap, the next in line.
    Risers are never more than half a table, so whoever must sit no lower always finds a seat.
    """
    waiting = sorted(climbers, key=lambda climber: (climber.level, climber.rank))
    for level, size in enumerate(sizes):

        def wanted(climber: _Climber, level: int = level) -> int:
            if climber.latest is not None and climber.latest <= level:
                return 0
            if climber.may_sit(level):
                return 1
            return 2 if climber.level == level + 1 and not climber.falls else 3

        first = sorted(waiting, key=wanted)[:size]
        taken = {climber.entry for climber in first}
        waiting = [climber for climber in waiting if climber.entry not in taken]
        # Read from the top: who comes from above, who stays, who comes up.
        first.sort(key=lambda climber: (climber.level, climber.rank))
        yield tuple(climber.entry for climber in first)


def _sizes(players: int, stage: StagePlan, number: int) -> list[int]:
    """Larger tables first or last; "shared": they move one table down the ladder with each round."""
    sizes = split(players, stage.size, stage.least, stage.most)
    if stage.small_tables == "high":
        return sizes[::-1]
    if stage.small_tables == "shared":
        # A step at a time: no table then has more than one seat more or fewer above it than before.
        first = -(number - 1) % len(sizes)
        return sizes[first:] + sizes[:first]
    return sizes


def _said(
    before: Sequence[Sequence[Ranked]], after: Sequence[Sequence[str]], joining: Sequence[str]
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Who moved which way, as it came out when the line was cut into tables."""
    was = {line.entry: level for level, table in enumerate(before) for line in table}
    moves: dict[str, list[str]] = {"moved_up_a_table": [], "moved_down_a_table": [], "stayed_at_table": []}
    for level, table in enumerate(after):
        for entry in table:
            if entry in was:
                up, down = level < was[entry], level > was[entry]
                code = "moved_up_a_table" if up else "moved_down_a_table" if down else "stayed_at_table"
                moves[code].append(entry)
    return (
        *((code, tuple(entries)) for code, entries in moves.items()),
        ("joined_below", tuple(joining)),
    )
