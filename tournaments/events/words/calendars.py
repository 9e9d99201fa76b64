"""Events in the order in which people look for them, and as a calendar."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final

import icalendar
from django.utils import timezone

from tournaments.core.rules.statuses import EventStatus
from tournaments.core.zones import today_of, zone_of
from tournaments.events.models.events import Event
from tournaments.events.rules.clock import Evening, seconds_to_the_end
from tournaments.events.verbs.plans import deals_of

EVENING: Final = timedelta(hours=4)
"""The length of an event whose rounds are not known yet. Calendars draw nothing without an end."""

DEAL_SECONDS: Final = 180
"""Seconds that people need for a deal."""

STEP: Final = timedelta(minutes=15)
"""Lengths are rounded up to this."""

AROUND: Final = timedelta(days=366)
"""The feed describes its time zone from so long before its first event until so long after its last one."""


def feed(name: str, events: Iterable[Any], address: Callable[[Event], str]) -> bytes:
    """A calendar with these events, from `with_revisions`, which have a day.

    address: of the page of an event. The same events give the same bytes. `SEQUENCE` and `LAST-MODIFIED`
    change with the settings of an event, not with its results.
    """
    calendar = icalendar.Calendar()
    calendar.add("prodid", "-//Pochleague//Pochleague//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", name)
    hours: list[date] = []
    for event in events:
        # One event that a calendar cannot say, such as one that ends after the year 9999, is left out alone.
        with suppress(ValueError, OverflowError):
            calendar.add_component(_entry(event, address(event)))
            if event.starts_at is not None:
                hours.append(event.starts_on)
    if hours:
        calendar.add_missing_timezones(first_date=min(hours) - AROUND, last_date=max(hours) + AROUND)
    return bytes(calendar.to_ical())


def planned_length(event: Event) -> timedelta:
    """How long an event takes by its plan: its rounds with their clocks or deals, and the breaks between.

    It has no query for events of `with_revisions`.
    """
    rounds: list[int] = []
    for stage in event.stages.all():
        if not stage.rounds_planned:  # a knockout ends when one table is left
            return EVENING
        rounds += [deals_of(stage, event).at(stage.size or event.size)] * stage.rounds_planned
    plan = Evening(None, rounds, DEAL_SECONDS, event.clock_minutes)
    # The rule counts a break before each round, which is also the time to sit down.
    seconds = seconds_to_the_end(plan)
    return STEP * math.ceil(seconds / STEP.total_seconds()) if seconds else EVENING


def _entry(event: Any, address: str) -> icalendar.Event:
    entry = icalendar.Event()
    # Types that are named are written in half the time of those that the library would find.
    revised_at = icalendar.vDatetime(event.revised_at.astimezone(UTC))
    entry.add("uid", f"{event.pk}@pochleague")
    entry.add("sequence", max(0, event.revisions - 1))
    entry.add("dtstamp", revised_at)
    entry.add("last-modified", revised_at)
    entry.add("summary", event.name)
    if event.starts_at is None:
        whole_day = {"VALUE": "DATE"}
        entry.add("dtstart", icalendar.vDate(event.starts_on), whole_day)
        entry.add("dtend", icalendar.vDate(event.starts_on + timedelta(days=1)), whole_day)
    else:
        start = datetime.combine(event.starts_on, event.starts_at, zone_of(event.club))
        entry.add("dtstart", start)
        entry.add("duration", planned_length(event))
    if event.place:
        entry.add("location", event.place)
    if event.about:
        entry.add("description", event.about)
    entry.add("url", address)
    return entry


def agenda(events: Iterable[Event]) -> dict[str, list[Event]]:
    """What is running, what is today, what comes next (the nearest first), and what was played.

    Events without a day, and those whose day has passed without a start, come after those with a day. Today
    is the day in the club of each event.
    """
    events = list(events)
    now = timezone.now()
    clubs = {event.club_id: event.club for event in events}
    days = {pk: today_of(club, now) for pk, club in clubs.items()}
    waiting = sorted(
        (event for event in events if event.status in (EventStatus.OPEN, EventStatus.DRAFT)), key=_when
    )
    later = [event for event in waiting if event.starts_on and event.starts_on > days[event.club_id]]
    return {
        "running": [event for event in events if event.status == EventStatus.RUNNING],
        "today": [event for event in waiting if event.starts_on == days[event.club_id]],
        "coming": later
        + [event for event in waiting if not event.starts_on]
        + [event for event in waiting if event.starts_on and event.starts_on < days[event.club_id]][::-1],
        "finished": sorted(
            (event for event in events if event.status == EventStatus.FINISHED),
            key=lambda event: event.finished_at or event.created_at,
            reverse=True,
        ),
    }


def event_with_rules(listed: Mapping[str, Sequence[Event]]) -> Event | None:
    """The event of an agenda whose rules tell how the club plays: of now, or the next, or the last one."""
    in_turn = (event for events in listed.values() for event in events)
    return next((event for event in in_turn if not event.without_rules), None)


def _when(event: Event) -> tuple[date, time, str]:
    return event.starts_on or date.max, event.starts_at or time.max, event.name
