"""The locks of all verbs, always taken in one order: event, round, table, season, club, player.

On PostgreSQL these are row locks. SQLite has none: there, every writing transaction is IMMEDIATE, so only one
runs at a time.
"""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from django.db.models import F
from django.utils.translation import gettext_noop as _

from tournaments.clubs.models.clubs import Club, Member
from tournaments.core.rules.refusals import Conflict, NotFound, gettext_noop
from tournaments.events.models.events import Entry, Event
from tournaments.seasons.models import Season
from tournaments.tables.models.rounds import Round, Table


@singledispatch
def lock(row: Any) -> Any:
    """Lock a row until the transaction ends. Return it, read again.

    The kinds of rows that are registered below have locks of their own. Any other row is locked by the lock
    of its owner (`_OWNERS`). If rows of a kind can be removed meanwhile, a room registers the kind with a
    refusal of its own.
    """
    owner = _owner(row)
    if owner is None:
        raise NotImplementedError(type(row))
    locked = lock(getattr(row, owner))
    fresh = type(row)._base_manager.get(pk=row.pk)
    setattr(fresh, owner, locked)
    return fresh


@singledispatch
def keeper(row: Any) -> Event | Season | Club:
    """Return the event, the season or the club that a row belongs to."""
    if isinstance(row, Event | Season | Club):
        return row
    return keeper(getattr(row, _owner(row) or ""))


def log_owner(row: Any) -> Event | Club:
    """Return the event or the club whose log has the changes of a row."""
    kept_by = keeper(row)
    return kept_by.league.club if isinstance(kept_by, Season) else kept_by


_OWNERS = ("table", "round", "season", "event", "team", "league", "club")


def _owner(row: Any) -> str | None:
    """The name of the foreign key to the owner of a row, whose lock protects the row."""
    keys = {field.name for field in row._meta.concrete_fields if field.is_relation}
    return next((name for name in _OWNERS if name in keys), None)


class EventGone(Conflict):
    """The rehearsal was deleted."""

    sentence = gettext_noop("This rehearsal has just been deleted.")


@lock.register(Event)
def lock_event(event: Event | Any) -> Event:
    """Return the event, read again and locked until the transaction ends.

    Raises Conflict `event_gone` if it was a rehearsal and is deleted.
    """
    rows = Event.objects.select_for_update(of=("self",)).select_related("club")
    fresh = rows.filter(pk=getattr(event, "pk", event)).first()
    if fresh is None:
        raise EventGone
    return fresh


@lock.register(Entry)
def lock_entry(entry: Entry) -> Entry:
    """Return the entry with its player, read again, and its event, locked."""
    event = lock_event(entry.event_id)
    fresh = Entry.objects.select_related("player").get(pk=entry.pk)
    fresh.event = event
    return fresh


class RoundGone(Conflict):
    """The draw was discarded in the meantime."""

    sentence = gettext_noop("This draw has just been discarded. Reload the page.")


@lock.register(Round)
def lock_round(round_: Round) -> Round:
    """Return the round with its event, both read again and locked.

    Raises Conflict `round_gone` if the draw was discarded.
    """
    event = lock_event(round_.event_id)
    fresh = Round.with_void.select_for_update().filter(pk=round_.pk).first()
    if fresh is None:
        raise RoundGone
    fresh.event = event
    return fresh


class TableGone(Conflict):
    """The round of the table was redrawn in the meantime."""

    sentence = gettext_noop("The round of this table has just been drawn again. Reload the page.")


@lock.register(Table)
def lock_table(table: Table) -> Table:
    """Return the table with its round and event, all read again and locked.

    Raises Conflict `round_gone` or `table_gone` if the round was drawn again.
    """
    round_ = lock_round(table.round)
    fresh = Table.objects.select_for_update().filter(pk=table.pk).first()
    if fresh is None:
        raise TableGone
    fresh.round = round_
    return fresh


class SeasonGone(Conflict):
    """The season was removed."""

    sentence = gettext_noop("This season has just been removed. Reload the page.")


@lock.register(Season)
def lock_season(season: Season | Any) -> Season:
    """Return the season with its league, read again and locked.

    Raises Conflict `season_gone` if the draft was removed.
    """
    rows = Season.objects.select_for_update(of=("self",)).select_related("league__club")
    fresh = rows.filter(pk=getattr(season, "pk", season)).first()
    if fresh is None:
        raise SeasonGone
    return fresh


@lock.register(Club)
def lock_club(club: Club) -> Club:
    """Return the club, read again and locked: its roster and its members cannot change.

    Rows that only refer to the club, such as audit entries, can still be inserted.
    """
    return Club.objects.select_for_update(no_key=True).get(pk=club.pk)


def lock_member(member: Member) -> tuple[Club, Member]:
    """Return the member's club, locked, and the member, read again; NotFound if the member was removed."""
    club = lock_club(member.club)
    fresh = Member.objects.select_related("user").filter(pk=member.pk).first()
    if fresh is None:
        raise NotFound("not_found", _("This member has already been removed."))
    fresh.club = club
    return club, fresh


def lock_and_bump(event: Event) -> None:
    """Do the same as `lock_event` and `bump`, in one statement.

    Nobody else can change a round or a table of the event afterwards. Rows that were read before may be
    stale: read them again, and roll back if nothing has to change.
    """
    Event.objects.filter(pk=event.pk).update(version=F("version") + 1)


def bump(event: Event) -> int:
    """Give the locked event its next version: something that standings depend on has changed."""
    event.version += 1
    event.save(update_fields=["version"])
    return event.version
