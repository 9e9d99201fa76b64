"""The life of an event, from editing to reopening, and its copies: another evening, and a rehearsal.

A rehearsal is an event (`Event.rehearsal_of`) that the ordinary verbs and pages run. Only members of the club
see it, it counts nowhere, and it is the only event that can be deleted: the triggers let its records go.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext

import games.services as games
from tournaments.clubs.models import Club, Player
from tournaments.core import outbox
from tournaments.core.actors import Actor
from tournaments.core.change import bump, lock_event, log
from tournaments.core.models.choices import SignUp, Visibility
from tournaments.core.models.log import OutboxTask
from tournaments.core.refreshes import queue_refresh
from tournaments.core.refusals import clean_reason
from tournaments.core.rules.calendar import (
    MOST_DAYS,
    MOST_STEPS,
    Every,
    Rhythm,
    check_days,
    days_of,
    names_of,
    shifted,
)
from tournaments.core.rules.names import LONGEST_TITLE
from tournaments.core.rules.refusals import Conflict, at, gettext_noop
from tournaments.core.rules.statuses import EntryStatus, EventStatus
from tournaments.core.zones import check_date, in_language_of, zone_of
from tournaments.draw.verbs.draws import full_event_facts
from tournaments.draw.verbs.wishes import copy_wishes
from tournaments.events.models.events import Entry, Event
from tournaments.events.models.replies import Answer
from tournaments.events.rules.phases.events import verify_finish, verify_open, verify_reopen, verify_start
from tournaments.events.verbs import replies
from tournaments.events.verbs.arrivals import numbers_expected
from tournaments.events.verbs.checks import INVITATION, refuse_bots
from tournaments.events.verbs.entries import records_of
from tournaments.events.verbs.events import ALWAYS, UNTIL_START, change_settings, create_event
from tournaments.events.verbs.plans import event_facts
from tournaments.events.verbs.stages import planned_stages
from tournaments.play.models import WithdrawalCause
from tournaments.play.verbs import claims
from tournaments.play.verbs.turns import keep_pace
from tournaments.standings.verbs import standings
from tournaments.standings.verbs.prizes import prizes_of, set_prizes
from tournaments.tables.models.ledger import Deal
from tournaments.tables.models.rounds import Table

# ---- The life of an event: editing, opening, starting, finishing and reopening it.


@transaction.atomic
def edit_event(event: Event, actor: Actor, **fields: Any) -> Event:
    """Change the settings of an event, and what depends on them at its tables.

    Raises what `events.change_settings` raises.
    """
    event, changed = change_settings(event, actor, fields)
    if "two_agree" in changed and not event.two_agree:
        claims.withdraw_all(event, actor, WithdrawalCause.ONE_IS_ENOUGH)
    if "capacity" in changed:
        replies.move_up(event, actor)
    if "pace_ms" in changed:
        keep_pace(event)
    if event.auto_draw and {"auto_draw", "rounds_planned"} & changed:
        outbox.add("rounds.advance", event.pk)
    return event


@transaction.atomic
def create_open_event(club: Club, actor: Actor, name: str, **fields: Any) -> Event:
    """Create an event and open it in one step, both or neither. Fields and errors as in `create_event`."""
    return open_event(create_event(club, actor, name, **fields), actor)


@transaction.atomic
def open_event(event: Event, actor: Actor) -> Event:
    """Open the event for entries and check-ins, and show it to its readers."""
    event = lock_event(event)
    verify_open(event_facts(event))
    event.status = EventStatus.OPEN
    event.spreads = standings.spreads_of(event)
    event.save(update_fields=["status", "spreads"])
    log(actor, "open_event", event, within=event)
    return event


@transaction.atomic
def start_event(event: Event, actor: Actor) -> Event:
    """Freeze the rules and the scoring; from now on rounds can be drawn."""
    event = lock_event(event)
    verify_start(full_event_facts(event))
    event.frozen_rules = games.resolve_rules(event.rules)
    event.scoring = standings.scoring_at_start(event)
    event.spreads = standings.spreads_of(event)
    event.status = EventStatus.RUNNING
    event.started_at = timezone.now()
    event.save(update_fields=["frozen_rules", "scoring", "spreads", "status", "started_at"])
    bump(event)
    log(actor, "start_event", event, within=event, records=records_of(event))
    queue_refresh(event.pk)
    if event.auto_draw:
        outbox.add("rounds.advance", event.pk)
    return event


@transaction.atomic
def finish_event(event: Event, actor: Actor) -> Event:
    """Finish the event; its standings are final."""
    event = lock_event(event)
    verify_finish(full_event_facts(event))
    event.status = EventStatus.FINISHED
    event.finished_at = timezone.now()
    event.save(update_fields=["status", "finished_at"])
    bump(event)
    standings.write(event)
    log(actor, "finish_event", event, within=event)
    return event


@transaction.atomic
def reopen_event(event: Event, actor: Actor, reason: str = "") -> Event:
    """Continue a finished event."""
    reason = clean_reason(reason, required=False)
    event = lock_event(event)
    verify_reopen(event_facts(event))
    event.status = EventStatus.RUNNING
    event.finished_at = None
    event.save(update_fields=["status", "finished_at"])
    bump(event)
    log(actor, "reopen_event", event, within=event, reason=reason)
    queue_refresh(event.pk)
    return event


__all__ = [
    "EVERY", "MOST_DAYS", "MOST_STEPS", "days_of_series", "names_for", "repeat_event", "repeat_on",
]  # fmt: skip

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
    """Create an open event like this one, which goes on at once: the same stages, prizes, wishes and people.

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


