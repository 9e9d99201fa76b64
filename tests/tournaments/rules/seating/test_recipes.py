"""The best rounds known without a search."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.bench.seating import MOST_ROUNDS
from tests.cases import cases
from tests.tournaments.rules.seating.counting import assert_seats_everybody, small_times, weighted_repeats
from tournaments.draw.rules.known import everything, sizes_of
from tournaments.draw.rules.recipes import best_start, rounds_for
from tournaments.events.rules.tables import split


@cases(
    ("tables", "size", "most"),
    [(tables, size, most) for size, row in MOST_ROUNDS.items() for tables, most in row.items()],
)
def test_every_cell_of_the_best_known_table(tables: int, size: int, most: int) -> None:
    rounds = rounds_for([size] * tables, most, Random(1))
    assert rounds is not None
    assert len(rounds) == most
    assert_seats_everybody(rounds, [size] * tables)
    assert weighted_repeats(rounds) == 0


@cases(
    ("players", "most"),
    [
        *((players, 4) for players in (13, 14)),
        *((players, 5) for players in range(15, 20)),
        *((players, 7) for players in range(21, 25)),
        *((players, 8) for players in (25, 26)),
        *((players, 9) for players in range(27, 30)),
        *((players, 10) for players in (30, 31)),
        *((players, 11) for players in range(33, 37)),
        *((players, 12) for players in (37, 38)),
        (39, 13),
        (44, 14),
    ],
)
def test_tables_of_four_and_three_without_a_repeat(players: int, most: int) -> None:
    sizes = split(players, 4, 3, 6)
    rounds = rounds_for(sizes, most, Random(7))
    assert rounds is not None
    assert_seats_everybody(rounds, sizes)
    assert weighted_repeats(rounds) == 0


@settings(deadline=None)
@given(st.integers(3, 90), st.integers(3, 6), st.integers(1, 12), st.integers(0, 5))
def test_a_recipe_has_no_repeat_and_a_start_is_whole(players: int, size: int, rounds: int, seed: int) -> None:
    sizes = split(players, size, 3, 6)
    recipe, start = rounds_for(sizes, rounds, Random(seed)), best_start(sizes, rounds, Random(seed))
    for plan in (start, recipe or start):
        assert len(plan) == rounds
        assert_seats_everybody(plan, sizes)
    assert recipe is None or weighted_repeats(recipe) == weighted_repeats(start) == 0


def test_a_kept_schedule_with_repeats_is_the_start() -> None:
    kept = [(name, q, seats) for name, q, seats in everything() if q > 0]
    assert kept
    for name, q, seats in kept:
        sizes = sizes_of(name)
        rounds = len(seats) // sum(sizes)
        assert weighted_repeats(best_start(sizes, rounds, Random(2))) == q
        assert rounds_for(sizes, rounds, Random(2)) is None


def test_another_seed_is_another_draw_and_the_same_seed_the_same() -> None:
    draws = [rounds_for([4] * 7, 6, Random(seed)) for seed in (1, 1, 2)]
    assert draws[0] == draws[1] != draws[2]


@pytest.mark.parametrize(
    "players",
    [
        101,
        998,
        *(pytest.param(many, marks=pytest.mark.nightly) for many in (130, 250, 2_501, 10_000, 10_001)),
    ],
)
@pytest.mark.parametrize("size", [3, 4])
def test_a_large_event_meets_nobody_twice_and_shares_the_small_tables(players: int, size: int) -> None:
    sizes = split(players, size, 3, 6)
    rounds = rounds_for(sizes, 10, Random(3))
    assert rounds is not None
    assert_seats_everybody(rounds, sizes)
    assert weighted_repeats(rounds) == 0
    times = small_times(rounds)
    assert max(times) - min(times) <= 1
