"""The one lock order of every verb: event, then round, then table, then club, then player.

On PostgreSQL these are row locks; on SQLite, where they do nothing, every transaction that writes is
IMMEDIATE and so alone.
"""

from __future__ import annotations

from typing import Any

from django.db.models import F
from django.utils.translation import gettext as _

from tournaments.compiled import CompiledUpdate
from tournaments.errors import Conflict, NotFound
from tournaments.models import Club, Event, Member, Round, Table


def lock_event(event: Event | Any) -> Event:
    """The event, read afresh and locked until the transaction ends."""
    return (
        Event.objects.select_for_update(of=("self",))
        .select_related("club")
        .get(pk=getattr(event, "pk", event))
    )


def lock_round(round_: Round) -> Round:
    """The round with its event, both read afresh and locked; Conflict if its draw was thrown away."""
    event = lock_event(round_.event_id)
    fresh = Round.objects.select_for_update().filter(pk=round_.pk).first()
    if fresh is None:
        raise Conflict("round_gone", _("This draw was thrown away meanwhile: look once more."))
    fresh.event = event
    return fresh


def lock_table(table: Table) -> Table:
    """The table with its round and event, all read afresh and locked; Conflict if that was drawn anew."""
    round_ = lock_round(table.round)
    fresh = Table.objects.select_for_update().filter(pk=table.pk).first()
    if fresh is None:
        raise Conflict("table_gone", _("This table's round was drawn anew meanwhile: look once more."))
    fresh.round = round_
    return fresh


def lock_club(club: Club) -> Club:
    """The club, read afresh and locked, and with it its roster and who its members are.

    What only refers to it, as each row of the log does, waits for nobody.
    """
    return Club.objects.select_for_update(no_key=True).get(pk=club.pk)


def lock_member(member: Member) -> tuple[Club, Member]:
    """The member as it is now, and its club, locked; NotFound when somebody has removed it."""
    club = lock_club(member.club)
    fresh = Member.objects.select_related("user").filter(pk=member.pk).first()
    if fresh is None:
        raise NotFound("not_found", _("This member has been removed already."))
    fresh.club = club
    return club, fresh


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
