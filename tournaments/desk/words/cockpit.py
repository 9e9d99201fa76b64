"""What the director sees of a running evening: calls, tables to watch, and how far it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

from django.utils import timezone

from tournaments.core.rules.statuses import RoundStatus
from tournaments.desk.words.needs import SILENT, Need
from tournaments.events.models.events import Event
from tournaments.events.rules.clock import Evening, seconds_to_the_end
from tournaments.events.verbs.plans import Outline, clock_of, courses, most_deals
from tournaments.tables.models.rounds import Round
from tournaments.tables.verbs.tables import TablePlay, names_at


def watch_lines(
    round_: Round, plays: Sequence[TablePlay], needs: Sequence[Need], now: datetime
) -> list[dict[str, Any]]:
    """The tables of an open round by number, with who sits there and what they need (one query)."""
    names = names_at([play.id for play in plays], for_members=True)
    lines = []
    for play in plays:
        since = play.last_deal_at or round_.published_at
        silent = not play.over and since is not None and now - since > SILENT
        here = [need for need in needs if need.is_at(play.id)]
        lines.append(
            {"play": play, "people": names[play.id], "since": since, "silent": silent, "needs": here}
        )
    return sorted(lines, key=lambda line: line["play"].number)


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
