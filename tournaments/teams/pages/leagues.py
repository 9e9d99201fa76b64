"""Other clubs in a league: its directors ask, an owner of the other club agrees, either side ends it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.clubs.access.clubs import club_for_viewer
from tournaments.clubs.pages.frame import club_frame
from tournaments.core.forms import guarded
from tournaments.core.pages.common import actor_of, attempt, attempt_form, members_act, members_form, show
from tournaments.seasons.access import league_club_for_leaving, league_club_for_owner, league_for_director
from tournaments.teams.forms.leagues import ClubAddressForm, LeagueForm
from tournaments.teams.verbs import leagues


@members_form
def league_clubs(request: HttpRequest, league_id: str) -> HttpResponse:
    """The name of a league and the clubs in it. A club is asked by its address."""
    league = league_for_director(actor_of(request), league_id)
    sent = request.POST if request.method == "POST" else None
    name_form = guarded(LeagueForm(sent if sent and "name" in sent else None, initial={"name": league.name}))
    form = ClubAddressForm(sent if sent and "club" in sent else None)
    if name_form.is_bound and name_form.is_valid():
        name = name_form.cleaned_data["name"]
        if attempt_form(name_form, lambda: leagues.rename_league(league, actor_of(request), name)):
            return redirect("league_clubs", league.pk)
    if form.is_bound and form.is_valid():

        def ask() -> object:
            return leagues.ask_club(league, actor_of(request), club_for_viewer(form.slug))

        if attempt_form(form, ask) is not None:
            return redirect("league_clubs", league.pk)
    shown = name_form if name_form.is_bound else form
    return show(
        request,
        "teams/league_clubs.html",
        club_frame(request, league.club, "seasons")
        | {"league": league, "clubs": leagues.clubs_of(league), "name_form": name_form, "form": form},
        status=422 if shown.is_bound and shown.errors else 200,
    )


@members_act
def agree_to_league(request: HttpRequest, part_id: str) -> HttpResponse:
    """Let one's club take part."""
    part = league_club_for_owner(actor_of(request), part_id)
    attempt(
        request,
        lambda: leagues.agree_to_league(part, actor_of(request)),
        _("%(club)s takes part in %(league)s now.") % {"club": part.club.name, "league": part.league.name},
    )
    return redirect("club_seasons", part.club.slug)


@members_act
def leave_league(request: HttpRequest, part_id: str) -> HttpResponse:
    """Leave a league, decline, or as its director take a club off."""
    part = league_club_for_leaving(actor_of(request), part_id)
    attempt(
        request,
        lambda: leagues.leave_league(part, actor_of(request)),
        _("%(club)s does not take part in %(league)s any more. What was played stays in its tables.")
        % {"club": part.club.name, "league": part.league.name},
    )
    is_own = actor_of(request).member_of(part.club) is not None
    return redirect("club_seasons", part.club.slug) if is_own else redirect("league_clubs", part.league_id)
