"""Who sits together, as a format demands it, and why: what knockouts and ladders hand to the seating."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.rules.seating.certificate.reasons import Reason, reason
from tournaments.rules.seating.request import Tables


@dataclass(frozen=True, slots=True)
class Groups:
    """The tables of a round, table 1 first; the order within a table means nothing to the seating.

    said: codes of reasons with the players of whom each is true, in the order of telling; at a table it
        names those who sit there. Players may change tables (`keep_apart`), and it stays true.
    told: reasons that are told at the table of one player (first of each pair), whoever else they name.
    small: the code that is told at tables smaller than others; empty for none.
    order: the players, the best first, as they were put at the tables.
    """

    tables: Tables
    order: tuple[str, ...]
    said: tuple[tuple[str, tuple[str, ...]], ...] = ()
    told: tuple[tuple[str, Reason], ...] = ()
    small: str = ""

    @property
    def reasons(self) -> list[list[Reason]]:
        """Why each table is as it is, table 1 first: codes of the certificate's `reasons`."""
        place = {player: number for number, table in enumerate(self.tables) for player in table}
        found: list[list[Reason]] = [[] for _ in self.tables]
        for code, players in self.said:
            there: dict[int, list[str]] = defaultdict(list)
            for player in players:
                if player in place:
                    there[place[player]].append(player)
            for number, members in there.items():
                found[number].append(reason(code, members))
        for player, about in self.told:
            if player in place:
                found[place[player]].append(about)
        largest = max(map(len, self.tables), default=0)
        for table, reasons in zip(self.tables, found, strict=True):
            if self.small and len(table) < largest:
                reasons.append(reason(self.small))
        return found


def snake(players: Sequence[str], sizes: Sequence[int]) -> Tables:
    """Deal players, the best first, to tables in a snake.

    16 at 4 are 1 8 9 16, 2 7 10 15, 3 6 11 14 and 4 5 12 13. Each table's players are in order. A table
    that is full is passed over, so smaller tables first give the best fewer opponents.
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
    """Seat players, the best first, table by table."""
    waiting = iter(players)
    return tuple(tuple(next(waiting) for _ in range(size)) for size in sizes)
