"""How far a rehearsal has come."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.models import Rehearsal, RoundStatus
from tournaments.services.standings.table_states import unfinished_tables

from .acts import newest_round


@dataclass(frozen=True)
class RehearsalProgress:
    """How far a rehearsal is. rounds: 0 if the number is open. stamp: changes with every step."""

    round: int
    rounds: int
    tables_done: int
    tables: int
    stamp: str

    @property
    def percent(self) -> int:
        """The share of the rounds that are played. An estimate if the number of rounds is not fixed."""
        rounds = max(self.rounds, self.round + 1 if not self.rounds else self.round, 1)
        done = max(0, self.round - 1) + (self.tables_done / self.tables if self.tables else 0)
        return min(99, int(100 * done / rounds))


def progress_of(rehearsal: Rehearsal) -> RehearsalProgress:
    """The newest round of a rehearsal, and how many of its tables are done."""
    last = newest_round(rehearsal.event)
    tables = last.tables.count() if last else 0
    done = 0
    if last is not None and last.is_public:
        done = tables if last.status == RoundStatus.CLOSED else tables - len(unfinished_tables(last))
    return RehearsalProgress(
        round=last.number if last else 0,
        rounds=rehearsal.event.rounds_planned,
        tables_done=done,
        tables=tables,
        stamp=f"{rehearsal.step}-{rehearsal.status}",
    )
