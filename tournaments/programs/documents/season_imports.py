"""The import of a season from its document (`season_documents`): the whole season or nothing.

Its events are imported first, then the season. Its tables are counted anew from them, and its honours from
the tables. A document whose tables or honours differ is refused. Only if an event was corrected after the end
may the document have other honours, as they were announced; then the copy gets those of the corrected table.
Lots fall as they did, because they come from the seed and the order of the members.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any

from django.db import DataError, IntegrityError, transaction
from django.utils.translation import gettext_noop

import games.services as games
from tournaments.clubs.models import Club, Player
from tournaments.core.actors import Actor
from tournaments.core.change import lock_club, log
from tournaments.core.rules.names import name_key
from tournaments.core.rules.refusals import Conflict
from tournaments.core.secrets import unused_slug
from tournaments.events.models.events import Event
from tournaments.programs.documents.imports import import_event
from tournaments.programs.documents.parts import (
    Contradiction,
    InvalidDocument,
    blaming,
    check_storable,
    read_part,
)
from tournaments.programs.documents.people import add_to_roster, roster_of
from tournaments.programs.documents.season_documents import portable_tables
from tournaments.programs.documents.season_parts import SEASON, SeasonPart, TeamsPart
from tournaments.seasons.models import (
    Absence,
    Credit,
    Division,
    Evening,
    Honour,
    League,
    Season,
    SeasonMember,
    SeasonStatus,
)
from tournaments.seasons.rules.scheme import Scheme
from tournaments.seasons.verbs.ending import HONOUR_FIELDS, honours_again
from tournaments.seasons.verbs.facts import read_facts
from tournaments.seasons.verbs.tables import write
from tournaments.teams.models import LineUp, LineUpPlace, Team, TeamMember, TeamScheme
from tournaments.teams.verbs.showing import records_of
from tournaments.teams.verbs.teams import check_scheme

MALFORMED = (
    AttributeError, DataError, IntegrityError, InvalidOperation, LookupError, TypeError, ValueError,
)  # fmt: skip
"""Errors that a contradiction can raise which no check has found before."""


class SeasonAlreadyHere(Conflict):
    """The club has this season already."""

    sentence = gettext_noop("This club has this season already: “%(season)s”. Say that you want it again.")


@transaction.atomic
def import_season(club: Club, actor: Actor, document: Mapping[str, Any], *, again: bool = False) -> Season:
    """Import the season of a document into a club, with all its events.

    Its league is the club's league of this name and these rules, or a new one. Raises InvalidDocument (with
    `season_disagrees` where it contradicts itself or its tables differ), and Conflict `season_already_here`
    or `event_already_here` if the club has the season or an event of it, unless `again` says that a second
    copy is wanted.
    """
    parts = read_part(SEASON, document)
    check_storable({name: value for name, value in document.items() if name != "evenings"})
    club = lock_club(club)
    twin = Season.objects.filter(league__club=club, created_at=parts.created_at).first()
    if twin is not None and not again:
        raise SeasonAlreadyHere(season=twin.name)
    try:
        return _Importer(club, actor, parts, again=again).run()
    except MALFORMED as error:
        raise Contradiction("season_disagrees", "") from error


class _Importer:
    """One import. players: the players here, by the ids of the document."""

    def __init__(self, club: Club, actor: Actor, document: SeasonPart, *, again: bool) -> None:
        self.club, self.actor, self.document, self.again = club, actor, document, again
        self.players: dict[str, Player] = {}

    def run(self) -> Season:
        """Store everything, then count the tables and compare them."""
        document = self.document
        with blaming("/scheme"):
            scheme = Scheme.read(document.scheme)
        events = [self._event(index, each.event) for index, each in enumerate(document.evenings)]
        self._people()
        season = Season.objects.create(
            league=self._league(),
            name=document.name,
            slug=unused_slug(Season, document.name, fallback="season"),
            visibility=document.visibility,
            scheme=scheme.stored,
            enrols=False,
            seed=document.seed,
            play_offs=[
                {str(self.players[player].pk): result for player, result in each.items()}
                for each in document.play_offs
            ],
            status=SeasonStatus.RUNNING,
            created_by=self.actor.user,
            created_at=document.created_at,
            started_at=document.started_at,
            version=1,
        )
        self._parts(season, events)
        if document.status == "finished":
            season.status, season.finished_at = SeasonStatus.FINISHED, document.finished_at
            season.save(update_fields=["status", "finished_at"])
        self._count(season)
        self._honours(season, events)
        if season.enrols != document.enrols:
            season.enrols = document.enrols
            season.save(update_fields=["enrols"])
        told = {"events": len(events), "records": records_of(season)}
        log(self.actor, "import_season", season, within=self.club, **told)
        return Season.objects.select_related("league__club").get(pk=season.pk)

    def _event(self, index: int, data: Mapping[str, Any]) -> Event:
        """Import one event, and learn who its players are here."""
        place = f"/evenings/{index}/event"
        try:
            event = import_event(self.club, self.actor, data, again=self.again)
        except InvalidDocument as error:
            for each in error.extra["errors"]:
                each["pointer"] = each["pointer"].replace("/document", f"/document{place}", 1)
            raise
        if event.rules.get("preset") != self.document.league.preset:
            raise Contradiction("season_disagrees.rules", place)
        here = {entry.number: entry.player for entry in event.entries.select_related("player")}
        for entry in data["entries"]:
            self.players[entry["player"]] = here[entry["number"]]
        return event

    def _people(self) -> None:
        """Find or add the members who played in no event."""
        roster = {key: player for key, player in roster_of(self.club).items() if not player.bot}
        for member in self.document.members:
            if member.player in self.players:
                continue
            known = roster.get((name_key(member.name), member.anonymous))
            self.players[member.player] = known or add_to_roster(self.club, self.actor, member)

    def _league(self) -> League:
        data = self.document.league
        if data.preset not in (*games.presets(), "none"):
            raise Contradiction("season_disagrees.preset", "/league/preset")
        league = League.objects.filter(club=self.club, name=data.name).first()
        if league is not None and league.preset != data.preset:
            raise Contradiction("season_disagrees.league", "/league")
        return league or League.objects.create(club=self.club, **data.columns())

    def _parts(self, season: Season, events: list[Event]) -> None:
        document = self.document
        divisions: dict[int | None, Division | None] = {None: None}
        for number, data in enumerate(document.divisions, 1):
            divisions[number] = Division.objects.create(season=season, number=number, **data.columns())
        members = {
            data.player: SeasonMember(
                season=season,
                player=self.players[data.player],
                division=divisions[data.division],
                position=position,
                **data.columns("player", "name", "public_name", "anonymous", "division"),
            )
            for position, data in enumerate(document.members, 1)
        }
        SeasonMember.objects.bulk_create(members.values())
        evenings = [
            Evening(
                season=season,
                event=event,
                division=divisions[data.division],
                weight=Decimal(data.weight),
                over_at=data.over_at or event.finished_at,
                **data.columns("weight", "division", "over_at", "event"),
            )
            for event, data in zip(events, document.evenings, strict=True)
        ]
        Evening.objects.bulk_create(evenings)
        Absence.objects.bulk_create(
            Absence(
                evening=evenings[data.evening],
                member=members[data.player],
                **data.columns("evening", "player"),
            )
            for data in document.absences
        )
        Credit.objects.bulk_create(
            Credit(member=members[data.player], **data.columns("player")) for data in document.credits
        )
        if "teams" in document.model_fields_set:
            _import_teams(season, document.teams, members, evenings)

    def _count(self, season: Season) -> None:
        """Count the tables, and refuse the document if they differ."""
        expected = [
            {"lines": [line | {"player": str(self.players[line["player"]].pk)} for line in table["lines"]]}
            for table in self.document.tables
        ]
        standing = write(season)
        if standing is None or portable_tables(standing.tables) != expected:
            raise Contradiction("season_disagrees.tables", "/tables")

    def _honours(self, season: Season, events: list[Event]) -> None:
        """Derive the honours of a finished season, and refuse the document if it has others.

        After a correction since the end they are those of the corrected table.
        """
        given = {str(self.players[data.player].pk): data for data in self.document.honours}
        honours: dict[str, dict[str, Any]] = {}
        if season.is_over:
            with blaming("/divisions"):
                honours = honours_again(
                    read_facts(season), {player: data.move for player, data in given.items()}
                )
        ended = self.document.finished_at or self.document.started_at
        if not any(event.finished_at is not None and event.finished_at > ended for event in events):
            for index, (player, data) in enumerate(given.items()):
                for name in HONOUR_FIELDS:
                    if getattr(data, name) != honours.get(player, {}).get(name, ...):
                        raise Contradiction("season_disagrees.honour", f"/honours/{index}/{name}")
            if given.keys() != honours.keys():
                raise Contradiction("season_disagrees.honours", "/honours")
        members = {str(member.player_id): member for member in season.members.all()}
        Honour.objects.bulk_create(
            Honour(member=members[player], **honour) for player, honour in honours.items()
        )


def _import_teams(
    season: Season,
    data: TeamsPart,
    members: Mapping[str, SeasonMember],
    evenings: Sequence[Evening],
) -> None:
    """Store the teams of a document. members: by the ids of the document.

    Raises InvalidDocument for a scheme that no director could choose. The database refuses other nonsense.
    """
    scheme = TeamScheme(season=season, **data.scheme.columns())
    with blaming("/teams/scheme"):
        check_scheme(scheme)
    scheme.save()
    for number, each in enumerate(data.teams, 1):
        team = Team.objects.create(
            season=season,
            number=number,
            club=season.league.club if each.of_club else None,
            **each.columns("of_club", "members", "line_ups"),
        )
        in_team = {
            row.player: TeamMember.objects.create(
                team=team, member=members[row.player], **row.columns("player")
            )
            for row in each.members
        }
        for row in each.line_ups:
            line_up = LineUp.objects.create(
                team=team,
                evening=evenings[row.evening],
                **row.columns("evening", "places"),
            )
            LineUpPlace.objects.bulk_create(
                LineUpPlace(line_up=line_up, member=in_team[place.player], **place.columns("player"))
                for place in row.places
            )
