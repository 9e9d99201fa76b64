"""The first lines of the tables of a season, for the wall and for other web sites."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.clubs.models.people import Player
from tournaments.core.numbers import numbers
from tournaments.seasons.models import Division, Season, SeasonStanding


@dataclass(frozen=True)
class ShortLine:
    """A line: place (None: too few evenings), public name, score as pages show it, evenings played."""

    place: int | None
    name: str
    score: str
    attended: int


@dataclass(frozen=True)
class ShortTable:
    """The first lines of one table.

    division: empty without divisions. more: so many lines are left out. after_final: the final has made the
    order.
    """

    season: Season
    division: str
    lines: Sequence[ShortLine]
    more: int
    after_final: bool = False


def short_tables(season: Season, newest: SeasonStanding, most: int) -> list[ShortTable]:
    """The first `most` lines of each table (two queries at most)."""
    shown = [
        sorted(each["lines"], key=lambda line: line["final"] or len(each["lines"]) + 1)[:most]
        for each in newest.tables
    ]
    names = {
        str(pk): name
        for pk, name in Player.objects.filter(
            pk__in=[line["player"] for lines in shown for line in lines]
        ).values_list("pk", "public_name")
    }
    divisions = {}
    if any(each["division"] for each in newest.tables):
        divisions = {str(row.pk): row.name for row in Division.objects.filter(season=season)}
    return [
        ShortTable(
            season,
            divisions.get(each["division"] or "", ""),
            [
                ShortLine(line["final"] or line["place"], names[line["player"]], score, line["attended"])
                for line, score in zip(lines, numbers([line["score"] for line in lines]), strict=True)
                if line["player"] in names
            ],
            len(each["lines"]) - len(lines),
            any(line["final"] for line in each["lines"]),
        )
        for each, lines in zip(newest.tables, shown, strict=True)
    ]
