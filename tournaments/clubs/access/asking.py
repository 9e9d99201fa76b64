"""The two basic checks: whether an object exists, and whether the actor has a role in its club."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from django.db.models import Model, QuerySet
from django.utils.translation import gettext_noop as _

from tournaments.clubs.models.clubs import Club, Member, Role
from tournaments.core import packs, zones
from tournaments.core.audit import Actor
from tournaments.core.errors import NotAllowed, NotFound
from tournaments.core.models.ids import parse_id


def not_found() -> NotFound:
    return NotFound("not_found", _("This does not exist, or you do not have access to it."))


def by_id(rows: QuerySet[Any], ref: object) -> Any:
    """The row of `rows` with this id; NotFound if there is none, or if `ref` is not an id.

    From then on the reader sees the cards of its event or club, and its time (`come_to_row`).
    """
    if (key := parse_id(ref)) is not None:
        with suppress(rows.model.DoesNotExist):
            row = rows.get(pk=key)
            come_to_row(row)
            return row
    raise not_found()


def come_to_row(row: Model) -> None:
    """Let the reader see cards in the pack of the event or club of a row, and the hours of its club."""
    packs.come_to_row(row)
    zones.come_to_row(row)


def need_role(actor: Actor, club: Club, role: str) -> Member:
    """The actor's membership of `club`; NotFound for non-members, NotAllowed if the role is too low."""
    member = actor.member_of(club)
    if member is None:
        raise not_found()
    if not member.may(role):
        raise NotAllowed(
            "role_too_low",
            _("You need the role “%(role)s” in %(club)s to do this."),
            {"role": str(Role(role).label), "club": club.name},
        )
    return member


def may_direct(actor: Actor, club: Club) -> bool:
    """Whether the actor may run this club's events."""
    member = actor.member_of(club)
    return member is not None and member.may(Role.DIRECTOR)
