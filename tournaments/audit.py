"""Who does something, and the log of what they did."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Model

from .models import AuditEntry, Club, Event, Member, User


@dataclass(frozen=True)
class Actor:
    """Whoever does something through one of the doors.

    `member` is set when an API key acts: the one membership that it may use.
    """

    user: User | None
    via: str
    member: Member | None = None

    def member_of(self, club: Club) -> Member | None:
        """This actor's membership of `club`, if there is one that may be used."""
        if self.member is not None:
            return self.member if self.member.club_id == club.pk else None
        if self.user is None or not self.user.is_active:
            return None
        return Member.objects.filter(club=club, user=self.user).select_related("user").first()


SYSTEM = Actor(user=None, via="task")
"""The workers."""

COMMAND = Actor(user=None, via="command")
"""Whoever sits at the machine itself."""


def log(actor: Actor, verb: str, target: Model, *, of: Club | Event, **data: Any) -> None:
    """Write that `actor` did `verb` to `target`, a thing of this event, or of this club.

    Call it in the transaction of the deed itself.
    """
    AuditEntry.objects.create(
        club=of.club if isinstance(of, Event) else of,
        event=of if isinstance(of, Event) else None,
        actor=actor.user,
        via=actor.via,
        verb=verb,
        target=f"{target._meta.model_name} {target.pk}",
        data=data,
    )
