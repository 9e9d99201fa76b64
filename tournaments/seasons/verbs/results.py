"""What a person has played: their seasons, and their events with places. Plain data for pages and the API.

The caller says which events and seasons are shown: `access.events_of_person`, `access.seasons_of_person`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import OuterRef, QuerySet, Subquery

from tournaments.clubs.models.people import Player
from tournaments.clubs.verbs.people import Someone
from tournaments.events.models.events import Entry, Event
from tournaments.seasons.models.season_standings import SeasonStanding
from tournaments.seasons.models.seasons import Honour, Season, SeasonMember
from tournaments.seasons.verbs.tables import line_of
from tournaments.standings.models import Standing

MOST = 50
"""The newest so many events are shown and counted."""


@dataclass(frozen=True)
class EveningResult:
    """A person in one event. place: among people; None if they are not ranked. people: who were ranked.

    score, net: as in the standing of the event. deals: how many they played.
    """

    event: Event
    entry: UUID
    place: int | None
    people: int
    score: float | int
    net: float | int
    deals: int

    @property
    def form(self) -> float | None:
        """1 for the first place, 0 for the last, for a chart; None without a place or alone."""
        if self.place is None or self.people < 2:
            return None
        return (self.people - self.place) / (self.people - 1)


@dataclass(frozen=True)
class SeasonResult:
    """A person in one season. place: after the final if there was one; as announced if it is finished.

    points: thousandths. move: where they went at its end (a reason of `seasons.rules.divisions`).
    """

    season: Season
    member: SeasonMember
    division: str
    place: int | None
    people: int
    points: int | None
    attended: int
    move: str = ""


def evening_results(someone: Someone, events: QuerySet[Event], *, limit: int = MOST) -> list[EveningResult]:
    """The newest events in which a person played, newest first (four queries)."""
    newest = Standing.objects.filter(event=OuterRef("pk")).order_by("-version")
    shown = list(events.annotate(standing=Subquery(newest.values("pk")[:1]))[:limit])
    standings = Standing.objects.in_bulk([event.standing for event in shown if event.standing is not None])
    # Entries that join their players let PostgreSQL read the players of all clubs.
    players = Player.objects.filter(club__in={event.club_id for event in shown}).exclude(bot="")
    of_bots = set(players.values_list("pk", flat=True))
    mine: dict[UUID, UUID] = {}
    bots: set[str] = set()
    own = {player.pk for player in someone.players}
    for entry, event_id, player in Entry.objects.filter(event__in=shown).values_list("pk", "event", "player"):
        if player in of_bots:
            bots.add(str(entry))
        elif player in own:
            mine[event_id] = entry
    results = []
    for event in shown:
        standing = standings.get(event.standing)
        if standing is None or event.pk not in mine:
            continue
        result = _result(event, str(mine[event.pk]), standing.rows, bots)
        if result is not None:
            results.append(result)
    return results


def _result(event: Event, entry: str, rows: list[dict[str, Any]], bots: set[str]) -> EveningResult | None:
    ranked = [row for row in rows if row["entry"] not in bots and row["deals"] > 0]
    row = next((row for row in ranked if row["entry"] == entry), None)
    if row is None:
        return None
    places = [other["place"] for other in ranked if other["place"] is not None]
    place = None if row["place"] is None else 1 + sum(other < row["place"] for other in places)
    return EveningResult(
        event, UUID(entry), place, len(places), row["score"], row["metrics"]["net"], row["deals"]
    )


def season_results(someone: Someone, seasons: QuerySet[Season]) -> list[SeasonResult]:
    """The seasons of a person, newest first (four queries)."""
    shown = list(seasons)
    members = {
        member.season_id: member
        for member in SeasonMember.objects.filter(
            season__in=shown, player__in=[player.pk for player in someone.players], set_aside=False
        )
        .select_related("division")
        .only("season", "player", "division__name")
    }
    newest = SeasonStanding.objects.filter(season=OuterRef("season")).order_by("-version")
    standings = {
        standing.season_id: standing
        for standing in SeasonStanding.objects.filter(
            season__in=shown, pk=Subquery(newest.values("pk")[:1])
        ).only("season", "tables")
    }
    honours = {
        honour.member_id: honour
        for honour in Honour.objects.filter(member__in=[member.pk for member in members.values()])
    }
    results = []
    for season in shown:
        member = members.get(season.pk)
        if member is None:
            continue
        standing = standings.get(season.pk)
        tables = [] if standing is None else standing.tables
        results.append(_season(season, member, tables, honours.get(member.pk)))
    return results


def _season(
    season: Season, member: SeasonMember, tables: list[dict[str, Any]], honour: Honour | None
) -> SeasonResult:
    line = line_of(tables, member)
    own = next((each for each in tables if line is not None and line in each["lines"]), None)
    people = 0 if own is None else len(own["lines"])
    attended = 0 if line is None else line["attended"]
    division = "" if member.division is None else member.division.name
    if honour is not None:
        return SeasonResult(
            season, member, division, honour.place, people, honour.points, attended, honour.move
        )
    place = None if line is None else line["final"] or line["place"]
    points = None if line is None else round(line["score"] * 1000)
    return SeasonResult(season, member, division, place, people, points, attended)
