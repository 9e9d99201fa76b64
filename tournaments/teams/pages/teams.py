"""The teams of a season as everybody sees them, match days, and the line-ups of a captain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.clubs.access import by_id, may_direct, not_found
from tournaments.clubs.pages.frame import member_refs
from tournaments.core.forms import guarded
from tournaments.core.numbers import number, numbers
from tournaments.core.pages.common import actor_of, members_form, page, sent, show, submit
from tournaments.core.rules.statuses import EventStatus
from tournaments.events.access import may_name_event
from tournaments.events.pages.kept import kept
from tournaments.seasons.access import season_for_viewer
from tournaments.seasons.models import Evening
from tournaments.seasons.pages.frame import season_frame, title_for
from tournaments.seasons.verbs.facts import evenings_of
from tournaments.teams.access import line_up_for_captain, team_for_captain, teams_led_by, teams_to_hand_in_of
from tournaments.teams.forms import LineUpForm, SubstituteForm
from tournaments.teams.models import LineUp, Team, TeamMember, TeamResult
from tournaments.teams.verbs import line_ups
from tournaments.teams.verbs.checks import match_rules_of, scheme_of, series_begun
from tournaments.teams.verbs.showing import HandedIn, line_ups_for, line_ups_of
from tournaments.teams.verbs.tables import TeamEvening, TeamTable, team_evening_of, team_table_of
from tournaments.teams.verbs.teams import members_of_teams

BEGUN = (EventStatus.RUNNING, EventStatus.FINISHED)
"""The status of an event whose series may have results."""


@page
@kept()
def season_teams(request: HttpRequest, season_ref: str) -> HttpResponse:
    """The table of the teams, who is in them, and the evenings with their line-ups."""
    actor = actor_of(request)
    season = season_for_viewer(actor, season_ref, "team_scheme")
    table = team_table_of(season)
    teams = list(table.teams.values())
    members = [row for team in teams for row in team.members.all()]
    led = set() if season.is_over else teams_led_by(actor, members)
    return show(
        request,
        "teams/teams.html",
        season_frame(request, season, "teams")
        | {
            "lines": [
                {
                    "place": line.place if line.played else None,
                    "name": table.teams[line.team].name,
                    "link": reverse("team", args=[season.ref, line.team]),
                    "leads": line.place == 1 and line.played,
                    "played": line.played,
                    "chips": line.game_points,
                    "shown": score,
                }
                for line, score in zip(
                    table.lines, numbers([line.points for line in table.lines]), strict=True
                )
            ],
            "teams": teams,
            "is_match": table.scheme.result == TeamResult.MATCH,
            "evenings": [
                {
                    "evening": evening,
                    "title": title_for(request, evening),
                    "line_ups": len(table.handed_in.get(evening.pk, ())),
                    "to_hand_in": _to_hand_in(evening, [row for row in members if row.team_id in led], table),
                }
                for evening in table.calendar
            ],
            "persons": member_refs(request, [row.member for row in members]),
        },
    )


@page
@kept()
def team(request: HttpRequest, season_ref: str, team_id: str) -> HttpResponse:
    """A team: its place, its results on each evening, and who is in it."""
    season = season_for_viewer(actor_of(request), season_ref, "team_scheme")
    table = team_table_of(season)
    shown = table.teams.get(team_id)
    if shown is None:
        raise not_found()
    line = next(line for line in table.lines if line.team == team_id)
    return show(
        request,
        "teams/team.html",
        season_frame(request, season, "teams")
        | {
            "team": shown,
            "line": line,
            "number": len(table.teams),
            "is_match": table.scheme.result == TeamResult.MATCH,
            "results": [
                {
                    "place": own.place,
                    "name": title_for(request, each.evening),
                    "link": reverse("team_evening", args=[season.ref, each.evening.pk]),
                    "note": "" if each.evening.over_at else _("so far"),
                    "shown": number(own.points),
                }
                for each in table.evenings
                for days in each.matches
                for own in days
                if own.team == team_id
            ],
            "persons": member_refs(request, [row.member for row in shown.members.all()]),
        },
    )


@page
@kept()
def team_evening(request: HttpRequest, season_ref: str, evening_id: str) -> HttpResponse:
    """The line-ups of an evening, as far as the visitor may see them, and its results."""
    actor = actor_of(request)
    season = season_for_viewer(actor, season_ref, "team_scheme")
    evening = by_id(evenings_of(season), evening_id)
    evening.season = season
    members = members_of_teams(season)
    shown = line_ups_of(evening, actor, members)
    known = [each.line_up for each in shown if each.line_up is not None]
    played = evening.event.status in BEGUN
    result = team_evening_of(evening, members, known) if played else TeamEvening(evening)
    mine = teams_to_hand_in_of(actor, season, members)
    is_match = scheme_of(season).result == TeamResult.MATCH
    has_begun = evening.over_at is not None or (is_match and bool(result.matches))
    knows_event = may_name_event(actor, evening.event)
    rules = match_rules_of(scheme_of(season), evening)
    teams = {str(each.team.pk): each.team for each in shown}
    return show(
        request,
        "teams/team_evening.html",
        season_frame(request, season, "teams")
        | {
            "evening": evening,
            "title": title_for(request, evening),
            "matches": [
                [
                    day._asdict()
                    | {"name": teams[day.team].name, "leads": day.place == 1, "shown": number(day.points)}
                    for day in days
                    if day.team in teams
                ]
                for days in result.matches
            ],
            "rows": [(each, each.team.pk in mine, _empty_places(each.line_up, rules.size)) for each in shown],
            "size": rules.size,
            "shows_line_ups": is_match or any(each.is_in for each in shown),
            "event_ref": evening.event.ref if knows_event else "",
            "has_begun": has_begun,
            "some_hidden": not (has_begun or all(each.is_open for each in shown)),
            "may_reveal": may_direct(actor, season.league.club) and _has_hidden(shown) and not season.is_over,
        },
    )


@members_form
def line_up(request: HttpRequest, team_id: str, evening_id: str) -> HttpResponse:
    """A captain says who plays on an evening, and later who comes in as a substitute."""
    actor = actor_of(request)
    team = team_for_captain(actor, team_id)
    season = team.season
    evening = by_id(evenings_of(season), evening_id)
    evening.season = season
    present = LineUp.objects.filter(team=team, evening=evening).first()
    begun = series_begun(evening)
    is_open = present is not None and (present.revealed_at is not None or begun > 0)
    members = [row for row in team.members.all() if row.can_play_on(evening)]
    seen = line_ups_for(actor).filter(team=team, evening=evening).first()
    rules = match_rules_of(scheme_of(season), evening)
    # Who has each place last.
    holders: dict[int, Any] = {} if seen is None else {row.number: row for row in seen.places.all()}
    form: LineUpForm | SubstituteForm
    free = members
    if is_open and seen is not None:
        playing = {row.member_id for row in holders.values()}
        free = [row for row in members if row.pk not in playing]
        form = SubstituteForm(free, _places(holders, rules.size), sent(request))
        done = _("The substitute of %(team)s plays from the next series on.")
    else:
        chosen = {number: str(row.player_id) for number, row in holders.items()}
        form = guarded(LineUpForm(members, rules.size, sent(request), chosen=chosen))
        done = _("The line-up of %(team)s is handed in.")

    def send() -> LineUp:
        if isinstance(form, LineUpForm):
            return line_ups.hand_in_line_up(team, evening, actor, form.players())
        into = form.cleaned_data
        target = line_up_for_captain(actor, present.pk if present else None)
        return line_ups.substitute(target, actor, into["place"], into["player"])

    if submit(request, form, send, done % {"team": team.name}):
        return redirect("team_evening", season.ref, evening.pk)
    return show(
        request,
        "teams/line_up.html",
        season_frame(request, season, "teams")
        | {
            "team": team,
            "evening": evening,
            "title": title_for(request, evening),
            "is_open": is_open,
            "is_in": present is not None,
            "is_late": begun > 0,
            "from_series": begun + 1,
            "empty": 0 if seen is None else len(_empty_places(seen, rules.size)),
            "nobody_left": is_open and not free,
            "least": rules.least,
            "size": rules.size,
        },
        form=form,
    )


def _to_hand_in(evening: Evening, members: Sequence[TeamMember], table: TeamTable) -> Team | None:
    """A team of these members that has no line-up of an evening that has not begun."""
    if table.scheme.result != TeamResult.MATCH or evening.over_at or evening.event.status in BEGUN:
        return None
    missing = {str(row.team_id) for row in members if row.can_play_on(evening)}
    missing -= set(table.handed_in.get(evening.pk, ()))
    return next((team for pk, team in table.teams.items() if pk in missing), None)


def _empty_places(line_up: LineUp | None, size: int) -> list[int]:
    """The numbers of the places of a line-up that nobody has or had."""
    if line_up is None:
        return []
    taken = {place.number for place in line_up.places.all()}
    return [number for number in range(1, size + 1) if number not in taken]


def _places(holders: Mapping[int, Any], size: int) -> list[tuple[int, str]]:
    """Each place of a line-up with the name of who has it, and a free one."""
    names = {number: row.name for number, row in holders.items()}
    free = {number: _("an empty place") for number in range(1, size + 1) if number not in names}
    return [
        (number, _("Place %(number)d: %(name)s") % {"number": number, "name": name})
        for number, name in sorted((names | free).items())
    ]


def _has_hidden(shown: Sequence[HandedIn]) -> bool:
    return any(each.is_in and (each.line_up is None or each.line_up.revealed_at is None) for each in shown)
