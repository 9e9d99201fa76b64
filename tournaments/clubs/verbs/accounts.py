"""The log of what users change about their own accounts: each of their clubs has an entry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tournaments.clubs.models.clubs import Member, User
from tournaments.core.audit import Actor, log
from tournaments.core.locks import lock_club


def lock_memberships(user: User) -> list[Member]:
    """The memberships of a user, with their clubs locked, in an order that is the same for everybody.

    Call it before anything of the account is changed: an entry of the log locks its club, too.
    """
    members = list(Member.objects.filter(user=user).select_related("club").order_by("club"))
    for member in members:
        member.club = lock_club(member.club)
    return members


def log_in_clubs(members: Sequence[Member], actor: Actor, verb: str, **data: Any) -> None:
    """Write that `actor` did `verb` to the account of these members, who are one user, in each club's log."""
    for member in members:
        log(actor, verb, member, within=member.club, **data)
