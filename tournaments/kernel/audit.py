"""Who does something, and the log of what they did."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Model

from tournaments.models import AuditEntry, Club, Event, Member, Table, TableGuest, User


@dataclass(frozen=True)
class KeyGrants:
    """What a limited key is for: all tables of these events, and these tables."""

    events: frozenset[UUID]
    tables: frozenset[UUID]

    def holds(self, table: Table) -> bool:
        """Whether the key may enter this table's results."""
        return table.pk in self.tables or table.round.event_id in self.events


@dataclass(frozen=True)
class Actor:
    """Whoever does something through one of the doors.

    `member` is set when an API key acts: the one membership that it may use; `given`, when that key is for
    some tables alone. `guest` is set for a phone that a table's link has let in: it is nobody's account.
    `phone` is what a browser is known by in which somebody has signed in that was at a table before.
    """

    user: User | None
    via: str
    member: Member | None = None
    grants: KeyGrants | None = None
    guest: TableGuest | None = None
    phone: str = ""

    def member_of(self, club: Club) -> Member | None:
        """This actor's membership of `club`, if there is one that may be used."""
        if self.member is not None:
            return self.member if self.member.club_id == club.pk else None
        if self.user is None or not self.user.is_active:
            return None
        return Member.objects.filter(club=club, user=self.user).select_related("user").first()

    def sees_all_of(self, club: Club) -> bool:
        """Whether what members see of `club` is shown to this actor: not to a key for some tables alone."""
        return self.grants is None and self.member_of(club) is not None

    def is_guest_of(self, table: Table) -> bool:
        """Whether this is somebody at `table`, let in by its link."""
        return self.guest is not None and self.guest.link.table_id == table.pk

    def holds(self, table: Table) -> bool:
        """Whether the table itself was handed to this actor, whoever may see its event."""
        return self.is_guest_of(table) or (self.grants is not None and self.grants.holds(table))


LINK = "link"
"""Through what door a table's guests come, as the log names it."""

SYSTEM = Actor(user=None, via="task")
"""The workers."""

COMMAND = Actor(user=None, via="command")
"""Whoever sits at the machine itself."""


def log(actor: Actor, verb: str, target: Model, *, of: Club | Event, **data: Any) -> None:
    """Write that `actor` did `verb` to `target`, a thing of this event, or of this club.

    Call it in the transaction of the deed itself. A guest has no account: the log names the table, the seat
    that they say is theirs, and the mark of their phone.
    """
    if actor.guest is not None:
        data |= {
            "link_of_table": actor.guest.link.table.number,
            "link_seat": actor.guest.seat,
            "link_phone": actor.guest.mark,
        }
    AuditEntry.objects.create(
        club_id=of.club_id if isinstance(of, Event) else of.pk,
        event_id=of.pk if isinstance(of, Event) else None,
        actor=actor.user,
        via=actor.via,
        verb=verb,
        target=f"{target._meta.model_name} {target.pk}",
        data=data,
    )
