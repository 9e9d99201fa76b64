"""The export of a season with its teams as a document (`season_parts`), which another club can import."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from tournaments.core.rules.refusals import Conflict, gettext_noop
from tournaments.core.rules.statuses import EventStatus
from tournaments.programs.documents import season_parts as tree
from tournaments.programs.documents.documents import documents_of
from tournaments.seasons.models import Absence, Credit, Division, Evening, Honour, Season
from tournaments.seasons.verbs.checks import refuse_unless
from tournaments.seasons.verbs.facts import evenings_of, members_of
from tournaments.seasons.verbs.finals import SeasonEveningOpen
from tournaments.seasons.verbs.tables import TABLED, newest_standing, outcomes_of
from tournaments.teams.models import LineUp, LineUpPlace
from tournaments.teams.verbs.checks import scheme_of
from tournaments.teams.verbs.teams import teams_of, with_members


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
    absences = Absence.objects.filter(evening__season=season).order_by("evening__number", "pk")
    credited = Credit.objects.filter(member__season=season).order_by("given_at", "pk")
    honours = Honour.objects.filter(member__season=season).order_by("member__position", "pk")
    return tree.SeasonPart.of(
        season,
        format=tree.FORMAT,
        league=tree.LeaguePart.of(season.league),
        divisions=[tree.DivisionPart.of(division) for division in divisions],
        members=[
            tree.MemberPart.of(
                member,
                player=str(member.player_id),
                name=member.player.name,
                public_name=member.player.public_name,
                anonymous=member.player.anonymised_at is not None,
                division=number_of.get(member.division_id),
            )
            for member in members
        ],
        evenings=[
            tree.EveningPart.of(evening, division=number_of.get(evening.division_id), event=document)
            for evening, document in zip(evenings, documents, strict=True)
        ],
        absences=[
            tree.AbsencePart.of(absence, evening=index_of[absence.evening_id], player=_player(absence))
            for absence in absences.select_related("member")
        ],
        credits=[
            tree.CreditPart.of(credit, player=_player(credit)) for credit in credited.select_related("member")
        ],
        honours=[
            tree.HonourPart.of(honour, player=_player(honour)) for honour in honours.select_related("member")
        ],
        tables=[] if standing is None else portable_tables(standing.tables),
        teams=_teams(season, index_of),
    )


def _player(row: Any) -> str:
    """The player of a row about a member, as text."""
    return str(row.member.player_id)


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


def _teams(season: Season, index_of: Mapping[UUID, int]) -> dict[str, Any] | None:
    """The teams of a season, if it has any. index_of: of the evenings in the document."""
    teams = list(with_members(teams_of(season)))
    if not teams:
        return None
    places: dict[UUID, list[Any]] = {}
    rows = LineUpPlace.objects.filter(line_up__team__season=season).select_related("member__member")
    for place in rows.order_by("number", "from_series"):
        places.setdefault(place.line_up_id, []).append(
            tree.LineUpPlacePart.of(place, player=_player(place.member))
        )
    line_ups: dict[UUID, list[Any]] = {}
    for line_up in LineUp.objects.filter(team__season=season).order_by("evening__number", "pk"):
        line_ups.setdefault(line_up.team_id, []).append(
            tree.LineUpPart.of(
                line_up, evening=index_of[line_up.evening_id], places=places.get(line_up.pk, [])
            )
        )
    return {
        "scheme": tree.TeamSchemePart.of(scheme_of(season)),
        "teams": [
            tree.TeamPart.of(
                team,
                of_club=team.club_id is not None,
                members=[tree.TeamMemberPart.of(each, player=_player(each)) for each in team.members.all()],
                line_ups=line_ups.get(team.pk, []),
            )
            for team in teams
        ],
    }
