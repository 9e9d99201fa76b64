"""Who acts: a user, an API key, a phone, a worker or a command."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING
from uuid import UUID

from tournaments.clubs.models import Member

if TYPE_CHECKING:
    from tournaments.clubs.models import Club, User
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
