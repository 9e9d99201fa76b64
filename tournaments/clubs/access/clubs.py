"""Access to clubs, their members, invitations, players and wishes."""

from __future__ import annotations

from tournaments.clubs.access.asking import by_id, come_to_row, need_role, not_found
from tournaments.clubs.models.clubs import Club, Invitation, Member, Role
from tournaments.clubs.models.people import Player
from tournaments.core.audit import Actor
from tournaments.core.models.ids import parse_id


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
    member: Member = by_id(Member.objects.select_related("club", "user"), ref)
    need_role(actor, member.club, Role.OWNER)
    return member


def invitation_for_owner(actor: Actor, ref: object) -> Invitation:
    """An invitation to a club that the actor owns."""
    invitation: Invitation = by_id(Invitation.objects.select_related("club"), ref)
    need_role(actor, invitation.club, Role.OWNER)
    return invitation


def player_for(actor: Actor, ref: object, role: str = Role.SCORER) -> Player:
    """A player on the roster of a club in which the actor has at least `role`."""
    player: Player = by_id(Player.objects.select_related("club").filter(removed_at__isnull=True), ref)
    need_role(actor, player.club, role)
    return player


def player_to_leave(actor: Actor, ref: object) -> Player:
    """A player whose account the actor may undo: theirs, one for which they ask, or of a club they direct."""
    player: Player = by_id(Player.objects.select_related("club"), ref)
    is_own = actor.user is not None and actor.user.pk in (player.user_id, player.asked_by_id)
    if not is_own or actor.grants is not None:
        need_role(actor, player.club, Role.DIRECTOR)
    return player
