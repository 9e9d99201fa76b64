"""The ladder of the divisions of a season, and the honours of all seasons of a league."""

from __future__ import annotations

from dataclasses import dataclass, field
from uuid import UUID

from django.http import HttpRequest, HttpResponse

from tournaments.clubs.pages.persons import clubs_of_user, person_ref
from tournaments.core.pages.common import actor_of, page, show
from tournaments.events.pages.kept import kept
from tournaments.seasons.access import league_for_viewer, season_for_viewer
from tournaments.seasons.models.seasons import Division, Honour, League, MemberStatus, Season, SeasonMember
from tournaments.seasons.pages.frame import season_frame
from tournaments.seasons.verbs import ending, facts, tables
from tournaments.seasons.words.table import edges_of
from tournaments.teams.access.leagues import seasons_of_league
from tournaments.teams.verbs import leagues

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