class RehearsalOfARehearsal(Conflict):
    """A rehearsal cannot be rehearsed."""

    sentence = gettext_noop("This is a rehearsal. Rehearse its original event instead.")


class RehearsalKnown(Conflict):
    """The event has a rehearsal already."""

    sentence = gettext_noop("This event has a rehearsal. Delete it before the next one.")


class EventBegun(Conflict):
    """The event has begun."""

    sentence = gettext_noop(
        "The event has already begun. Rehearse an event before it begins, or create a new one."
    )


@transaction.atomic
def rehearse(event: Event, actor: Actor) -> Event:
    """Create the open rehearsal of an event that has not begun, with as many bots as people are expected.

    Raises Conflict `event_begun`, `rehearsal_of_a_rehearsal`, `rehearsal_known`, `bots_need_rules`.
    """
    event = lock_event(event)
    if event.is_rehearsal:
        raise RehearsalOfARehearsal
    if event.status not in (EventStatus.DRAFT, EventStatus.OPEN):
        raise EventBegun
    if Event.objects.filter(rehearsal_of=event).exists():
        raise RehearsalKnown
    bots = _bots(event)
    refuse_bots(event, bots)
    changed = {"visibility": Visibility.PRIVATE, "sign_up": SignUp.CLOSED, "encore": False}
    rehearsal = open_event(event_like(event, actor, event.name, rehearsal_of=event, **changed), actor)
    Player.objects.bulk_create(bots)
    Entry.objects.bulk_create(
        Entry(event=rehearsal, player=bot, number=number, status=EntryStatus.CHECKED_IN)
        for number, bot in enumerate(bots, 1)
    )
    log(actor, "rehearse", rehearsal, within=event)
    return rehearsal


class EventIsNoRehearsal(Conflict):
    """Only a rehearsal can be deleted."""

    sentence = gettext_noop("Only a rehearsal can be deleted.")


@transaction.atomic
def delete_rehearsal(rehearsal: Event, actor: Actor) -> None:
    """Delete a rehearsal with everything in it. Raises Conflict `event_is_no_rehearsal`."""
    tables = Table.objects.filter(round__event=rehearsal.pk).values_list("pk", flat=True)
    subjects = [str(pk) for pk in (rehearsal.pk, *tables)]
    tasks = OutboxTask.objects.filter(done_at=None, args__0__in=subjects)
    list(tasks.select_for_update())  # a worker locks its task before the event
    rehearsal = lock_event(rehearsal)
    event = rehearsal.rehearsal_of
    if event is None:
        raise EventIsNoRehearsal
    tasks.delete()
    own = Player.objects.filter(entries__event=rehearsal).exclude(bot="").exclude(removed_at=None)
    bots = [bot.pk for bot in own if not bot.entries.exclude(event=rehearsal).exists()]
    _delete(Deal.objects.filter(table__round__event=rehearsal))  # the seats of its tables are free then
    _delete(Event.objects.filter(pk=rehearsal.pk))
    Player.objects.filter(pk__in=bots).delete()
    log(actor, "delete_rehearsal", event, within=event)


def _bots(event: Event) -> list[Player]:
    """A bot for each person who is entered or comes, at least enough for a table. They are in no roster."""
    people = Entry.objects.filter(event=event, player__bot="").exclude(status=EntryStatus.WITHDRAWN).count()
    count = max(people + numbers_expected(event)[Answer.YES], event.size)
    policies = [policy.name for policy in games.bots()]
    with in_language_of(event.club):
        names = [gettext("Bot %(number)d") % {"number": number} for number in range(1, count + 1)]
    return [
        Player(
            club=event.club,
            name=name,
            public_name=name,
            bot=policies[number % len(policies)],
            removed_at=timezone.now(),
        )
        for number, name in enumerate(names)
    ]


def _delete(rows: QuerySet[Any]) -> None:
    """Delete rows after all rows that refer to them."""
    last = {}
    for relation in rows.model._meta.get_fields(include_hidden=True):
        other = relation.related_model
        if not relation.auto_created or relation.concrete:
            continue
        if other is rows.model:
            last[f"{relation.name}__isnull"] = True
        else:
            _delete(other._base_manager.filter(**{f"{relation.field.name}__in": rows}))
    # A deal may replace another one of these.
    while rows.filter(**last).delete()[0]:
        pass
