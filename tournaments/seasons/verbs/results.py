"""The results of a person, and what pages show of a season.

The caller says which events and seasons are shown: `access.events_of_person`, `access.seasons_of_person`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from uuid import UUID

from django.db.models import OuterRef, QuerySet, Subquery

from tournaments.clubs.models import Player
from tournaments.clubs.verbs.people import Someone
from tournaments.events.models.events import Entry, Event
from tournaments.seasons.models import Honour, Season, SeasonMember, SeasonStanding
from tournaments.seasons.verbs.facts import names_of_members
from tournaments.seasons.verbs.tables import TABLED, line_of, newest_standing, tables_after
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

    @property
    def exact_points(self) -> Fraction | None:
        """The points, for pages."""
        return None if self.points is None else Fraction(self.points, 1000)


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
    own = SeasonMember.objects.filter(season__in=shown, player__in=someone.players, set_aside=False)
    rows = own.select_related("division").only("season", "player", "division__name")
    members = {member.season_id: member for member in rows}
    newest = SeasonStanding.objects.filter(season=OuterRef("season")).order_by("-version")
    latest = SeasonStanding.objects.filter(season__in=shown, pk=Subquery(newest.values("pk")[:1]))
    tables_of = {each.season_id: each.tables for each in latest.only("season", "tables")}
    honours = {each.member_id: each for each in Honour.objects.filter(member__in=list(members.values()))}
    results = []
    for season in shown:
        member = members.get(season.pk)
        if member is None:
            continue
        tables = tables_of.get(season.pk, [])
        line = line_of(tables, member)
        lines = next((each["lines"] for each in tables if line in each["lines"]), ())
        honour = honours.get(member.pk)
        place = None if line is None else line["final"] or line["place"]
        points = None if line is None else round(line["score"] * 1000)
        results.append(
            SeasonResult(
                season,
                member,
                "" if member.division is None else member.division.name,
                place if honour is None else honour.place,
                len(lines),
                points if honour is None else honour.points,
                0 if line is None else line["attended"],
                "" if honour is None else honour.move,
            )
        )
    return results


def names_of_players(players: Iterable[str]) -> dict[str, str]:
    """The public names of these players (one query)."""
    rows = Player.objects.filter(pk__in=set(players)).values_list("pk", "public_name")
    return {str(player): name for player, name in rows}


def newest_version(season: Season) -> int:
    """The version of the newest table; 0 if there is none (one query)."""
    rows = SeasonStanding.objects.filter(season=season).order_by("-version")
    return rows.values_list("version", flat=True).first() or 0


def tables_to_show(
    season: Season, *, as_of: int | None = None
) -> tuple[SeasonStanding | None, list[dict[str, Any]]]:
    """The newest standing of a season, and its tables with names, best first.

    as_of: the tables after the evenings up to this number; None: the present ones. Before the start there is
    none. Each table has the `name` of its division, and each of its `rows` the `name` of the member.
    """
    standing = newest_standing(season)
    if standing is None or season.status not in TABLED:
        return None, []
    tables = standing.tables if as_of is None else tables_after(season, as_of)
    names = names_of_members(season)
    divisions = {str(pk): name for pk, name in season.divisions.values_list("pk", "name")}
    return standing, [_named(table, names, divisions) for table in tables]


def _named(
    table: Mapping[str, Any], names: Mapping[str, str], divisions: Mapping[str, str]
) -> dict[str, Any]:
    return {
        "division": table["division"],
        "name": divisions.get(table["division"], ""),
        "evenings": table["evenings"],
        # A table that is not yet counted anew can have a member who was removed.
        "rows": [
            line | {"name": names[line["player"]]} for line in table["lines"] if line["player"] in names
        ],
    }
