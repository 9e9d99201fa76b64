"""Whether there is such a thing, and whether the actor has the role: what every other check is made of."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournaments.errors import NotAllowed, NotFound
from tournaments.kernel.audit import Actor
from tournaments.models import Club, Member, Role, parse_id


def not_found() -> NotFound:
    return NotFound("not_found", _("There is no such thing here, or it is not open to you."))


def by_id(rows: QuerySet[Any], ref: object) -> Any:
    """The row of `rows` with this id; NotFound for none, and for what is no id at all."""
    found = rows.filter(pk=key).first() if (key := parse_id(ref)) else None
    if found is None:
        raise not_found()
    return found


def need_role(actor: Actor, club: Club, role: str) -> Member:
    """The actor's membership of `club`; NotFound for others, NotAllowed if the role is too low."""
    member = actor.member_of(club)
    if member is None:
        raise not_found()
    if not member.may(role):
        raise NotAllowed(
            "role_too_low",
            _("This needs the role “%(role)s” in %(club)s.") % {"role": Role(role).label, "club": club.name},
        )
    return member


def may_direct(actor: Actor, club: Club) -> bool:
    """Whether the actor may run this club's events."""
    member = actor.member_of(club)
    return member is not None and member.may(Role.DIRECTOR)
