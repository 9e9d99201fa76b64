"""Links from names to the pages of persons, for whoever may see them."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.http import HttpRequest

from tournaments.models import Person, PersonVisibility, Player
from tournaments.services.clubs.clubs import memberships
from tournaments.services.seasons.people import persons_of
from tournaments.views.common import actor_of

CLUBS = "pochleague.clubs"
"""The key of the user's roles among the values that belong to a request."""


def clubs_of_user(request: HttpRequest) -> dict[UUID, str]:
    """The role of the user in each of their clubs; none for a stranger. Read once for a request."""
    if not request.user.is_authenticated:
        return {}
    if CLUBS not in request.META:
        rows = list(memberships(request.user))
        request.META[CLUBS] = {member.club_id: str(member.role) for member in rows}
        known = actor_of(request).memberships
        if known is not None:
            known.update({member.club_id: member for member in rows})
    roles: dict[UUID, str] = request.META[CLUBS]
    return roles


def refs_of(request: HttpRequest, players: Iterable[Player]) -> dict[UUID, str]:
    """The addresses of the persons of these players, by player, where the visitor may see them.

    Two queries. Members of another club of a person may see the page, too, but get no link from this club.
    """
    listed = list(players)
    persons = persons_of([player.pk for player in listed])
    refs = {player.pk: _ref(request, player, persons.get(player.pk)) for player in listed}
    return {pk: ref for pk, ref in refs.items() if ref}


def person_ref(request: HttpRequest, player: Player) -> str:
    """The address of the person of a player who comes with `link__person`; empty if it may not be seen."""
    link = getattr(player, "link", None)
    if link is None or link.agreed_at is None:
        return _ref(request, player, None)
    return _ref(request, player, link.person)


def _ref(request: HttpRequest, player: Player, person: Person | None) -> str:
    if player.is_bot or player.anonymised_at is not None or player.stands_in_for_id is not None:
        return ""
    mine, user = clubs_of_user(request), request.user
    if person is None:
        is_own = user.is_authenticated and player.user_id == user.pk
        return str(player.pk) if is_own or player.club_id in mine else ""
    if (
        person.visibility == PersonVisibility.PUBLIC
        or (person.visibility == PersonVisibility.MEMBERS and player.club_id in mine)
        or (user.is_authenticated and person.user_id == user.pk)
    ):
        return str(person.pk)
    return ""
