"""Which account a player has."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.access import player_for
from tournaments.forms.persons import AccountForm
from tournaments.models import Role
from tournaments.services.clubs.clubs import members_of
from tournaments.services.seasons.people import set_account
from tournaments.views.common import actor_of, attempt, members_act


@members_act
def set_player_account(request: HttpRequest, player_id: str) -> HttpResponse:
    """Say which account a player has, so that the person can speak for themselves."""
    player = player_for(actor_of(request), player_id, Role.OWNER)
    form = AccountForm(player, members_of(player.club), request.POST)
    if form.is_valid():
        user = form.members.get(form.cleaned_data["account"])
        attempt(
            request,
            lambda: set_account(player, actor_of(request), user),
            _("The account of %(name)s is saved.") % {"name": player.name},
        )
    else:
        messages.error(request, " ".join(map(str, form.errors["account"])))
    return redirect("edit_player", player.pk)
