"""Manage teams, and the clubs of a league."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.db.models import Max
from django.forms.models import model_to_dict
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.clubs.access import club_for_viewer
from tournaments.clubs.pages.frame import club_frame
from tournaments.core.forms import guarded
from tournaments.core.pages.acts import Act
from tournaments.core.pages.common import actor_of, attempt, members_act, members_form, sent, show, submit
from tournaments.core.refusals import sentence
from tournaments.seasons.access import (
    evening_for_director,
    league_club_for_leaving,
    league_club_for_owner,
    league_for_director,
    season_for_director,
)
from tournaments.seasons.models import Evening, Season, SeasonMember
from tournaments.seasons.pages.frame import season_frame
from tournaments.seasons.verbs.facts import members_by_name
from tournaments.teams.access import team_for_director, team_member_for_director
from tournaments.teams.forms import ClubAddressForm, LeagueForm, TeamForm, TeamMembersForm, TeamSchemeForm
from tournaments.teams.models import Team
from tournaments.teams.verbs import leagues, teams
from tournaments.teams.verbs.checks import scheme_of
from tournaments.teams.verbs.leagues import why_no_match_day
from tournaments.teams.verbs.line_ups import reveal_line_ups


@members_form
def league_clubs(request: HttpRequest, league_id: str) -> HttpResponse:
    """The name of a league and the clubs in it. A club is asked by its address."""
    league = league_for_director(actor_of(request), league_id)
    given = request.POST
    name_form = guarded(LeagueForm(given if "name" in given else None, initial={"name": league.name}))
    form = ClubAddressForm(given if "club" in given else None)

    def rename() -> object:
        return leagues.rename_league(league, actor_of(request), name_form.cleaned_data["name"])

    def ask() -> object:
        return leagues.ask_club(league, actor_of(request), club_for_viewer(form.slug))

    if submit(request, name_form, rename) or submit(request, form, ask):
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
def leave_league(request: HttpRequest, part_id: str) -> HttpResponse:
    """Leave a league, or decline to join it. Directors of the league end the part of a club here, too."""
    part = league_club_for_leaving(actor_of(request), part_id)
    attempt(
        request,
        lambda: leagues.leave_league(part, actor_of(request)),
        _("%(club)s does not take part in %(league)s any more. What was played stays in its tables.")
        % {"club": part.club.name, "league": part.league.name},
    )
    is_own = actor_of(request).member_of(part.club) is not None
    return redirect("club_seasons", part.club.slug) if is_own else redirect("league_clubs", part.league_id)


@members_form
def manage_teams(request: HttpRequest, season_ref: str) -> HttpResponse:
    """All teams, a form for a new one, and how teams count."""
    season = season_for_director(actor_of(request), season_ref)
    form = TeamForm(sent(request))

    def make() -> Team:
        return teams.make_team(season, actor_of(request), **form.cleaned_data)

    done = _("%(team)s is made. Say who is in it.")
    made = submit(request, form, make, lambda made: done % {"team": made.name})
    if made is not None:
        if (refused := why_no_match_day(season)) is not None:
            messages.warning(request, sentence(refused))
        return redirect("manage_team", made.pk)
    scheme_form = _scheme_form(season)
    return _show_teams(request, season, form, scheme_form)


@members_form
def set_team_scheme(request: HttpRequest, season_ref: str) -> HttpResponse:
    """How teams count."""
    season = season_for_director(actor_of(request), season_ref)
    form = _scheme_form(season, sent(request))

    def set_scheme() -> object:
        return teams.set_team_scheme(season, actor_of(request), **form.cleaned_data)

    if submit(request, form, set_scheme, _("It is saved how teams count.")):
        return redirect("manage_teams", season.ref)
    return _show_teams(request, season, TeamForm(), form)


@members_form
def manage_team(request: HttpRequest, team_id: str) -> HttpResponse:
    """One team: its members and names."""
    team = team_for_director(actor_of(request), team_id)
    form = guarded(TeamForm(sent(request), initial=model_to_dict(team, fields=TeamForm.base_fields)))

    def edit() -> Team:
        settings = {name: value for name, value in form.cleaned_data.items() if value}
        return teams.edit_team(team, actor_of(request), **settings)

    done = _("%(team)s is changed.")
    if submit(request, form, edit, lambda changed: done % {"team": changed.name}):
        return redirect("manage_team", team.pk)
    return show(
        request,
        "teams/manage_team.html",
        season_frame(request, team.season, "teams")
        | {"team": team, "members_form": TeamMembersForm(_without_team(team.season))},
        form=form,
    )


@members_act
def add_team_members(request: HttpRequest, team_id: str) -> HttpResponse:
    """Take members of the season into a team."""
    team = team_for_director(actor_of(request), team_id)
    form = TeamMembersForm(_without_team(team.season), request.POST)
    if form.is_valid():
        attempt(
            request,
            lambda: teams.add_team_members(team, actor_of(request), **form.cleaned_data),
            _("They are in %(team)s now.") % {"team": team.name},
        )
    else:
        messages.error(request, _("Choose at least one player, and the first evening."))
    return redirect("manage_team", team.pk)


@members_act
def change_team_member(request: HttpRequest, member_id: str) -> HttpResponse:
    """Make somebody captain, let them leave after the evenings that are over or return, or take them out."""
    member = team_member_for_director(actor_of(request), member_id)
    actor, act = actor_of(request), request.POST.get("act")
    names = {"name": member.member.player.name, "team": member.team.name}
    over = Evening.objects.filter(season=member.team.season_id, over_at__isnull=False)
    last = over.aggregate(last=Max("number"))["last"] or 0
    changes: dict[str, tuple[dict[str, Any], str]] = {
        "captain": ({"captain": True}, _("%(name)s is the captain of %(team)s.")),
        "leave": ({"left": last}, _("%(name)s has left %(team)s.")),
        "stay": ({"left": None}, _("%(name)s is in %(team)s again.")),
    }
    if act in changes:
        change, done = changes[act]
        attempt(request, lambda: teams.edit_team_member(member, actor, **change), done % names)
    elif act == "remove":
        done = _("%(name)s is not in %(team)s any more.")
        attempt(request, lambda: teams.remove_team_member(member, actor), done % names)
    return redirect("manage_team", member.team_id)


@members_act
def remove_team(request: HttpRequest, team_id: str) -> HttpResponse:
    """Remove a team that was made by mistake."""
    team = team_for_director(actor_of(request), team_id)
    done = attempt(
        request,
        lambda: teams.remove_team(team, actor_of(request)),
        _("%(team)s is removed.") % {"team": team.name},
    )
    return redirect("manage_teams", team.season.ref) if done else redirect("manage_team", team.pk)


def _show_teams(request: HttpRequest, season: Season, form: TeamForm, scheme: TeamSchemeForm) -> HttpResponse:
    return show(
        request,
        "teams/manage_teams.html",
        season_frame(request, season, "teams")
        | {
            "teams": list(teams.with_members(teams.teams_of(season))),
            "scheme_form": scheme,
            "too_few": "" if (refused := why_no_match_day(season)) is None else sentence(refused),
        },
        form=form,
        status=422 if scheme.errors else 200,
    )


def _scheme_form(season: Season, data: QueryDict | None = None) -> TeamSchemeForm:
    """How the teams of a season count."""
    now = model_to_dict(scheme_of(season), fields=TeamSchemeForm.base_fields)
    return guarded(TeamSchemeForm(data, initial=now))


def _without_team(season: Season) -> list[SeasonMember]:
    """The members of a season who are and were in no team."""
    return list(members_by_name(season).filter(in_team=None))


ADDRESSES = [
    Act(
        "league-clubs/<str:ref>/agree/",
        league_club_for_owner,
        leagues.agree_to_league,
        back=lambda part: redirect("club_seasons", part.club.slug),
        done=lambda part: (
            _("%(club)s takes part in %(league)s now.") % {"club": part.club.name, "league": part.league.name}
        ),
    ).address,
    Act(
        "evenings/<str:ref>/line-ups/show/",
        evening_for_director,
        reveal_line_ups,
        back=lambda evening: redirect("team_evening", evening.season.ref, evening.pk),
        done=gettext_lazy("Everybody can see the line-ups now."),
    ).address,
]
