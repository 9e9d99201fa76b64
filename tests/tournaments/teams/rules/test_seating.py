"""The seats of a match day of teams: mates apart, each opponent once, proved by counting."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import pytest

from tests.cases import cases
from tests.tournaments.teams.rules.days import LEAGUE, line_ups_of, skat_league_day, teams
from tournaments.core.rules.refusals import Refusal
from tournaments.draw.rules.certificate.audit import audit
from tournaments.draw.rules.draw import draw
from tournaments.draw.rules.request import Tables
from tournaments.teams.rules.lineups import LineUp, MatchRules, Place
from tournaments.teams.rules.seating import sizes_for, team_request

TABLES = (4, 3, 6)
"""Preferred, least and most seats."""


def rounds_of(line_ups: Sequence[LineUp], rules: MatchRules = LEAGUE, seed: int = 0) -> list[Tables]:
    """Return the series of a match day, each drawn after the one before, with its substitutes."""
    past: tuple[Tables, ...] = ()
    ahead: tuple[Tables, ...] = ()
    for number in range(1, rules.series + 1):
        plan = draw(team_request(line_ups, number, rules, TABLES, past, ahead, seed))
        past, ahead = (*past, plan.tables), plan.ahead
    return list(past)


def meetings(rounds: Sequence[Tables]) -> Counter[frozenset[str]]:
    """Return how often each two people sit at one table."""
    return Counter(
        frozenset(pair) for tables in rounds for table in tables for pair in combinations(table, 2)
    )


@pytest.mark.parametrize("seed", [0, 1, 2026])
def test_four_teams_of_four_meet_each_opponent_exactly_once_in_four_series(seed: int) -> None:
    rounds = rounds_of(teams(4, 4, 4, 4), seed=seed)
    for tables in rounds:
        assert [sorted(person[0] for person in table) for table in tables] == [["A", "B", "C", "D"]] * 4
    people = [f"{team}{place}" for team in "ABCD" for place in range(1, 5)]
    expected = {frozenset((a, b)): 1 for a, b in combinations(people, 2) if a[0] != b[0]}
    assert meetings(rounds) == expected
    assert all(sum(person in pair for pair in expected) == 12 for person in people)


@pytest.mark.parametrize(
    ("sizes", "rules", "tables"),
    [
        ((4, 4, 4), LEAGUE, [3, 3, 3, 3]),
        ((4, 4, 4, 3), LEAGUE, [4, 4, 4, 3]),
        ((5, 5, 5, 5), MatchRules(size=5, series=5), [4, 4, 4, 4, 4]),
        ((3, 3, 3), MatchRules(size=3, series=3), [3, 3, 3]),
    ],
)
def test_other_numbers_with_a_known_plan_meet_each_opponent_once(
    sizes: tuple[int, ...], rules: MatchRules, tables: list[int]
) -> None:
    line_ups = teams(*sizes)
    rounds = rounds_of(line_ups, rules)
    assert [[len(table) for table in one] for one in rounds] == [tables] * rules.series
    people = [person for line_up in line_ups for person in line_up.playing(1).values()]
    assert meetings(rounds) == {frozenset((a, b)): 1 for a, b in combinations(people, 2) if a[0] != b[0]}


@pytest.mark.parametrize(("series", "most"), [(3, 1), (5, 2), (8, 2)])
def test_fewer_or_more_series_keep_mates_apart_too(series: int, most: int) -> None:
    rules = MatchRules(series=series)
    plan = draw(team_request(teams(4, 4, 4, 4), 1, rules, TABLES, moves=100_000))
    met = meetings([plan.tables, *plan.ahead])
    assert len(plan.ahead) == series - 1
    assert all(len({person[0] for person in pair}) == 2 for pair in met)
    assert max(met.values()) == most


@cases(
    ("sizes", "tables", "most"),
    [
        ((4, 4, 3, 3), [4, 4, 3, 3], 2),
        ((4, 3, 3, 3), [4, 3, 3, 3], 2),
        ((3, 3, 3, 3), [4, 4, 4], 2),
        ((4,) * 6, [4] * 6, 1),
        ((4,) * 8, [4] * 8, 1),
        ((3,) * 12, [4] * 9, 1),
    ],
)
def test_the_search_keeps_mates_apart_for_all_other_numbers(
    sizes: tuple[int, ...], tables: list[int], most: int
) -> None:
    request = team_request(teams(*sizes), 1, LEAGUE, TABLES, moves=100_000)
    plan = draw(request)
    rounds = [plan.tables, *plan.ahead]
    assert len(rounds) == 4
    met = meetings(rounds)
    assert [[len(table) for table in one] for one in rounds] == [tables] * 4
    assert all(len({person[0] for person in pair}) == 2 for pair in met)
    assert max(met.values()) <= most


def test_the_certificate_proves_the_plan_and_counts_the_required_wishes() -> None:
    request = team_request(teams(4, 4, 4, 4), 1, LEAGUE, TABLES)
    certificate = audit(request, draw(request))
    assert certificate["faults"] == []
    assert (certificate["outlook"]["rounds"], certificate["outlook"]["q"]) == (4, 0)
    assert certificate["outlook"]["proved"]
    assert len(request.apart) == 24


def test_a_substitute_meets_the_opponents_whom_the_other_has_not_met() -> None:
    line_ups = line_ups_of(skat_league_day())
    place_of = {row.person: (line_up.team, row.number) for line_up in line_ups for row in line_up.places}
    rounds = rounds_of(line_ups)
    assert [sorted(map(len, tables)) for tables in rounds] == [[3, 4, 4, 4]] * 4
    met = Counter(
        frozenset((place_of[a], place_of[b]))
        for tables in rounds
        for table in tables
        for a, b in combinations(table, 2)
    )
    places = sorted(set(place_of.values()))
    assert met == {frozenset((a, b)): 1 for a, b in combinations(places, 2) if a[0] != b[0]}


def test_a_fourth_person_who_comes_late_gets_the_seats_of_the_empty_place() -> None:
    late = LineUp("D", (*teams(4, 4, 4, 3)[3].places, Place(4, "D4", 3)))
    rounds = rounds_of([*teams(4, 4, 4), late])
    assert [[len(table) for table in tables] for tables in rounds] == [[4, 4, 4, 3]] * 2 + [[4, 4, 4, 4]] * 2
    assert max(meetings(rounds).values()) == 1


@pytest.mark.parametrize("absent", range(4))
def test_a_team_that_comes_late_meets_nobody_twice(absent: int) -> None:
    line_ups = teams(4, 4, 4, 4)
    late = tuple(Place(row.number, row.person, 2) for row in line_ups[absent].places)
    line_ups[absent] = LineUp(line_ups[absent].team, late)
    rounds = rounds_of(line_ups)
    assert [len(table) for table in rounds[0]] == [3, 3, 3, 3]
    assert [[len(table) for table in tables] for tables in rounds[1:]] == [[4, 4, 4, 4]] * 3
    assert set(meetings(rounds).values()) == {1}


class TestTables:
    def test_there_are_as_many_as_the_largest_team_has_people(self) -> None:
        assert sizes_for([4, 4, 4], TABLES) == (3, 3, 3, 3)
        assert sizes_for([4, 4, 4, 4], (6, 3, 6)) == (4, 4, 4, 4)

    def test_no_table_has_more_seats_than_there_are_teams(self) -> None:
        assert sizes_for([6, 6, 6], (6, 3, 6)) == (3,) * 6

    @pytest.mark.parametrize("team_sizes", [[4, 4], [4], [5, 3, 3]])
    def test_too_few_teams_are_refused(self, team_sizes: list[int]) -> None:
        with pytest.raises(Refusal) as refusal:
            sizes_for(team_sizes, TABLES)
        assert refusal.value.code == "mates_need_tables"
