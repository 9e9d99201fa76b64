"""Counting a match day of teams: series points, match points, the places of the teams.

After each series the game points of all who play for a team are added (in this program: chips, or whatever
scores a round). The teams are ranked by this sum, and each place gives series points: 3-2-1-0 among four
teams. The match points of the day are their sum.

What public sources say, and what is our decision:

* Deutscher Skatverband (DSkV), Anlage 10 zur Sportordnung, “Wertung bei unvollständig antretenden
  Mannschaften”: a team is four people and plays with at least three; series give 3:0, 2:1, 1:2 and 0:3, also
  where teams have three people; a team that does not play gets neither series points nor game points. The
  third team then gets 1, as we read it: the text that we found ends before this case.
* Reports of leagues (herzassdresden.de on the 1. Bundesliga, volksfreund.de on its last match day): a match
  day has four series there, so its best result is 12:0; five teams share 16 points in four series. So n
  teams play for n - 1 to 0.
* skat-in-rhade.de, “Organisiertes Skatspiel”: after a series the points of all players of a team are added,
  and the sums are ranked.
* Game points separate teams with equal series points in a table (vg0655.dskv.de, “Liga: letzter Spieltag”).
* What equal sums in one series give, no source that we found says. Our decision: first `Result.figures`
  decide, as far as the game has them (the Skatwettspielordnung ranks people with equal points by games won,
  then by games lost). Teams that are still equal share the points of the places that they cover: 2.5 each
  for two teams in the first place.
* An empty place counts 0, whatever the others have. So does a person of the line-up without a result.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Final

from tournaments.rules.season.exact import points as in_points
from tournaments.rules.teams.lineups import LineUp
from tournaments.rules.teams.match_rules import MatchRules

POINTS, GAME_POINTS, FIGURES, SHARED = "points", "game_points", "figures", "shared"
"""What decided between two teams: series points, game points, other figures, or nothing."""

NOBODY: Final = Fraction(0)


@dataclass(frozen=True, slots=True)
class Result:
    """What one person has in one series.

    points: game points, exact. figures: what separates equal sums of teams, more is better, added over the
    team, the first that differs decides; (games won, minus games lost) in Skat, none in Poch.
    """

    points: Fraction
    figures: tuple[Fraction, ...] = ()


Results = Mapping[str, Result]
"""The results of one series by person. Results of people in no line-up count for nobody."""


@dataclass(frozen=True, slots=True)
class TeamSeries:
    """What a team has in one series.

    people: so many played for it. plays: they were enough; else the team gets nothing. place: shared by equal
    teams; who does not play is last. points, against: series points, and those that it missed: 2:1.
    """

    number: int
    team: str
    people: int
    plays: bool
    place: int
    game_points: Fraction
    points: Fraction
    against: Fraction
    decided_by: str


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A team after a match day. points: its match points, the sum of its series points."""

    team: str
    place: int
    points: Fraction
    against: Fraction
    game_points: Fraction
    series: tuple[TeamSeries, ...]
    decided_by: str


def count_series(
    number: int, line_ups: Sequence[LineUp], results: Results, rules: MatchRules
) -> list[TeamSeries]:
    """Return what each team has in a series, in the order of the line-ups.

    number: of the series, from 1. A team without a line-up is in `line_ups` with no places.
    """
    worths = [in_points(points) for points in rules.points_of(len(line_ups))]
    playing = [line_up for line_up in line_ups if line_up.plays(number, rules)]
    sums = {line_up.team: _sum_of(line_up, number, results) for line_up in playing}
    made: dict[str, tuple[int, Fraction, str]] = {}
    ranked = sorted(sums, key=lambda team: sums[team], reverse=True)
    for key, group in groupby(ranked, key=lambda team: sums[team]):
        equal, first = list(group), len(made)
        shared = sum(worths[first : first + len(equal)], NOBODY) / len(equal)
        alike = sum(1 for other in sums.values() if other[0] == key[0])
        decided = SHARED if len(equal) > 1 else FIGURES if alike > 1 else GAME_POINTS
        made.update({team: (first + 1, shared, decided) for team in equal})
    lines = []
    for line_up in line_ups:
        plays = line_up.team in sums
        place, points, decided = made.get(line_up.team, (len(playing) + 1, NOBODY, SHARED))
        lines.append(
            TeamSeries(
                number=number,
                team=line_up.team,
                people=len(line_up.playing(number)),
                plays=plays,
                place=place,
                game_points=sums[line_up.team][0] if plays else NOBODY,
                points=points,
                against=worths[0] - points,
                decided_by=decided,
            )
        )
    return lines


def _sum_of(line_up: LineUp, number: int, results: Results) -> tuple[Fraction, tuple[Fraction, ...]]:
    """Return the game points of a team in a series, and its other figures."""
    own = [results[person] for person in line_up.playing(number).values() if person in results]
    width = max((len(result.figures) for result in results.values()), default=0)
    figures = [[*result.figures, *[NOBODY] * (width - len(result.figures))] for result in own]
    return (
        sum((result.points for result in own), NOBODY),
        tuple(sum((row[index] for row in figures), NOBODY) for index in range(width)),
    )


def count_match(line_ups: Sequence[LineUp], series: Sequence[Results], rules: MatchRules) -> list[MatchLine]:
    """Return the places of the teams after the series so far, best first.

    Equal match points: more game points decide. Teams that are equal in both share the place, and stay in the
    order of the line-ups.
    """
    counted = [count_series(number, line_ups, results, rules) for number, results in enumerate(series, 1)]
    rows = [tuple(lines[index] for lines in counted) for index in range(len(line_ups))]
    totals = [
        (
            sum((line.points for line in own), NOBODY),
            sum((line.game_points for line in own), NOBODY),
            sum((line.against for line in own), NOBODY),
        )
        for own in rows
    ]
    places = places_of([total[:2] for total in totals])
    lines = [
        MatchLine(line_up.team, place, points, against, game_points, own, decided)
        for line_up, own, (points, game_points, against), (place, decided) in zip(
            line_ups, rows, totals, places, strict=True
        )
    ]
    return sorted(lines, key=lambda line: line.place)


def places_of(figures: Iterable[tuple[Fraction, Fraction]]) -> list[tuple[int, str]]:
    """Return the place of each pair of points and game points, and what decided it. More is better."""
    rows = list(figures)
    return [
        (
            1 + sum(1 for other in rows if other > row),
            SHARED
            if rows.count(row) > 1
            else GAME_POINTS
            if sum(1 for other in rows if other[0] == row[0]) > 1
            else POINTS,
        )
        for row in rows
    ]
