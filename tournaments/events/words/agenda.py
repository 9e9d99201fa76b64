"""The events of a club or of all clubs, in the order in which people look for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, time

from django.utils import timezone

from tournaments.core.rules.statuses import EventStatus
from tournaments.core.zones import today_of
from tournaments.events.models.events import Event


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
