"""The groups of a knockout or ladder: who sits together, and why."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.draw.rules.certificate.reasons import Reason, reason
from tournaments.draw.rules.request import Tables


@dataclass(frozen=True, slots=True)
class Groups:
    """The tables of a round, table 1 first. The order within a table has no meaning.

    codes: codes of reasons, each with its players. A table shows a code with those of the
        players who sit there, so the reasons stay true when players change tables (`keep_apart`).
    reasons_of: pairs of a player and a reason that is shown at the player's table.
    small: the code of the reason for smaller tables; empty for none.
    order: the players, best first, as they were dealt to the tables.
    """

    tables: Tables
    order: tuple[str, ...]
    codes: tuple[tuple[str, tuple[str, ...]], ...] = ()
    reasons_of: tuple[tuple[str, Reason], ...] = ()
    small: str = ""

    @property
    def reasons(self) -> list[list[Reason]]:
        """The reasons of each table, table 1 first."""
        place = {player: number for number, table in enumerate(self.tables) for player in table}
        by_table: list[list[Reason]] = [[] for _ in self.tables]
        for code, players in self.codes:
            there: dict[int, list[str]] = defaultdict(list)
            for player in players:
                if player in place:
                    there[place[player]].append(player)
            for number, members in there.items():
                by_table[number].append(reason(code, members))
        for player, about in self.reasons_of:
            if player in place:
                by_table[place[player]].append(about)
        largest = max(map(len, self.tables), default=0)
        for table, reasons in zip(self.tables, by_table, strict=True):
            if self.small and len(table) < largest:
                reasons.append(reason(self.small))
        return by_table


def snake(players: Sequence[str], sizes: Sequence[int]) -> Tables:
    """Deal players, best first, to tables in a snake.

    16 players at 4 tables: 1 8 9 16, 2 7 10 15, 3 6 11 14 and 4 5 12 13. Full tables are skipped, so if
    smaller tables come first the best players have fewer opponents.
    """
    tables: list[list[str]] = [[] for _ in sizes]
    order = list(range(len(sizes)))
    waiting = iter(players)
    left = len(players)
    while left:
        free = [table for table in order if len(tables[table]) < sizes[table]]
        for table in free[:left]:
            tables[table].append(next(waiting))
        left -= len(free[:left])
        order.reverse()
    return tuple(map(tuple, tables))


def chunks(players: Sequence[str], sizes: Sequence[int]) -> Tables:
    """Deal players, best first, table by table."""
    waiting = iter(players)
    return tuple(tuple(next(waiting) for _ in range(size)) for size in sizes)
