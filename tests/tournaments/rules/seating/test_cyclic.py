"""Plans that turn in a circle: what a search of one round finds for all of them."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.draw.rules.recipes import cut, shuffled
from tournaments.draw.rules.search.cyclic import Circle, Kinds, circles_for, search, unfold
from tournaments.draw.rules.search.prices import SeatingProblem, costs
from tournaments.draw.rules.search.problems import chance_of
from tournaments.events.rules.tables import split


@pytest.mark.parametrize(
    ("players", "size", "rounds", "circle"),
    [
        (15, 3, 7, Circle(7, 2, 1)),
        (24, 4, 7, Circle(7, 3, 1)),
        (23, 4, 7, Circle(7, 3, 1)),
        (29, 4, 8, Circle(9, 3, 1)),
        (32, 4, 8, Circle(8, 4, 1)),
        (27, 3, 12, Circle(12, 2, 1)),
    ],
    ids=["the schoolgirls", "24 at four", "23 at four", "29 at four", "32 at four", "27 at three"],
)
def test_the_search_finds_a_plan_without_repeats_that_shuffles_miss(
    players: int, size: int, rounds: int, circle: Circle
) -> None:
    problem = SeatingProblem(players, tuple(split(players, size, 3, 6)), rounds)
    assert circle in circles_for(players, len(problem.sizes), rounds)
    plan, moves = search(problem, circle, chance_of(0, 0), 200_000, 0)
    assert costs(problem, plan).q == 0
    assert len(plan) == rounds
    assert moves < 200_000


@settings(max_examples=40, deadline=None)
@given(st.integers(8, 40), st.integers(3, 6), st.integers(2, 9), st.integers(0, 2**32))
def test_a_turned_plan_seats_everybody_and_costs_what_was_counted(
    players: int, size: int, rounds: int, seed: int
) -> None:
    sizes = tuple(split(players, size, 3, 6))
    for circle in circles_for(players, len(sizes), rounds):
        chance = chance_of(seed, 0)
        whole = circle.turn * circle.base
        base = [cut(shuffled(players, chance), sizes) for _ in range(circle.base)]
        turned = unfold(base, circle, whole)
        assert len(turned) == whole
        assert turned[0] == base[0]
        for tables in turned:
            assert Counter(player for table in tables for player in table) == Counter(range(players))
            assert [len(table) for table in tables] == list(sizes)
        _, total = Kinds(players, circle).count(base)
        problem = SeatingProblem(players, sizes, whole)
        assert 2 * costs(problem, turned).q == circle.turn * total
        plan, moves = search(problem, circle, chance, 300, 0)
        assert (len(plan), moves <= 300) == (whole, True)
