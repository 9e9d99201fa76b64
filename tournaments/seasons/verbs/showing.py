"""What is shown of the tables of a season: lines with names, and the plan of its end with names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tournaments.clubs.models.people import Player
from tournaments.seasons.models.season_standings import SeasonStanding
from tournaments.seasons.models.seasons import Season
from tournaments.seasons.verbs.ending import EndPlan
from tournaments.seasons.verbs.facts import names_of_members
from tournaments.seasons.verbs.tables import TABLED, newest_standing, tables_after


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


def players_of_plan(plan: EndPlan) -> set[str]:
    """All players whom the plan of an end names."""
    return {honour.player for honour in plan.honours} | {move.person for move in plan.moves}
