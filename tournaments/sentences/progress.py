"""How far an event is, and an estimate of the time left, from the recorded deals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from tournaments.models import Event, Round, RoundStatus
from tournaments.services.draw.tables import TablePlay
from tournaments.services.events.plans import Outline, courses, most_deals


@dataclass(frozen=True)
class Progress:
    """Where an event is. `left` is an estimate, None while no deal says how fast these tables are."""

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
    event: Event, newest: Round | None, tables: Sequence[TablePlay], outline: Outline | None = None
) -> Progress:
    """The progress of an event. `newest` is its newest public round, with its tables."""
    if newest is None:
        return Progress(0, event.rounds_planned, open=False, deals=0, deals_planned=0, left=None)
    going = newest.status != RoundStatus.CLOSED
    played = sum(table.deals for table in tables)
    planned = sum(table.deals if table.closed else table.deals_planned for table in tables)
    later = _deals_later(event, newest, outline)
    return Progress(
        round=newest.number,
        rounds=event.rounds_planned,
        open=going,
        deals=played,
        deals_planned=planned,
        left=_left(tables, newest.published_at, later),
    )


def _deals_later(event: Event, newest: Round, outline: Outline | None) -> int:
    """The deals of the longest table in the later rounds. Each stage has its own number of deals."""
    if newest.number >= event.rounds_planned:
        return 0
    deals = [most_deals(course) for course in courses(event, outline) for _ in range(course.rounds or 0)]
    return sum(deals[newest.number :])


def _left(tables: Sequence[TablePlay], since: datetime | None, later: int) -> timedelta | None:
    """The time for the remaining deals of the slowest table and of later rounds, at the pace so far."""
    timed = [
        (table.last_deal_at - since, table.deals)
        for table in tables
        if since is not None and table.last_deal_at is not None and table.deals
    ]
    if not timed:
        return None
    a_deal = sum((span for span, _deals in timed), timedelta()) / sum(deals for _span, deals in timed)
    remaining = max((table.deals_planned - table.deals for table in tables if not table.closed), default=0)
    still: timedelta = a_deal * (remaining + later)
    return still
