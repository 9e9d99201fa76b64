"""The table of teams in a season: the sum over its match days or evenings.

Series points decide, then game points (“vg0655.dskv.de, Liga: letzter Spieltag” tells of a team that missed a
place by 29 game points). Then, by our decision, the number of match days won, and then they share the place.
A season by the best k people of each evening has its points in the same way, and no game points.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from tournaments.teams.rules.evening import TeamSum
from tournaments.teams.rules.match import MatchLine
from tournaments.teams.rules.order import places_of

POINTS, GAME_POINTS, DAYS_WON = "points", "game_points", "days_won"
"""What decided a place."""

NOTHING: Final = Fraction(0)


@dataclass(frozen=True, slots=True)
class TeamDay:
    """What a team has from one match day or evening. won: its part of the first place: 1, or 1/2 if two share
    it. played: it was there."""

    team: str
    points: Fraction
    against: Fraction = NOTHING
    game_points: Fraction = NOTHING
    won: Fraction = NOTHING
    played: bool = True


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A team in the table. played: match days. credits: points given or taken; `points` contains them."""

    team: str
    place: int
    points: Fraction
    against: Fraction
    game_points: Fraction
    days_won: Fraction
    played: int
    credits: Fraction
    decided_by: str


def day_of_match(lines: Sequence[MatchLine]) -> list[TeamDay]:
    """Return what a match gives each of its teams."""
    first = [line.team for line in lines if line.place == 1 and _has_played(line)]
    return [
        TeamDay(
            line.team,
            line.points,
            line.against,
            line.game_points,
            Fraction(1, len(first)) if line.team in first else NOTHING,
            _has_played(line),
        )
        for line in lines
    ]


def _has_played(line: MatchLine) -> bool:
    return any(series.plays for series in line.series)


def day_of_sums(lines: Sequence[TeamSum]) -> list[TeamDay]:
    """Return what an evening gives the teams by the sums of their best people; unranked ones get nothing."""
    first = [line.team for line in lines if line.place == 1 and line.ranked]
    return [
        TeamDay(
            line.team,
            line.points if line.ranked else NOTHING,
            won=Fraction(1, len(first)) if line.team in first else NOTHING,
            played=bool(line.counted),
        )
        for line in lines
    ]


def team_table(
    teams: Sequence[str], days: Iterable[Sequence[TeamDay]], given: Mapping[str, Fraction] | None = None
) -> list[TeamLine]:
    """Return the table, best first. teams: all of them; equal ones share the place and stay in this order.

    days: one list for each match or evening; teams that are not in `teams` are left out. given: credits by
    team.
    """
    own: dict[str, list[TeamDay]] = {team: [] for team in teams}
    for day in days:
        for row in day:
            if row.team in own:
                own[row.team].append(row)
    added = given or {}
    rows = [
        (
            sum((row.points for row in own[team]), added.get(team, NOTHING)),
            sum((row.game_points for row in own[team]), NOTHING),
            sum((row.won for row in own[team]), NOTHING),
        )
        for team in teams
    ]
    lines = [
        TeamLine(
            team=team,
            place=place,
            points=points,
            against=sum((row.against for row in own[team]), NOTHING),
            game_points=game_points,
            days_won=won,
            played=sum(row.played for row in own[team]),
            credits=added.get(team, NOTHING),
            decided_by=decided,
        )
        for team, (points, game_points, won), (place, decided) in zip(
            teams, rows, places_of(rows, (POINTS, GAME_POINTS, DAYS_WON)), strict=True
        )
    ]
    return sorted(lines, key=lambda line: line.place)
