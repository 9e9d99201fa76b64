"""Other evenings like an event: at once, on chosen days, or in a series."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any, Final

from django.db import transaction

from tournaments.core.actors import Actor
from tournaments.core.rules.calendar import (
    Every,
    Rhythm,
    check_days,
    days_of,
    names_of,
    shifted,
)
from tournaments.core.rules.names import LONGEST_TITLE
from tournaments.core.rules.refusals import at
from tournaments.core.rules.statuses import EntryStatus, EventStatus
from tournaments.core.zones import check_date, zone_of
from tournaments.desk.verbs.lifecycle import open_event
from tournaments.draw.verbs.wishes import copy_wishes
from tournaments.events.models.events import Entry, Event
from tournaments.events.verbs.checks import INVITATION
from tournaments.events.verbs.events import ALWAYS, UNTIL_START, create_event
from tournaments.events.verbs.stages import planned_stages
from tournaments.standings.verbs.prizes import prizes_of, set_prizes

EVERY: Final = tuple(every.value for every in Every)
"""The units of a series."""


def days_of_series(**rhythm: Any) -> list[date]:
    """The days of a series, from the fields of a `Rhythm`. Raises Invalid with the codes of `days_of`."""
    check_date(rhythm["first"], "series")
    check_date(rhythm.get("until"), "series")
    with at("series"):
        return days_of(Rhythm(**rhythm))


@transaction.atomic
def repeat_event(event: Event, actor: Actor) -> Event:
    """Create an open event like this one, to play at once: the same stages, prizes, wishes and people.

    They are checked in, and have their tags. Players who withdrew, left the roster or were made anonymous
    are left out. It has no invitation, because everybody is here.
    """
    again = open_event(event_like(event, actor, event.name), actor)
    _enter_the_same(event, again, EntryStatus.CHECKED_IN)
    return again


@transaction.atomic
def repeat_on(event: Event, actor: Actor, days: Sequence[date], *, players: bool = False) -> list[Event]:
    """Create an event like this one for each of these days: the same settings, stages, prizes and invitation.

    players: its players are registered again, with tags, seeds and wishes. Nothing else that belongs to one
    evening is copied. Copies of a draft are drafts, all others are open. Raises Invalid: `no_day`,
    `too_many_days`.
    """
    with at("dates"):
        days = check_days(days)
    for day in days:
        check_date(day, "dates")
    made = []
    for name, day in zip(names_for(event, days), days, strict=True):
        again = event_like(event, actor, name, **_invitation_on(event, day))
        if event.status != EventStatus.DRAFT:
            again = open_event(again, actor)
        if players:
            _enter_the_same(event, again, EntryStatus.REGISTERED)
        made.append(again)
    return made


def names_for(event: Event, days: Sequence[date]) -> list[str]:
    """The names of the next events like this one."""
    taken = Event.objects.filter(club=event.club_id).values_list("name", flat=True)
    return names_of(event.name, set(taken), days, LONGEST_TITLE)


def event_like(
    event: Event, actor: Actor, name: str, *, rehearsal_of: Event | None = None, **changed: Any
) -> Event:
    """A draft with the settings, stages and prizes of an event, apart from what is `changed`."""
    settings = (ALWAYS | UNTIL_START) - INVITATION - {"name", "rounds_planned"}
    again = create_event(
        event.club,
        actor,
        name,
        stages=planned_stages(event),
        rehearsal_of=rehearsal_of,
        **({field: getattr(event, field) for field in settings} | changed),
    )
    return set_prizes(again, actor, prizes_of(event))


def _invitation_on(event: Event, day: date) -> dict[str, Any]:
    """The invitation of an event for another day. Sign-up closes as long before it."""
    invitation = {field: getattr(event, field) for field in INVITATION - {"starts_on", "sign_up_until"}}
    until = None
    if event.sign_up_until is not None and event.starts_on is not None:
        until = shifted(event.sign_up_until.astimezone(zone_of(event.club)), (day - event.starts_on).days)
    return invitation | {"starts_on": day, "sign_up_until": until}


def _enter_the_same(event: Event, again: Event, status: EntryStatus) -> None:
    Entry.objects.bulk_create(
        Entry(
            event=again,
            player=entry.player,
            number=number,
            status=EntryStatus.CHECKED_IN if entry.player.is_bot else status,
            seeding=entry.seeding,
            tags=entry.tags,
        )
        for number, entry in enumerate(
            Entry.objects.filter(event=event)
            .exclude(status=EntryStatus.WITHDRAWN)
            .filter(player__removed_at__isnull=True, player__anonymised_at__isnull=True)
            .select_related("player")
            .order_by("number"),
            1,
        )
    )
    copy_wishes(event, again)
