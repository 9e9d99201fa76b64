"""Counting a match day of teams: series points, match points, places."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.cases import cases
from tests.tournaments.teams.rules.days import LEAGUE, columns, line_ups_of, skat_league_day, sums, teams
from tournaments.core.rules.refusals import Refusal
from tournaments.teams.rules.lineups import LineUp, MatchRules, Place, check_match_rules
from tournaments.teams.rules.results import (
    PersonResult,
    TeamDay,
    count_match,
    count_series,
    sums_of_best,
    team_table,
)

FOUR = teams(4, 4, 4, 4)


def points_of(*totals: float) -> list[Fraction]:
    """Return the series points of teams with these sums."""
    line_ups = teams(*(4 for _ in totals))
    return [line.points for line in count_series(1, line_ups, sums(line_ups, *totals), LEAGUE)]


class TestASkatLeague:
    """The kept match day: three substitutions, one team of three."""

    def test_the_match_day_is_met_exactly(self) -> None:
        day = skat_league_day()
        series = [
            {person: Fraction(points) for person, points in results.items()} for results in day["series"]
        ]
        lines = count_match(line_ups_of(day), series, LEAGUE)
        expected = day["expected"]
        assert {line.team: [own.game_points for own in line.series] for line in lines} == expected[
            "game_points"
        ]
        assert {line.team: [f"{own.points}:{3 - own.points}" for own in line.series] for line in lines} == (
            expected["series_points"]
        )
        assert [
            {
                "place": line.place,
                "team": line.team,
                "match_points": f"{line.points}:{line.against}",
                "game_points": line.game_points,
            }
            for line in lines
        ] == expected["day"]


def test_five_teams_share_ten_points_in_a_series_and_three_share_three() -> None:
    assert points_of(5, 4, 3, 2, 1) == [4, 3, 2, 1, 0]
    assert points_of(3, 2, 1) == [2, 1, 0]


def test_equal_teams_share_the_points_of_their_places() -> None:
    assert points_of(40, 40, 20, 10) == [Fraction(5, 2), Fraction(5, 2), 1, 0]
    assert points_of(10, 40, 10, 10) == [1, 3, 1, 1]
    assert points_of(7, 7, 7, 7) == [Fraction(3, 2)] * 4


def test_the_empty_place_of_a_team_of_three_counts_nothing() -> None:
    line_ups = teams(3, 4, 4, 4)
    results = {
        f"{team}{place}": Fraction(-10 if team == "A" else -9) for team in "ABCD" for place in (1, 2, 3, 4)
    }
    lines = count_series(1, line_ups, results, LEAGUE)
    assert columns(lines, "people", "game_points") == [(3, -30), (4, -36), (4, -36), (4, -36)]
    assert lines[0].points == 3


class TestATeamThatDoesNotPlay:
    ABSENT = [*teams(4, 4, 4), LineUp("D")]

    def test_it_gets_no_points_and_the_others_play_for_the_first_places(self) -> None:
        results = {**sums(teams(4, 4, 4), 10, 20, 30), "D1": Fraction(99)}
        lines = count_series(1, self.ABSENT, results, LEAGUE)
        assert columns(lines, "points", "plays", "game_points", "place") == [
            (1, True, 10, 3),
            (2, True, 20, 2),
            (3, True, 30, 1),
            (0, False, 0, 4),
        ]

    def test_it_plays_from_the_series_in_which_a_third_person_is_there(self) -> None:
        late = LineUp("D", (Place(1, "D1"), Place(2, "D2"), Place(3, "D3", 2)))
        line_ups = [*teams(4, 4, 4), late]
        series = [sums(line_ups, 10, 20, 30, 99)] * 2
        own = next(line for line in count_match(line_ups, series, LEAGUE) if line.team == "D").series
        assert columns(own, "plays", "points") == [(False, 0), (True, 3)]

    def test_it_stands_behind_a_team_that_lost_every_series(self) -> None:
        line_ups = [LineUp("D"), *teams(4, 4)]
        lines = count_match(line_ups, [sums(teams(4, 4), -10, 5)], MatchRules(points=(2000, 0, 0)))
        assert columns(lines, "team", "place") == [("B", 1), ("A", 2), ("D", 3)]


def test_a_league_can_give_other_points() -> None:
    rules = MatchRules(points=(5000, 2500))
    line_ups = teams(4, 4, 4)
    assert [line.points for line in count_series(1, line_ups, sums(line_ups, 3, 2, 1), rules)] == [
        5,
        Fraction(5, 2),
        0,
    ]


@cases(
    ("rules", "code"),
    [
        (MatchRules(size=0, least=0), "match_rule_out_of_range"),
        (MatchRules(series=0), "match_rule_out_of_range"),
        (MatchRules(substitutions=-1), "match_rule_out_of_range"),
        (MatchRules(points=(-1,)), "match_rule_out_of_range"),
        (MatchRules(size=2, least=3), "match_least_above_size"),
        (MatchRules(points=(1000, 2000)), "match_points_rising"),
    ],
)
def test_rules_that_make_no_sense_are_refused(rules: MatchRules, code: str) -> None:
    with pytest.raises(Refusal) as refusal:
        check_match_rules(rules)
    assert refusal.value.code == code


def day(*series: tuple[float, ...]) -> list[TeamDay]:
    """Return a match day of four teams with these sums in each series."""
    return count_match(FOUR, [sums(FOUR, *totals) for totals in series], LEAGUE)


def test_match_points_and_game_points_are_added() -> None:
    lines = team_table("ABCD", [day((40, 30, 20, 10)), day((40, 10, 20, 30), (1, 2, 3, 4))])
    assert columns(lines, "team", "place", "points", "against", "game_points") == [
        ("A", 1, 6, 3, 81),
        ("D", 2, 5, 4, 44),
        ("C", 3, 4, 5, 43),
        ("B", 4, 3, 6, 42),
    ]
    assert {line.played for line in lines} == {2}


def test_game_points_separate_equal_points() -> None:
    lines = team_table("ABCD", [day((40, 30, 20, 10)), day((11, 25, 30, 42))])
    assert columns(lines, "team", "place", "points", "game_points", "decided_by") == [
        ("B", 1, 3, 55, "game_points"),
        ("D", 2, 3, 52, "game_points"),
        ("A", 3, 3, 51, "game_points"),
        ("C", 4, 3, 50, "game_points"),
    ]


def test_teams_that_are_equal_in_all_share_the_place_and_keep_their_order() -> None:
    lines = team_table(["B", "A", "C"], [[TeamDay(team, 1, Fraction(2)) for team in "ABC"]])
    assert columns(lines, "team", "place", "decided_by") == [
        ("B", 1, "shared"),
        ("A", 1, "shared"),
        ("C", 1, "shared"),
    ]


def test_an_absent_team_has_played_no_day_and_won_none() -> None:
    line_ups = [*FOUR[:3], LineUp("D")]
    rows = count_match(line_ups, [sums(FOUR[:3], 3, 2, 1)], LEAGUE)
    assert columns(rows, "team", "played", "won") == [
        ("A", True, 1),
        ("B", True, 0),
        ("C", True, 0),
        ("D", False, 0),
    ]


def test_sums_of_the_best_make_a_table_too() -> None:
    results = [
        PersonResult("Anna", "A", Fraction(5, 2)),
        PersonResult("Ben", "A", Fraction(-9)),
        PersonResult("Carla", "B", Fraction(2)),
    ]
    evening = sums_of_best(results, ["A", "B", "C"], best=1)
    lines = team_table("ABC", [evening, evening])
    assert columns(lines, "team", "points", "days_won", "played") == [
        ("A", 5, 2, 2),
        ("B", 4, 0, 2),
        ("C", 0, 0, 0),
    ]


def of(team: str, *points: float | Fraction) -> list[PersonResult]:
    """Return results of so many people of a team."""
    return [PersonResult(f"{team}{number}", team, Fraction(own)) for number, own in enumerate(points, 1)]


def test_the_best_k_of_each_team_are_added() -> None:
    lines = sums_of_best([*of("A", 10, 3, 7, -5), *of("B", 9, 9)], ["A", "B"], best=2)
    assert columns(lines, "team", "place", "points") == [("B", 1, 18), ("A", 2, 17)]
    assert lines[1].counted == (("A1",), ("A3",))


def test_a_team_without_anybody_is_not_ranked_even_where_others_lost() -> None:
    assert columns(sums_of_best(of("A", -20), ["B", "A"], best=2), "team", "place") == [("A", 1)]


def test_of_equal_sums_the_better_best_result_decides() -> None:
    lines = sums_of_best([*of("A", 5, 5), *of("B", 8, 2), *of("C", 2, 8)], ["A", "B", "C"], best=2)
    assert columns(lines, "team", "place", "won") == [
        ("B", 1, Fraction(1, 2)),
        ("C", 1, Fraction(1, 2)),
        ("A", 3, 0),
    ]


def test_a_substitute_and_the_person_before_are_one_result() -> None:
    shared = [
        PersonResult("Anna", "A", Fraction(4), place="1"),
        PersonResult("Ben", "A", Fraction(6), place="1"),
        PersonResult("Carla", "A", Fraction(9), place="2"),
    ]
    (line,) = sums_of_best(shared, ["A"], best=1)
    assert columns([line], "counted", "points") == [((("Anna", "Ben"),), 10)]
