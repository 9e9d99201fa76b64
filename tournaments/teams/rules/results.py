"""What teams have from an evening, by their best people or in matches; and the table of a season.

Points are exact, and may be negative. An evening counts in one of two ways:

* By the best people: what the best k of a team have together. The evening is one of individuals.
* In matches: after each series the game points of all who play for a team are added (in this program: chips,
  or whatever scores a round). The teams are ranked by this sum, and each place gives series points: 3-2-1-0
  among four teams. The match points of the day are their sum.

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
* Game points separate teams with equal series points in a table (vg0655.dskv.de, “Liga: letzter Spieltag”
  tells of a team that missed a place by 29 game points). Then, by our decision, the number of match days won,
  and then they share the place.
* What equal sums in one series give, no source that we found says. Our decision: the teams share the points
  of the places that they cover: 2.5 each for two teams in the first place.
* An empty place counts 0, whatever the others have. So does a person of the line-up without a result.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from tournaments.seasons.rules.exact import points as in_points
from tournaments.teams.rules.lineups import LineUp, MatchRules

Figures = tuple[Fraction, ...]
"""What ranks a team, the most important figure first. More is better, and equal teams share a place."""

FIGURES: Final = ("points", "game_points", "days_won")
"""The figures of the table of a season."""

SHARED: Final = "shared"
"""What decided a place if no figure separates the teams."""

NOTHING: Final = Fraction(0)

Results = Mapping[str, Fraction]
"""The game points of one series by person. Those of people in no line-up count for nobody."""


class TeamSeries(NamedTuple):
    """The result of a team in one series of a match.

    people: how many played for it. plays: whether these were enough; if not, the team gets no points. place:
    equal teams share it, and teams that do not play are last. points: series points.
    """

    number: int
    people: int
    plays: bool
    place: int
    game_points: Fraction
    points: Fraction


class TeamDay(NamedTuple):
    """The result of a team on one evening.

    points: match points, or the sum of its best people. against: the series points that it did not get, such
    as 1 in 2:1. won: its part of the first place: 1, or 1/2 if two teams share it. played: whether it was
    there. counted: where the best people count, each result that counts, the best first, as the people who
    made it together. A match leaves `counted` empty; best people leave `series` empty.
    """

    team: str
    place: int
    points: Fraction
    against: Fraction = NOTHING
    game_points: Fraction = NOTHING
    won: Fraction = NOTHING
    played: bool = True
    series: tuple[TeamSeries, ...] = ()
    counted: tuple[tuple[str, ...], ...] = ()


class TeamLine(NamedTuple):
    """A team in the table. played: evenings. decided_by: the figure that made its place, or `SHARED`."""

    team: str
    place: int
    points: Fraction
    against: Fraction
    game_points: Fraction
    days_won: Fraction
    played: int
    decided_by: str


class PersonResult(NamedTuple):
    """The result of a person on an evening, for their team.

    place: the place of the line-up. People of one team with the same place (somebody and their substitute)
    count as one result, with the sum of their points. Empty: the person is a result alone.
    """

    person: str
    team: str
    points: Fraction
    place: str = ""


def sums_of_best(results: Sequence[PersonResult], teams: Sequence[str], best: int) -> list[TeamDay]:
    """Return the teams with a result by the sum of their best results, best first.

    teams: equal ones stay in this order. best: k, from 1. A missing result counts 0. Equal sums: the better
    best result decides, then the second best, and so on; then they share the place. Of equal results of one
    team the first listed counts.
    """
    own = {team: found for team in teams if (found := _results_of(team, results)[:best])}
    rows = []
    for found in own.values():
        counted = [points for _people, points in found] + [NOTHING] * (best - len(found))
        rows.append((sum(counted, NOTHING), *sorted(counted, reverse=True)))
    places = _places_of(rows)
    days = [
        TeamDay(
            team,
            place,
            row[0],
            won=_part_of_first(place, places),
            counted=tuple(people for people, _points in own[team]),
        )
        for team, row, place in zip(own, rows, places, strict=True)
    ]
    return sorted(days, key=lambda day: day.place)


def _results_of(team: str, results: Sequence[PersonResult]) -> list[tuple[tuple[str, ...], Fraction]]:
    """Return the results of a team, the best first. One result may be of several people."""
    people: dict[tuple[str, str], list[PersonResult]] = {}
    for result in results:
        if result.team == team:
            people.setdefault((result.place, "" if result.place else result.person), []).append(result)
    own = [
        (tuple(result.person for result in group), sum((result.points for result in group), NOTHING))
        for group in people.values()
    ]
    return sorted(own, key=lambda result: result[1], reverse=True)


def count_series(
    number: int, line_ups: Sequence[LineUp], results: Results, rules: MatchRules
) -> list[TeamSeries]:
    """Return what each team has in a series, in the order of the line-ups.

    number: of the series, from 1. A team without a line-up is in `line_ups` with no places.
    """
    worths = [in_points(points) for points in rules.points_of(len(line_ups))]
    sums = {
        line_up.team: sum(
            (results.get(person, NOTHING) for person in line_up.playing(number).values()), NOTHING
        )
        for line_up in line_ups
        if line_up.plays(number, rules)
    }
    places = dict(zip(sums, _places_of([(own,) for own in sums.values()]), strict=True))
    equal = Counter(places.values())
    lines = []
    for line_up in line_ups:
        place = places.get(line_up.team, len(places) + 1)
        covered = worths[place - 1 : place - 1 + equal[place]]
        lines.append(
            TeamSeries(
                number,
                len(line_up.playing(number)),
                line_up.team in places,
                place,
                sums.get(line_up.team, NOTHING),
                sum(covered, NOTHING) / len(covered) if covered else NOTHING,
            )
        )
    return lines


def count_match(line_ups: Sequence[LineUp], series: Sequence[Results], rules: MatchRules) -> list[TeamDay]:
    """Return what the teams have after the series so far, best first.

    Equal match points: a team that has played stands before one that has not, then more game points decide.
    Teams that are equal in all share the place, and stay in the order of the line-ups.
    """
    counted = [count_series(number, line_ups, results, rules) for number, results in enumerate(series, 1)]
    rows = [tuple(lines[index] for lines in counted) for index in range(len(line_ups))]
    totals = [
        (
            sum((each.points for each in own), NOTHING),
            Fraction(any(each.plays for each in own)),
            sum((each.game_points for each in own), NOTHING),
        )
        for own in rows
    ]
    places = _places_of(totals)
    first = [place for place, total in zip(places, totals, strict=True) if total[1]]
    most = len(series) * in_points(rules.points_of(len(line_ups))[0])
    days = [
        TeamDay(
            line_up.team,
            place,
            points,
            most - points,
            game_points,
            _part_of_first(place, first) if played else NOTHING,
            bool(played),
            own,
        )
        for line_up, own, (points, played, game_points), place in zip(
            line_ups, rows, totals, places, strict=True
        )
    ]
    return sorted(days, key=lambda day: day.place)


def team_table(teams: Sequence[str], days: Iterable[Sequence[TeamDay]]) -> list[TeamLine]:
    """Return the table, best first. teams: all of them; equal ones share the place and stay in this order.

    days: one list for each match or evening; teams that are not in `teams` are left out.
    """
    own: dict[str, list[TeamDay]] = {team: [] for team in teams}
    for day in days:
        for row in day:
            if row.team in own:
                own[row.team].append(row)
    rows = [
        (
            sum((row.points for row in each), NOTHING),
            sum((row.game_points for row in each), NOTHING),
            sum((row.won for row in each), NOTHING),
        )
        for each in own.values()
    ]
    lines = [
        TeamLine(
            team=team,
            place=place,
            points=figures[0],
            against=sum((row.against for row in own[team]), NOTHING),
            game_points=figures[1],
            days_won=figures[2],
            played=sum(row.played for row in own[team]),
            decided_by=_decided(figures, rows),
        )
        for team, figures, place in zip(teams, rows, _places_of(rows), strict=True)
    ]
    return sorted(lines, key=lambda line: line.place)


def _places_of(rows: Sequence[Figures]) -> list[int]:
    return [1 + sum(other > row for other in rows) for row in rows]


def _part_of_first(place: int, places: Sequence[int]) -> Fraction:
    """Return the part of the first place that a team with this place has."""
    return Fraction(1, places.count(1)) if place == 1 else NOTHING


def _decided(row: Figures, rows: Sequence[Figures]) -> str:
    """Return the first figure that no other row shares after the figures before."""
    for length, name in enumerate(FIGURES, 1):
        if sum(other[:length] == row[:length] for other in rows) == 1:
            return name
    return SHARED
