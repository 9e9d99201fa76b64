"""Fetch clubs, members, invitations, players and API keys, and check the rights of the actor."""

from __future__ import annotations

from contextlib import suppress
from operator import attrgetter
from typing import TypeVar

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Model, QuerySet
from django.db.models.constants import LOOKUP_SEP
from django.utils.translation import gettext_noop as _

from tournaments.clubs.models import ApiKey, Club, Invitation, Member, Player, Role
from tournaments.core import packs, zones
from tournaments.core.actors import Actor
from tournaments.core.models.columns import parse_id
from tournaments.core.rules.refusals import NotAllowed, NotFound, gettext_noop


def not_found() -> NotFound:
    return NotFound("not_found", _("This does not exist, or you do not have access to it."))


Row = TypeVar("Row", bound=Model)


def by_id(rows: QuerySet[Row], ref: object) -> Row:
    """The row of `rows` with this id; NotFound if there is none, or if `ref` is not an id.

    From then on the reader sees the cards of its event or club, and its time (`come_to_row`).
    """
    if (key := parse_id(ref)) is not None:
        with suppress(ObjectDoesNotExist):
            row = rows.get(pk=key)
            come_to_row(row)
            return row
    raise not_found()


def come_to_row(row: Model) -> None:
    """Let the reader see cards in the pack of the event or club of a row, and the hours of its club."""
    packs.come_to_row(row)
    zones.come_to_row(row)


class RoleTooLow(NotAllowed):
    """The role of the member does not allow this."""

    sentence = gettext_noop("You need the role “%(role)s” in %(club)s to do this.")


def need_role(actor: Actor, club: Club, role: str) -> Member:
    """The actor's membership of `club`; NotFound for non-members, NotAllowed if the role is too low."""
    member = actor.member_of(club)
    if member is None:
        raise not_found()
    if not member.may(role):
        raise RoleTooLow(role=str(Role(role).label), club=club.name)
    return member


def may_direct(actor: Actor, club: Club) -> bool:
    """Whether the actor may run this club's events."""
    member = actor.member_of(club)
    return member is not None and member.may(Role.DIRECTOR)


def row_for(actor: Actor, role: str, rows: QuerySet[Row], ref: object, club: str = "club") -> Row:
    """The row of `rows` with this id, of a club in which the actor has at least `role`.

    club: the way from the row to its club, which is read with it. Raises as `by_id` and `need_role`.
    """
    row = by_id(rows.select_related(club), ref)
    need_role(actor, attrgetter(club.replace(LOOKUP_SEP, "."))(row), role)
    return row


def club_for_viewer(ref: str) -> Club:
    """A club by its slug or id. Everybody may see its public parts."""
    key = parse_id(ref)
    club = Club.objects.filter(pk=key).first() if key else Club.objects.filter(slug=ref).first()
    if club is None:
        raise not_found()
    come_to_row(club)
    return club


def club_for(actor: Actor, ref: str, role: str = Role.SCORER) -> Club:
    """A club in which the actor has at least `role`."""
    club = club_for_viewer(ref)
    need_role(actor, club, role)
    return club


def member_for_owner(actor: Actor, ref: object) -> Member:
    """A member of a club that the actor owns."""
    return row_for(actor, Role.OWNER, Member.objects.select_related("user"), ref)


def invitation_for_owner(actor: Actor, ref: object) -> Invitation:
    """An invitation to a club that the actor owns."""
    return row_for(actor, Role.OWNER, Invitation.objects.all(), ref)


def player_for(actor: Actor, ref: object, role: str = Role.SCORER) -> Player:
    """A player on the roster of a club in which the actor has at least `role`."""
    return row_for(actor, role, Player.objects.filter(removed_at=None), ref)


def player_to_leave(actor: Actor, ref: object) -> Player:
    """A player whose account the actor may undo: theirs, one for which they ask, or of a club they direct."""
    player = by_id(Player.objects.select_related("club"), ref)
    is_own = actor.user is not None and actor.user.pk in (player.user_id, player.asked_by_id)
    if not is_own or actor.grants is not None:
        need_role(actor, player.club, Role.DIRECTOR)
    return player


def key_for_its_member(actor: Actor, ref: object) -> ApiKey:
    """An API key of the actor, or of a member of a club that the actor owns."""
    key = by_id(ApiKey.objects.select_related("member__club", "member__user"), ref)
    member = need_role(actor, key.member.club, Role.SCORER)
    if member.pk != key.member_id and not member.may(Role.OWNER):
        raise not_found()
    return key
