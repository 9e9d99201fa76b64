"""The end of a season, and its honours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.clubs.models.people import Player
from tournaments.clubs.pages.frame import clubs_of_user, person_ref
from tournaments.core.pages.common import actor_of, members_form, page, show
from tournaments.core.rules.refusals import Conflict, Invalid
from tournaments.core.rules.statuses import EventStatus
from tournaments.events.pages.kept import kept
from tournaments.seasons.access import (
    clubs_to_enter,
    league_for_viewer,
    season_for_director,
    season_for_viewer,
)
from tournaments.seasons.models import (
    Division,
    EveningKind,
    Honour,
    League,
    MemberStatus,
    Season,
    SeasonMember,
)
from tournaments.seasons.pages.frame import season_frame
from tournaments.seasons.pages.members import who_can_join
from tournaments.seasons.rules.ties import numbered_on
from tournaments.seasons.verbs import ending, facts, tables
from tournaments.seasons.verbs.facts import members_by_name
from tournaments.seasons.words.ending import EndPreview, preview_of
from tournaments.seasons.words.table import edges_of
from tournaments.teams.access import seasons_of_league
from tournaments.teams.verbs import leagues


@members_form
def end_season(request: HttpRequest, season_ref: str) -> HttpResponse:
    """Say who leaves and who is new, look at every move, then finish. The preview is no act, so it is a POST
    only because it computes the table anew.
    """
    season = season_for_director(actor_of(request), season_ref)
    members = list(members_by_name(season))
    clubs = clubs_to_enter(actor_of(request), season.league)
    newcomers = who_can_join(clubs, {member.player_id for member in members})
    said = _said(request)
    preview: EndPreview | None = None
    refusal = ""
    if request.method == "POST":
        try:
            if "finish" in request.POST:
                following = ending.end_season(
                    season,
                    actor_of(request),
                    **said,
                    next_name=request.POST.get("next_name", "").strip()[:200],
                    seen=request.POST.get("seen", "")[:64],
                )
                messages.success(
                    request,
                    _("%(season)s is finished. %(next)s is a draft with its members in their divisions.")
                    % {"season": season.name, "next": following.name},
                )
                return redirect("season", season.ref)
        except (Conflict, Invalid) as error:
            refusal = error.detail
        try:
            preview = _preview(season, members, newcomers, said)
        except (Conflict, Invalid) as error:
            refusal = refusal or error.detail
    return show(
        request,
        "seasons/end.html",
        season_frame(request, season, "manage", "end")
        | {
            "members": [member for member in members if member.status != MemberStatus.WITHDRAWN],
            "newcomers": newcomers,
            "said": said,
            "preview": preview,
            "refusal": refusal,
            "planned": season.scheme["planned"] or 0,
            "played": season.evenings.filter(
                kind=EveningKind.COUNTING, event__status=EventStatus.FINISHED
            ).count(),
            "next_name": request.POST.get("next_name", "") or numbered_on(season.name),
        },
        status=422 if refusal else 200,
    )


def _said(request: HttpRequest) -> dict[str, Any]:
    """What the director says: the arguments of `plan_end`."""
    winners = [
        winner
        for key, winner in request.POST.items()
        if key.startswith("pair-") and isinstance(winner, str) and winner
    ]
    return {
        "leaving": request.POST.getlist("leaving"),
        "newcomers": request.POST.getlist("newcomers"),
        "winners": winners,
    }


def _preview(
    season: Season, members: Sequence[SeasonMember], newcomers: Sequence[Player], said: dict[str, Any]
) -> EndPreview:
    names = {str(member.player_id): member.player.name for member in members}
    names |= {str(player.pk): player.name for player in newcomers}
    plan = ending.plan_end(season, **said)
    # Whoever played the last evening may have become a member just now; a draft may have other players.
    named = (*plan.removed, *(honour.player for honour in plan.honours))
    unknown = [player for player in named if player not in names]
    if unknown:
        rows = Player.objects.filter(pk__in=unknown).values_list("pk", "name")
        names |= {str(pk): name for pk, name in rows}
    return preview_of(plan, names)


BEST = 3
"""The page of honours shows so many places of each division."""


@dataclass(frozen=True)
class Rung:
    """A division of the ladder: its people, with what is below each of them."""

    division: Division
    people: list[tuple[SeasonMember, str, str]] = field(default_factory=list)


@page
@kept()
def season_ladder(request: HttpRequest, season_ref: str) -> HttpResponse:
    """All divisions beside each other, with the lines of those who go up and down."""
    season = season_for_viewer(actor_of(request), season_ref)
    newest = tables.newest_standing(season)
    members = {str(member.player_id): member for member in facts.members_of(season)}
    orders: dict[str, list[SeasonMember]] = {}
    for member in members.values():
        orders.setdefault(str(member.division_id), []).append(member)
    for each in newest.tables if newest else []:
        listed = sorted(each["lines"], key=lambda line: line["final"] or len(each["lines"]) + 1)
        orders[str(each["division"])] = [
            members[line["player"]] for line in listed if line["player"] in members
        ]
    ladder = []
    for division in Division.objects.filter(season=season):
        people = [
            member for member in orders.get(str(division.pk), []) if member.status == MemberStatus.ACTIVE
        ]
        edges = edges_of(division, people)
        rung = Rung(division)
        for number, member in enumerate(people, 1):
            rung.people.append((member, edges.get(number, ""), person_ref(request, member.player)))
        ladder.append(rung)
    return show(request, "seasons/ladder.html", season_frame(request, season, "ladder") | {"ladder": ladder})


@page
def league(request: HttpRequest, league_id: str) -> HttpResponse:
    """The seasons of a league with the honours of each, newest first."""
    actor = actor_of(request)
    league = league_for_viewer(actor, league_id)
    club = league.club
    roles = clubs_of_user(request)
    takes_part = [row for row in leagues.clubs_of(league) if row.takes_part]
    shown = list(
        seasons_of_league(actor, league).select_related("league__club").order_by("-created_at", "-pk")
    )
    return show(
        request,
        "seasons/league.html",
        {
            "club": club,
            "league": league,
            "tab": "seasons",
            "clubs": takes_part,
            "is_director": roles.get(club.pk) in ("director", "owner"),
            "seasons": [(season, _best(request, rows)) for season, rows in _by_season(league, shown)],
        },
    )


def _by_season(league: League, shown: list[Season]) -> list[tuple[Season, list[Honour]]]:
    rows = ending.honours_of_league(league, places=BEST).select_related("member__player")
    by_season: dict[UUID, list[Honour]] = {}
    for row in rows:
        by_season.setdefault(row.member.season_id, []).append(row)
    return [(season, by_season.get(season.pk, [])) for season in shown]


def _best(request: HttpRequest, rows: list[Honour]) -> list[tuple[Honour, str]]:
    """The first honours of a season, with the addresses of their persons."""
    return [(row, person_ref(request, row.member.player)) for row in rows]
