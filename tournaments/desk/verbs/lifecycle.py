"""The life of an event: editing, opening, starting, finishing and reopening it."""

from __future__ import annotations

from typing import Any

from django.db import transaction

import games.services as games
from tournaments.clubs.models import Club
from tournaments.core import moments, outbox
from tournaments.core.actors import Actor
from tournaments.core.change import bump, change, lock_event, log
from tournaments.core.refreshes import count_again, queue_refresh
from tournaments.core.refusals import clean_reason
from tournaments.core.rules.statuses import EventStatus
from tournaments.draw.verbs.draws import full_event_facts
from tournaments.events.models.events import Event
from tournaments.events.rules.phases.events import verify_finish, verify_open, verify_reopen, verify_start
from tournaments.events.verbs import replies
from tournaments.events.verbs.entries import records_of
from tournaments.events.verbs.events import change_settings, create_event
from tournaments.events.verbs.plans import event_facts
from tournaments.play.models import WithdrawalCause
from tournaments.play.verbs import claims
from tournaments.play.verbs.turns import keep_pace
from tournaments.standings.verbs import spreads, standings


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


def open_event(event: Event, actor: Actor) -> Event:
    """Open the event for entries and check-ins, and show it to its readers."""
    with change(event, actor, "open_event") as event:
        verify_open(event_facts(event))
        event.status = EventStatus.OPEN
        event.spreads = spreads.spreads_of(event)
    return event


@transaction.atomic
def start_event(event: Event, actor: Actor) -> Event:
    """Freeze the rules and the scoring; from now on rounds can be drawn."""
    event = lock_event(event)
    verify_start(full_event_facts(event))
    event.frozen_rules = games.resolve_rules(event.rules)
    event.scoring = spreads.scoring_at_start(event)
    event.spreads = spreads.spreads_of(event)
    event.status = EventStatus.RUNNING
    event.started_at = moments.now()
    event.save(update_fields=["frozen_rules", "scoring", "spreads", "status", "started_at"])
    log(actor, "start_event", event, within=event, records=records_of(event))
    count_again(event)
    return event


@transaction.atomic
def finish_event(event: Event, actor: Actor) -> Event:
    """Finish the event; its standings are final."""
    event = lock_event(event)
    verify_finish(full_event_facts(event))
    event.status = EventStatus.FINISHED
    event.finished_at = moments.now()
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
