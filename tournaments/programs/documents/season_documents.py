"""A season as a document, with its teams.

Another installation imports it and counts it anew (`season_imports`). The ids in it only connect its parts.
It has what the documents of events have, so it is for directors only.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal, NotRequired
from uuid import UUID

from pydantic import Field, TypeAdapter, with_config
from typing_extensions import TypedDict

from tournaments.core.rules.refusals import Conflict, Invalid, gettext_noop
from tournaments.core.rules.statuses import EventStatus
from tournaments.programs.documents.documents import documents_of, moment
from tournaments.programs.documents.format import (
    STRICT,
    Index,
    Name,
    Note,
    Number,
    Object,
    Position,
    Seed,
    Thousandths,
    Word,
)
from tournaments.programs.documents.shape import InvalidDocument, Items, Line, Moment, Ref
from tournaments.seasons.models import Absence, Credit, Division, Evening, Honour, Season, SeasonMember
from tournaments.seasons.verbs.checks import refuse_unless
from tournaments.seasons.verbs.ending import HONOUR_FIELDS
from tournaments.seasons.verbs.facts import evenings_of, members_of
from tournaments.seasons.verbs.finals import SeasonEveningOpen
from tournaments.seasons.verbs.tables import TABLED, newest_standing, outcomes_of
from tournaments.teams.models import LineUp, LineUpPlace, Team, TeamMember, TeamScheme
from tournaments.teams.verbs.checks import scheme_of
from tournaments.teams.verbs.teams import SCHEME_SETTINGS, check_scheme, teams_of, with_members

FORMAT = "poch-season/1"

DIVISION_FIELDS = ("name", "size", "up", "down", "play_off")
MEMBER_FIELDS = ("status", "joined", "left", "start")
EVENING_FIELDS = ("number", "kind", "counts", "stage", "start_given")

Weight = Annotated[Line, Field(max_length=10)]
DivisionNumber = Annotated[int, Field(ge=1, le=50)]


class DivisionData(TypedDict):
    name: Name
    size: Number | None
    up: Index
    down: Index
    play_off: Index


class MemberData(TypedDict):
    player: Ref
    name: Name
    public_name: Name
    anonymous: bool
    division: DivisionNumber | None
    status: Word
    joined: Number
    left: Number | None
    start: Thousandths


class EveningData(TypedDict):
    number: Number
    kind: Word
    weight: Weight
    counts: Word
    stage: Number | None
    division: DivisionNumber | None
    start_given: bool
    over_at: Moment | None
    event: Object


class AbsenceData(TypedDict):
    evening: Index
    player: Ref
    reason: Word
    by_reply: bool


class CreditData(TypedDict):
    player: Ref
    points: Thousandths
    reason: Note
    given_at: Moment
    cancelled_at: Moment | None


class HonourData(TypedDict):
    player: Ref
    division: Annotated[Line, Field(max_length=100)]
    place: Position | None
    points: Thousandths
    finalist: bool
    move: Word
    next_division: Annotated[Line, Field(max_length=100)]


class LeagueData(TypedDict):
    name: Note
    preset: Annotated[Line, Field(max_length=40)]


@with_config(STRICT)
class SeasonData(TypedDict):
    format: Literal["poch-season/1"]
    league: LeagueData
    name: Note
    status: Literal["running", "finished"]
    visibility: Word
    scheme: Object
    enrols: bool
    seed: Seed
    created_at: Moment
    started_at: Moment
    finished_at: Moment | None
    play_offs: Items[dict[Ref, Thousandths]]
    divisions: Annotated[Items[DivisionData], Field(max_length=50)]
    members: Annotated[Items[MemberData], Field(max_length=2000)]
    evenings: Annotated[Items[EveningData], Field(max_length=200)]
    absences: Items[AbsenceData]
    credits: Items[CreditData]
    honours: Items[HonourData]
    tables: Items[Object]
    teams: NotRequired[TeamsData]


SEASON_DOCUMENT = TypeAdapter[Any](SeasonData)


def season_document_of(season: Season) -> dict[str, Any]:
    """The season as a document.

    Raises what `refuse_document` raises.
    """
    evenings = list(evenings_of(season).defer("worth__data"))
    members = list(members_of(season))
    refuse_document(season, evenings, season.members.values_list("through", flat=True))
    divisions = list(Division.objects.filter(season=season))
    number_of: dict[UUID | None, int] = {each.pk: number for number, each in enumerate(divisions, 1)}
    index_of = {evening.pk: index for index, evening in enumerate(evenings)}
    standing = newest_standing(season)
    documents = documents_of([evening.event for evening in evenings])
    return {
        "format": FORMAT,
        "league": {"name": season.league.name, "preset": season.league.preset},
        "name": season.name,
        "status": season.status,
        "visibility": season.visibility,
        "scheme": season.scheme,
        "enrols": season.enrols,
        "seed": season.seed,
        "created_at": moment(season.created_at),
        "started_at": moment(season.started_at),
        "finished_at": moment(season.finished_at),
        "play_offs": season.play_offs,
        "divisions": [{name: getattr(division, name) for name in DIVISION_FIELDS} for division in divisions],
        "members": [
            {
                "player": str(member.player_id),
                "name": member.player.name,
                "public_name": member.player.public_name,
                "anonymous": member.player.anonymised_at is not None,
                "division": number_of.get(member.division_id),
                **{name: getattr(member, name) for name in MEMBER_FIELDS},
            }
            for member in members
        ],
        "evenings": [
            {
                **{name: getattr(evening, name) for name in EVENING_FIELDS},
                "weight": str(evening.weight),
                "division": number_of.get(evening.division_id),
                "over_at": moment(evening.over_at),
                "event": document,
            }
            for evening, document in zip(evenings, documents, strict=True)
        ],
        "absences": [
            {
                "evening": index_of[absence.evening_id],
                "player": str(absence.member.player_id),
                "reason": absence.reason,
                "by_reply": absence.by_reply,
            }
            for absence in Absence.objects.filter(evening__season=season)
            .select_related("member")
            .order_by("evening__number", "pk")
        ],
        "credits": [
            {
                "player": str(credit.member.player_id),
                "points": credit.points,
                "reason": credit.reason,
                "given_at": moment(credit.given_at),
                "cancelled_at": moment(credit.cancelled_at),
            }
            for credit in Credit.objects.filter(member__season=season)
            .select_related("member")
            .order_by("given_at", "pk")
        ],
        "honours": [
            {
                "player": str(honour.member.player_id),
                **{name: getattr(honour, name) for name in HONOUR_FIELDS},
            }
            for honour in Honour.objects.filter(member__season=season)
            .select_related("member")
            .order_by("member__position", "pk")
        ],
        "tables": [] if standing is None else portable_tables(standing.tables),
        **teams_part(season, index_of),
    }


class SeasonOfSeveralClubs(Conflict):
    """The season has evenings or members of other clubs."""

    sentence = gettext_noop("%(season)s has evenings or members of other clubs, so it has no document.")


def refuse_document(season: Season, evenings: Iterable[Evening], consents: Iterable[UUID | None]) -> None:
    """Raise Conflict if a season has no document now.

    consents: `through` of its members. Codes: `season_status` before its start; `season_of_several_clubs` if
    an event or a member belongs to another club, whose directors alone download it; `season_evening_open`.
    """
    refuse_unless(season, *TABLED)
    evenings = list(evenings)
    if any((*consents, *(evening.through_id for evening in evenings))):
        raise SeasonOfSeveralClubs(season=season.name)
    waiting = next((each for each in evenings if each.event.status != EventStatus.FINISHED), None)
    if waiting is not None:
        raise SeasonEveningOpen(
            sentence=gettext_noop(
                "A document contains whole evenings, and %(event)s is not over yet. Download it afterwards."
            ),
            event=waiting.event.name,
        )


def portable_tables(tables: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Stored tables without what an import gives anew: the ids of divisions and evenings."""
    return [{"lines": [line | {"outcomes": outcomes_of(line)} for line in each["lines"]]} for each in tables]


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
