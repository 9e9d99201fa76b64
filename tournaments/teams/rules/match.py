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

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from tournaments.seasons.rules.exact import points as in_points
from tournaments.teams.rules.lineups import LineUp, MatchRules
from tournaments.teams.rules.order import Figures, places_of

POINTS, GAME_POINTS, FIGURES, PLAYED, ABSENT = "points", "game_points", "figures", "played", "absent"
"""What decided a place: series points, game points, other figures of a series, that a team has played at all,
or that it did not play; or `order.SHARED`."""

NOTHING: Final = Fraction(0)


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
    rows = [_sums_of(line_up, number, results) for line_up in playing]
    placed = {
        line_up.team: (row[0], place, decided)
        for line_up, row, (place, decided) in zip(
            playing, rows, places_of(rows, (GAME_POINTS, FIGURES)), strict=True
        )
    }
    equal = Counter(place for _sum, place, _decided in placed.values())
    lines = []
    for line_up in line_ups:
        game_points, place, decided = placed.get(line_up.team, (NOTHING, len(playing) + 1, ABSENT))
        covered = worths[place - 1 : place - 1 + equal[place]]
        points = sum(covered, NOTHING) / len(covered) if covered else NOTHING
        lines.append(
            TeamSeries(
                number=number,
                team=line_up.team,
                people=len(line_up.playing(number)),
                plays=line_up.team in placed,
                place=place,
                game_points=game_points,
                points=points,
                against=worths[0] - points,
                decided_by=decided,
            )
        )
    return lines


def _sums_of(line_up: LineUp, number: int, results: Results) -> Figures:
    """Return the game points of a team in a series, then the sums of the other figures."""
    own = [results[person] for person in line_up.playing(number).values() if person in results]
    width = max((len(result.figures) for result in results.values()), default=0)
    return (
        sum((result.points for result in own), NOTHING),
        *(
            sum((result.figures[index] for result in own if index < len(result.figures)), NOTHING)
            for index in range(width)
        ),
    )


def count_match(line_ups: Sequence[LineUp], series: Sequence[Results], rules: MatchRules) -> list[MatchLine]:
    """Return the places of the teams after the series so far, best first.

    Equal match points: a team that has played stands before one that has not, then more game points decide.
    Teams that are equal in all share the place, and stay in the order of the line-ups.
    """
    counted = [count_series(number, line_ups, results, rules) for number, results in enumerate(series, 1)]
    rows = [tuple(lines[index] for lines in counted) for index in range(len(line_ups))]
    totals = [
        (
            sum((line.points for line in own), NOTHING),
            Fraction(any(line.plays for line in own)),
            sum((line.game_points for line in own), NOTHING),
        )
        for own in rows
    ]
    lines = [
        MatchLine(
            team=line_up.team,
            place=place,
            points=points,
            against=sum((line.against for line in own), NOTHING),
            game_points=game_points,
            series=own,
            decided_by=decided,
        )
        for line_up, own, (points, _played, game_points), (place, decided) in zip(
            line_ups, rows, totals, places_of(totals, (POINTS, PLAYED, GAME_POINTS)), strict=True
        )
    ]
    return sorted(lines, key=lambda line: line.place)
