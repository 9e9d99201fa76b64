"""Which account a player has, for directors: links, questions, and undoing it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.clubs.access import player_for, player_to_leave
from tournaments.clubs.models.clubs import Role
from tournaments.clubs.pages.club import player_page
from tournaments.clubs.verbs import people
from tournaments.core.outside import outside_address
from tournaments.core.pages.common import actor_of, attempt, members_act


@members_act
def make_player_link(request: HttpRequest, player_id: str) -> HttpResponse:
    """Make the link by which the person takes the player into their account, and show it once."""
    player = player_for(actor_of(request), player_id, Role.DIRECTOR)
    made: list[str] = []
    if not attempt(request, lambda: made.append(people.make_link(player, actor_of(request)))):
        return redirect("edit_player", player.pk)
    return player_page(request, player, link=outside_address(request, reverse("take_player", args=made)))


@members_act
def agree_to_player(request: HttpRequest, player_id: str) -> HttpResponse:
    """Say that the account which asks is this player."""
    player = player_for(actor_of(request), player_id, Role.DIRECTOR)
    attempt(
        request,
        lambda: people.agree(player, actor_of(request), request.POST.get("account")),
        _("The account of %(name)s is saved.") % {"name": player.name},
    )
    return redirect("edit_player", player.pk)


@members_act
def leave_player(request: HttpRequest, player_id: str) -> HttpResponse:
    """Let a player have no account: by the person, or by a director, who so also says no to a question."""
    actor = actor_of(request)
    player = player_to_leave(actor, player_id)
    is_own = actor.user is not None and actor.user.pk in (player.user_id, player.asked_by_id)
    attempt(
        request,
        lambda: people.leave(player, actor),
        _("%(name)s of %(club)s has no account now.")
        % {"name": player.public_name, "club": player.club.name},
    )
    return redirect("account") if is_own else redirect("edit_player", player.pk)
