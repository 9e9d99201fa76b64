"""The table of teams in a season."""

from __future__ import annotations

from fractions import Fraction

from tests.tournaments.rules.teams.days import LEAGUE, columns, sums, teams
from tournaments.teams.rules.evening import PersonResult, sums_of_best
from tournaments.teams.rules.lineups import LineUp
from tournaments.teams.rules.match import count_match
from tournaments.teams.rules.table import TeamDay, day_of_match, day_of_sums, team_table

FOUR = teams(4, 4, 4, 4)


def day(*series: tuple[float, ...]) -> list[TeamDay]:
    """Return a match day of four teams with these sums in each series."""
    return day_of_match(count_match(FOUR, [sums(FOUR, *totals) for totals in series], LEAGUE))


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
    lines = team_table(["B", "A", "C"], [[TeamDay(team, Fraction(2)) for team in "ABC"]])
    assert columns(lines, "team", "place", "decided_by") == [
        ("B", 1, "shared"),
        ("A", 1, "shared"),
        ("C", 1, "shared"),
    ]


def test_a_team_can_get_points_or_lose_them() -> None:
    lines = team_table("ABCD", [day((40, 30, 20, 10))], {"A": Fraction(-5, 2)})
    assert columns(lines, "team", "points", "credits") == [
        ("B", 2, 0),
        ("C", 1, 0),
        ("A", Fraction(1, 2), Fraction(-5, 2)),
        ("D", 0, 0),
    ]


def test_an_absent_team_has_played_no_day_and_won_none() -> None:
    line_ups = [*FOUR[:3], LineUp("D")]
    rows = day_of_match(count_match(line_ups, [sums(FOUR[:3], 3, 2, 1)], LEAGUE))
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
    evening = day_of_sums(sums_of_best(results, ["A", "B", "C"], best=1))
    lines = team_table("ABC", [evening, evening])
    assert columns(lines, "team", "points", "days_won", "played") == [
        ("A", 5, 2, 2),
        ("B", 4, 0, 2),
        ("C", 0, 0, 0),
    ]
