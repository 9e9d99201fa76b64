"""Up and down: the best of a table move one table up, the worst one down; table 1 is the highest.

The sizes are cut anew whenever people come or go: everybody stands in one line, table by table, and the
line is cut into tables. Whoever is new joins at the end of it; whoever is not here leaves a gap that closes.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tournaments.rules.ranking import Ranked, in_order
from tournaments.rules.seating.reasons import Reason
from tournaments.rules.seating.sizes import split

from .groups import Groups, chunks
from .knockout import told_by
from .stages import StagePlan

Results = Sequence[Sequence[Ranked]]
"""The last round: the ranking at each of its tables, of that round alone, table 1 first."""


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
    tables = [[line for line in in_order(table, lots_seed) if line.entry in here] for table in results]
    tables = [table for table in tables if table]
    line: list[list[str]] = [[] for _ in tables]
    told: list[tuple[str, Reason]] = []
    down: list[str] = []
    for level, table in enumerate(tables):
        moving = min(stage.advance, len(table) // 2)
        up = moving if level else 0
        stay = len(table) - (moving if level + 1 < len(tables) else 0)
        # In the line whoever comes from above stands before those who stay, who stand before the risers.
        line[level] = [*down, *(ranked.entry for ranked in table[up:stay])]
        if up:
            line[level - 1] += [ranked.entry for ranked in table[:up]]
            told += told_by(table[up - 1], table[up], "moves_up") if up < len(table) else []
        down = [ranked.entry for ranked in table[stay:]]
    seated = {ranked.entry for table in tables for ranked in table}
    joining = [entry for entry in newcomers if entry in here and entry not in seated]
    joining += sorted(set(here) - seated - set(joining))
    order = [entry for level in line for entry in level] + joining
    groups = chunks(order, _sizes(len(order), stage, number))
    return Groups(groups, tuple(order), said=_said(tables, groups, joining), told=tuple(told))


def _sizes(players: int, stage: StagePlan, number: int) -> list[int]:
    """Larger tables first or last; "shared": the two ends of the ladder have them in turn."""
    sizes = split(players, stage.size, stage.least, stage.most)
    to_high = stage.small_tables == "high" or (stage.small_tables == "shared" and number % 2 == 0)
    return sizes[::-1] if to_high else sizes


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
