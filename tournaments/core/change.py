"""How every verb changes a row: the audit log, the locks, and `change`, which joins them.

Pages, the API, commands and tasks all call verbs.

::

    def set_prizes(event: Event, actor: Actor, plan: PrizeList) -> Event:
        with change(event, actor, "set_prizes", records=["prizes"]) as event:
            verify_register(event_facts(event))
            event.prizes = plan.stored
        return event
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from copy import deepcopy
from datetime import UTC
from decimal import Decimal
from functools import singledispatch
from typing import Any, NamedTuple, TypeVar
from uuid import UUID

from django.db import transaction
from django.db.models import F, Model
from django.utils.translation import gettext_noop as _

from tournaments.clubs.models import Club, Member
from tournaments.core import moments
from tournaments.core.actors import Actor
from tournaments.core.models.log import AuditEntry
from tournaments.core.rules import chain
from tournaments.core.rules.refusals import Conflict, NotFound, gettext_noop
from tournaments.events.models.events import Entry, Event
from tournaments.seasons.models import Season
from tournaments.tables.models.rounds import Round, Table


class LogHead(NamedTuple):
    """The number of entries of a log, and the digest of the last one."""

    length: int
    digest: str


def log(actor: Actor, verb: str, target: Model, *, within: Club | Event, **data: Any) -> None:
    """Write that `actor` did `verb` to `target`, in the log of this event or club.

    Call it in the transaction of the change. It locks the event or the club, because the entry continues a
    hash chain: lock them in their order before (see README "Locks"). A phone has no account: the row names
    its table, its seat and its mark instead.
    """
    log_after(_lock_head(within), actor, verb, target, within, data)


def log_after(
    head: LogHead, actor: Actor, verb: str, target: Model, within: Club | Event, data: dict[str, Any]
) -> None:
    """Do the same as `log` for a caller who has locked the event or the club and then read its `head`."""
    if actor.phone is not None:
        data = data | {
            "link_of_table": actor.phone.table.number,
            "link_seat": actor.phone.seat,
            "link_phone": actor.phone.mark,
        }
    is_of_event = isinstance(within, Event)
    entry = AuditEntry(
        club_id=within.club_id if isinstance(within, Event) else within.pk,
        event_id=within.pk if is_of_event else None,
        actor=actor.user,
        via=actor.via,
        verb=verb,
        target=f"{target._meta.model_name} {target.pk}",
        data=data,
        at=moments.now(),
        number=head.length + 1,
    )
    entry.digest = chain.link(head.digest, content(entry))
    # A trigger gives the event or the club the new length and head, and refuses an entry in a wrong place.
    entry.save(force_insert=True)
    within.log_length, within.log_head = entry.number, entry.digest


def content(entry: AuditEntry) -> dict[str, Any]:
    """What the digest of an entry covers: everything but its id, which a restore may change."""
    return {
        "club": str(entry.club_id),
        "event": None if entry.event_id is None else str(entry.event_id),
        "number": entry.number,
        "actor": None if entry.actor_id is None else str(entry.actor_id),
        "via": entry.via,
        "verb": entry.verb,
        "target": entry.target,
        "data": entry.data,
        "at": entry.at.astimezone(UTC).isoformat(),
    }


def _lock_head(within: Club | Event) -> LogHead:
    """The length and the head of a log, locked: two transactions cannot append the same number."""
    logs = Event.objects if isinstance(within, Event) else Club.objects
    return LogHead(
        *logs.select_for_update(no_key=True).values_list("log_length", "log_head").get(pk=within.pk)
    )


# ---- The locks of all verbs, always taken in one order: event, round, table, season, club, player.
#
# On PostgreSQL these are row locks. SQLite has none: there, every writing transaction is IMMEDIATE, so only
# one runs at a time.


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


_OWNERS = ("table", "round", "season", "event", "team", "league", "club", "member")


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


@lock.register(Member)
def lock_member(member: Member) -> Member:
    """Return the member, read again, with the club, locked. Raises NotFound if the member was removed."""
    club = lock_club(member.club)
    fresh = Member.objects.select_related("user").filter(pk=member.pk).first()
    if fresh is None:
        raise NotFound("not_found", _("This member has already been removed."))
    fresh.club = club
    return fresh


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


Row = TypeVar("Row", bound=Model)


@contextmanager
def change(
    row: Row,
    actor: Actor,
    verb: str,
    *,
    records: Collection[str] = (),
    notes: Collection[str] = (),
    then: Callable[[Any], object] | None = None,
    **data: Any,
) -> Iterator[Row]:
    """Lock a row and its owners; at the end, save the columns that have changed and write the log.

    It begins a transaction and yields the row, read again. If nothing has changed, nothing is saved or
    logged. records, notes: columns whose new values the log keeps, under "records" or by their own names.
    data: what else the log keeps. then: called at the end with the event, season or club of the row, to give
    it the next version and to add tasks.
    """
    with transaction.atomic():
        fresh: Row = lock(row)
        before = deepcopy(_columns(fresh))
        yield fresh
        changed = sorted(name for name, value in _columns(fresh).items() if value != before[name])
        if not changed:
            return
        fresh.save(update_fields=changed)
        data |= {name: _plain(getattr(fresh, name)) for name in notes if name in changed}
        if recorded := {name: getattr(fresh, name) for name in records if name in changed}:
            data["records"] = recorded
        log(actor, verb, fresh, within=log_owner(fresh), **data)
        if then is not None:
            then(keeper(fresh))


def _plain(value: Any) -> Any:
    """A value for the log: an id or an exact number as a text."""
    return str(value) if isinstance(value, UUID | Decimal) else value


def _columns(row: Model) -> dict[str, Any]:
    names = {field.attname for field in row._meta.concrete_fields} - {"log_length", "log_head"}
    return {name: getattr(row, name) for name in names}
