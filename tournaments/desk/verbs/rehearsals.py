"""Rehearsals: copies of an event in which bots sit in the place of people.

A rehearsal is an event (`Event.rehearsal_of`) that the ordinary verbs and pages run. Only members of the club
see it, it counts nowhere, and it is the only event that can be deleted: the triggers allow it only here.
"""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext

import games.services as games
from tournaments.clubs.models import Player
from tournaments.core.actors import Actor
from tournaments.core.change import lock_event, log
from tournaments.core.models.choices import SignUp, Visibility
from tournaments.core.models.log import OutboxTask
from tournaments.core.rules.refusals import Conflict, gettext_noop
from tournaments.core.rules.statuses import EntryStatus, EventStatus
from tournaments.core.zones import in_language_of
from tournaments.desk.verbs.lifecycle import open_event
from tournaments.desk.verbs.repeating import event_like
from tournaments.events.models.events import Entry, Event
from tournaments.events.models.replies import Answer
from tournaments.events.verbs.arrivals import numbers_expected
from tournaments.events.verbs.checks import refuse_bots
from tournaments.tables.models.ledger import Deal
from tournaments.tables.models.rounds import Table


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
