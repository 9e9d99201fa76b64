"""The one lock order of every verb: event, then round, then table.

On PostgreSQL these are row locks; on SQLite, where they do nothing, every transaction that writes is
IMMEDIATE and so alone.
"""

from __future__ import annotations

from typing import Any

from django.db.models import F

from tournaments.compiled import CompiledUpdate
from tournaments.models import Event, Round, Table


def lock_event(event: Event | Any) -> Event:
    """The event, read afresh and locked until the transaction ends."""
    return (
        Event.objects.select_for_update(of=("self",))
        .select_related("club")
        .get(pk=getattr(event, "pk", event))
    )


def lock_round(round_: Round) -> Round:
    """The round with its event, both read afresh and locked."""
    event = lock_event(round_.event_id)
    fresh = Round.objects.select_for_update().get(pk=round_.pk)
    fresh.event = event
    return fresh


def lock_table(table: Table) -> Table:
    """The table with its round and event, all read afresh and locked."""
    round_ = lock_round(table.round)
    fresh = Table.objects.select_for_update().get(pk=table.pk)
    fresh.round = round_
    return fresh


def take_turn(event: Event) -> None:
    """Lock the event by giving it its next version, as `lock_event` and `bump` would, in one statement.

    Nobody changes a round or a table of it meanwhile, since whoever does has locked the event first. What
    was read before may be out of date: read again, and roll back if nothing is to be done.
    """
    _NEXT_VERSION.of(event.pk)


_NEXT_VERSION = CompiledUpdate(Event, version=F("version") + 1)


def bump(event: Event) -> int:
    """Give the locked event its next version: something that standings depend on has changed."""
    event.version += 1
    event.save(update_fields=["version"])
    return event.version
