"""How far an event is, and an estimate of the time left (`evening_end`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.utils import timezone

from tournaments.core.rules.statuses import RoundStatus
from tournaments.desk.words.evening_end import end_of_evening
from tournaments.events.models.events import Event
from tournaments.events.verbs.plans import Outline
from tournaments.tables.models.rounds import Round
from tournaments.tables.verbs.tables import TablePlay


@dataclass(frozen=True)
class Progress:
    """Where an event is. `left` is an estimate, None while nothing says how long a deal takes."""

    round: int
    """The newest round's number that the public knows; 0 before the first."""
    rounds: int
    open: bool
    """Whether that round is being played."""
    deals: int
    deals_planned: int
    """Deals of that round, over all tables."""
    left: timedelta | None

    @property
    def wells(self) -> list[str]:
        """One word for each round, for the row of small wells: closed, live or coming."""
        return [
            "live" if number == self.round and self.open else "closed" if number <= self.round else "coming"
            for number in range(1, max(self.rounds, self.round) + 1)
        ]


def progress_of(
    event: Event, newest: Round | None, tables: Sequence[TablePlay], outline: Outline
) -> Progress:
    """The progress of an event. `newest` is its newest public round, with its tables."""
    if newest is None:
        return Progress(0, event.rounds_planned, open=False, deals=0, deals_planned=0, left=None)
    going = newest.status != RoundStatus.CLOSED
    played = sum(table.deals for table in tables)
    planned = sum(table.deals if table.closed else table.deals_planned for table in tables)
    now = timezone.now()
    end = end_of_evening(event, tables, outline, now)
    return Progress(
        round=newest.number,
        rounds=event.rounds_planned,
        open=going,
        deals=played,
        deals_planned=planned,
        left=None if end is None else end - now,
    )
