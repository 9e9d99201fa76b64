"""The estimated end of an evening, from its rounds, its pace and its clock."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import pairwise

from tournaments.core.rules.statuses import RoundStatus
from tournaments.events.models.events import Event
from tournaments.events.rules.clock import Evening, seconds_to_the_end
from tournaments.events.verbs.clocks import clock_of
from tournaments.events.verbs.plans import Outline, courses, most_deals
from tournaments.tables.models.rounds import Round
from tournaments.tables.verbs.tables import TablePlay


def end_of_evening(
    event: Event, tables: Sequence[TablePlay], outline: Outline, now: datetime
) -> datetime | None:
    """When the last planned round will be over; None if nothing says how long a deal takes.

    tables: of the newest round. No query beside those of `courses`.
    """
    newest = outline.newest
    if not event.is_running or not event.rounds_planned or newest is None:
        return None
    is_open = newest.status in (RoundStatus.PUBLISHED, RoundStatus.PLAYING)
    deals = [most_deals(course) for course in courses(event, outline) for _ in range(course.rounds or 0)]
    done = newest.number if newest.status != RoundStatus.DRAWN else newest.number - 1
    clock = clock_of(event)
    seconds = seconds_to_the_end(
        Evening(
            deals_left=_left(tables) if is_open else None,
            later=deals[done:],
            a_deal=_pace(tables, newest, outline, deals),
            minutes=event.clock_minutes,
            left=None if clock is None else clock.for_table(_extra(tables)).left(now.timestamp()),
            breaks=_breaks(outline.rounds),
        )
    )
    return None if seconds is None else now + timedelta(seconds=seconds)


def _left(tables: Sequence[TablePlay]) -> int:
    return max((table.deals_planned - table.deals for table in tables if not table.over), default=0)


def _extra(tables: Sequence[TablePlay]) -> int:
    """The most extra seconds of a table that is still playing: the round waits for it."""
    return max((table.extra_seconds for table in tables if not table.over), default=0)


def _pace(tables: Sequence[TablePlay], newest: Round, outline: Outline, deals: Sequence[int]) -> float | None:
    """The seconds of a deal: in the newest round, or before its first deal in the rounds that are closed."""
    since = newest.published_at
    spans = [
        ((table.last_deal_at - since).total_seconds(), table.deals)
        for table in tables
        if since is not None and table.last_deal_at is not None and table.deals
    ]
    if not spans:
        spans = [
            ((round_.closed_at - round_.published_at).total_seconds(), deals[round_.number - 1])
            for round_ in outline.rounds
            if round_.closed_at and round_.published_at and round_.number <= len(deals)
        ]
    number = sum(count for _span, count in spans)
    return sum(span for span, _count in spans) / number if number else None


def _breaks(rounds: Sequence[Round]) -> list[float]:
    """The seconds between the end of a round and the beginning of the next."""
    return [
        max(0.0, (after.published_at - before.closed_at).total_seconds())
        for before, after in pairwise(rounds)
        if before.closed_at and after.published_at
    ]
