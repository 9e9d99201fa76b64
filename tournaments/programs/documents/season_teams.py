"""The teams of a season in its document, with members and line-ups; none for a season without teams."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any
from uuid import UUID

from pydantic import Field
from typing_extensions import TypedDict

from tournaments.core.errors import Invalid
from tournaments.programs.documents.documents import moment
from tournaments.programs.documents.format import Index, Name, Number, Thousandths, Word
from tournaments.programs.documents.shape import InvalidDocument, Items, Line, Moment, Ref
from tournaments.seasons.models.seasons import Evening, Season, SeasonMember
from tournaments.teams.models import LineUp, LineUpPlace, Team, TeamMember, TeamScheme
from tournaments.teams.verbs.checks import scheme_of
from tournaments.teams.verbs.teams import SCHEME_SETTINGS, check_scheme, teams_of, with_members


class SchemeData(TypedDict):
    result: Word
    best: Number
    size: Number
    least: Number
    substitutions: Index
    points: Items[Thousandths]


class TeamMemberData(TypedDict):
    player: Ref
    joined: Number
    left: Index | None
    captain: bool


class PlaceData(TypedDict):
    number: Number
    from_series: Number
    player: Ref


class LineUpData(TypedDict):
    evening: Index
    handed_in_at: Moment
    revealed_at: Moment | None
    places: Items[PlaceData]


class TeamData(TypedDict):
    name: Name
    short_name: Annotated[Line, Field(max_length=12)]
    of_club: bool
    members: Items[TeamMemberData]
    line_ups: Items[LineUpData]


class TeamsData(TypedDict):
    scheme: SchemeData
    teams: Items[TeamData]


def teams_part(season: Season, index_of: Mapping[UUID, int]) -> dict[str, Any]:
    """The part of the document, as `{"teams": ...}`; empty for a season without teams.

    index_of: of the evenings in the document.
    """
    teams = list(with_members(teams_of(season)))
    if not teams:
        return {}
    scheme = scheme_of(season)
    places: dict[UUID, list[LineUpPlace]] = {}
    rows = LineUpPlace.objects.filter(line_up__team__season=season).select_related("member__member")
    for place in rows.order_by("number", "from_series"):
        places.setdefault(place.line_up_id, []).append(place)
    line_ups: dict[UUID, list[LineUp]] = {}
    for line_up in LineUp.objects.filter(team__season=season).order_by("evening__number", "pk"):
        line_ups.setdefault(line_up.team_id, []).append(line_up)
    return {
        "teams": {
            "scheme": {name: getattr(scheme, name) for name in SCHEME_SETTINGS},
            "teams": [
                {
                    "name": team.name,
                    "short_name": team.short_name,
                    "of_club": team.club_id is not None,
                    "members": [
                        {
                            "player": str(each.member.player_id),
                            "joined": each.joined,
                            "left": each.left,
                            "captain": each.captain,
                        }
                        for each in team.members.all()
                    ],
                    "line_ups": [
                        {
                            "evening": index_of[line_up.evening_id],
                            "handed_in_at": moment(line_up.handed_in_at),
                            "revealed_at": moment(line_up.revealed_at),
                            "places": [
                                {
                                    "number": place.number,
                                    "from_series": place.from_series,
                                    "player": str(place.member.member.player_id),
                                }
                                for place in places.get(line_up.pk, ())
                            ],
                        }
                        for line_up in line_ups.get(team.pk, ())
                    ],
                }
                for team in teams
            ],
        }
    }


def import_teams(
    season: Season,
    data: Mapping[str, Any],
    members: Mapping[str, SeasonMember],
    evenings: Sequence[Evening],
) -> None:
    """Store the teams of a document. members: by the ids of the document.

    Raises InvalidDocument for a scheme that no director could choose. The database refuses other nonsense.
    """
    scheme = TeamScheme(season=season, **{name: data["scheme"][name] for name in SCHEME_SETTINGS})
    try:
        check_scheme(scheme)
    except Invalid as error:
        raise InvalidDocument(error.code, "/teams/scheme", error.detail) from error
    scheme.save()
    for number, each in enumerate(data["teams"], 1):
        team = Team.objects.create(
            season=season,
            number=number,
            name=each["name"],
            short_name=each["short_name"],
            club=season.league.club if each["of_club"] else None,
        )
        in_team = {
            row["player"]: TeamMember.objects.create(
                team=team,
                member=members[row["player"]],
                **{name: row[name] for name in ("joined", "left", "captain")},
            )
            for row in each["members"]
        }
        for row in each["line_ups"]:
            line_up = LineUp.objects.create(
                team=team,
                evening=evenings[row["evening"]],
                handed_in_at=row["handed_in_at"],
                revealed_at=row["revealed_at"],
            )
            LineUpPlace.objects.bulk_create(
                LineUpPlace(
                    line_up=line_up,
                    number=place["number"],
                    from_series=place["from_series"],
                    member=in_team[place["player"]],
                )
                for place in row["places"]
            )
