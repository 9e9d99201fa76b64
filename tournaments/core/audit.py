"""Actors, and the audit log of what they did."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC
from functools import cached_property
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Model
from django.utils import timezone

from tournaments.clubs.models.clubs import Club, Member, User
from tournaments.core.models.log import AuditEntry
from tournaments.core.rules import chain
from tournaments.events.models.events import Event
from tournaments.tables.models.cards import Phone
from tournaments.tables.models.rounds import Table


@dataclass(frozen=True)
class KeyGrants:
    """The events and tables for which a limited API key may enter results."""

    events: frozenset[UUID]
    tables: frozenset[UUID]

    def holds(self, table: Table) -> bool:
        """Whether the key may enter results of this table."""
        return table.pk in self.tables or table.round.event_id in self.events


class Memberships:
    """The memberships of a user, read once when they are needed (one query)."""

    def __init__(self, user: User) -> None:
        self.user = user

    @cached_property
    def by_club(self) -> dict[UUID, Member]:
        """The memberships by the id of their club, by the name of the club."""
        rows = Member.objects.filter(user=self.user).select_related("user", "club").order_by("club__sort_key")
        return {row.club_id: row for row in rows}


@dataclass(frozen=True)
class Actor:
    """A user, an API key, a phone or the system.

    For an API key, `member` is the only membership that it may use, and `grants` its limits if it has any.
    `phone` is set for a phone, which has no account. `phone_identity` is the identity of that phone, or of
    the browser in which the user has signed in, if it was at a table before.
    """

    user: User | None
    via: str
    member: Member | None = None
    grants: KeyGrants | None = None
    phone: Phone | None = None
    phone_identity: str = ""
    memberships: Memberships | None = field(default=None, compare=False, repr=False)
    """All memberships of the user, read once. Without them, `member_of` reads one at each call."""

    @classmethod
    def of_phone(cls, phone: Phone) -> Actor:
        return cls(None, LINK, phone=phone, phone_identity=phone.identity)

    def member_of(self, club: Club) -> Member | None:
        """The membership of `club` that this actor may use, if any."""
        if self.member is not None:
            return self.member if self.member.club_id == club.pk else None
        if self.user is None or not self.user.is_active:
            return None
        if self.memberships is not None:
            return self.memberships.by_club.get(club.pk)
        return Member.objects.filter(club=club, user=self.user).select_related("user").first()

    def sees_all_of(self, club: Club) -> bool:
        """Whether this actor sees all that members of `club` see. A limited key does not."""
        return self.grants is None and self.member_of(club) is not None

    def is_phone_at(self, table: Table) -> bool:
        """Whether this is a phone that came in through the card of `table`."""
        return self.phone is not None and self.phone.table_id == table.pk

    def holds(self, table: Table) -> bool:
        """Whether this actor may use the table even if it may not see the event."""
        return self.is_phone_at(table) or (self.grants is not None and self.grants.holds(table))


LINK = "link"
"""`Actor.via` of phones, as the audit log stores it."""

SYSTEM = Actor(user=None, via="task")
"""A worker that runs a task."""

COMMAND = Actor(user=None, via="command")
"""A command on the server itself."""


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
        at=timezone.now(),
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
