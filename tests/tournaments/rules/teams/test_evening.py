"""The best k people of a team on an evening."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.tournaments.rules.teams.days import columns
from tournaments.core.rules.refusals import Refusal
from tournaments.teams.rules.evening import PersonResult, TeamSum, sums_of_best


def of(team: str, *points: float | Fraction) -> list[PersonResult]:
    """Return results of so many people of a team."""
    return [PersonResult(f"{team}{number}", team, Fraction(own)) for number, own in enumerate(points, 1)]


def places(lines: list[TeamSum]) -> list[Any]:
    """Return team, place and points of each line."""
    return columns(lines, "team", "place", "points")


def counted(line: TeamSum) -> Any:
    """Return the results that count, and the struck ones."""
    return line.counted, line.struck


def test_the_best_k_of_each_team_are_added() -> None:
    lines = sums_of_best([*of("A", 10, 3, 7, -5), *of("B", 9, 9)], ["A", "B"], best=2)
    assert places(lines) == [("B", 1, 18), ("A", 2, 17)]
    assert counted(lines[1]) == (((("A1",), 10), (("A3",), 7)), ((("A2",), 3), (("A4",), -5)))
    assert [line.decided_by for line in lines] == ["points", "points"]


def test_a_league_can_rank_whole_teams_only() -> None:
    lines = sums_of_best([*of("A", -1, -2), *of("B", 50)], ["A", "B"], best=2, whole=True)
    assert columns(lines, "team", "ranked", "decided_by") == [
        ("A", True, "whole"),
        ("B", False, "whole"),
    ]


def test_a_team_without_anybody_is_not_ranked_even_where_others_lost() -> None:
    lines = sums_of_best(of("A", -20), ["B", "A"], best=2)
    assert columns(lines, "team", "ranked") == [("A", True), ("B", False)]


def test_of_equal_sums_the_better_best_result_decides() -> None:
    lines = sums_of_best([*of("A", 5, 5), *of("B", 8, 2), *of("C", 2, 8)], ["A", "B", "C"], best=2)
    assert places(lines) == [("B", 1, 10), ("C", 1, 10), ("A", 3, 10)]
    assert [line.decided_by for line in lines] == ["shared", "shared", "best_result"]


def test_a_substitute_and_the_person_before_are_one_result() -> None:
    shared = [
        PersonResult("Anna", "A", Fraction(4), place="1"),
        PersonResult("Ben", "A", Fraction(6), place="1"),
        PersonResult("Carla", "A", Fraction(9), place="2"),
    ]
    (line,) = sums_of_best(shared, ["A"], best=1)
    assert counted(line) == (((("Anna", "Ben"), 10),), ((("Carla",), 9),))


def test_nobody_counts_for_two_teams() -> None:
    twice = [PersonResult("Anna", "A", Fraction(1)), PersonResult("Anna", "B", Fraction(1))]
    with pytest.raises(Refusal) as refusal:
        sums_of_best(twice, ["A", "B"], best=1)
    assert refusal.value.code == "counts_for_two_teams"


def test_somebody_must_count() -> None:
    with pytest.raises(Refusal) as refusal:
        sums_of_best([], ["A"], best=0)
    assert refusal.value.code == "best_of_nobody"
