"""The best rounds known without a search."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cases import cases
from tests.tournaments.draw.seating.counting import assert_seats_everybody, small_times, weighted_repeats
from tournaments.draw.rules.known import decode, everything, kept_rounds, name_of, rotated, sizes_of
from tournaments.draw.rules.recipes import best_start, evened, punctured, rounds_for
from tournaments.events.rules.tables import split

MOST_ROUNDS = {
    3: dict(zip(range(2, 13), (1, 4, 4, 7, 8, 10, 11, 13, 14, 16, 17), strict=True)),
    4: dict(zip(range(2, 13), (1, 1, 5, 5, 7, 9, 10, 11, 13, 14, 15), strict=True)),
    5: dict(zip(range(2, 13), (1, 1, 1, 6, 6, 7, 8, 9, 9, 11, 12), strict=True)),
    6: dict(zip(range(2, 13), (1, 1, 1, 1, 3, 7, 8, 9, 8, 11, 13), strict=True)) | {14: 13, 15: 11, 20: 15},
}
"""The most known rounds without a repeat, by the size and the number of the tables."""


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


@cases(
    ("tables", "size", "rounds"),
    [
        (8, 4, 9),
        (9, 5, 9),
        (9, 3, 10),
        (16, 4, 17),
        (5, 5, 6),
        (15, 3, 16),
        (20, 4, 20),
        (13, 6, 13),
        (32, 6, 20),
    ],
)
def test_where_the_number_of_tables_has_few_divisors_there_are_many_rounds(
    tables: int, size: int, rounds: int
) -> None:
    assert rounds_for([size] * tables, rounds, Random(1)) is not None


@given(st.integers(1, 40), st.integers(2, 8), st.integers(1, 12))
def test_nobody_meets_twice_in_a_rotation(tables: int, size: int, most: int) -> None:
    rounds = rotated(tables, size, most)
    assert 1 <= len(rounds) <= most
    assert_seats_everybody(rounds, [size] * tables)
    assert weighted_repeats(rounds) == 0


@given(st.integers(3, 20), st.integers(3, 6), st.integers(1, 6), st.integers(0, 9), st.data())
def test_every_round_has_as_many_small_tables_as_players_were_taken_out(
    tables: int, size: int, rounds: int, seed: int, data: st.DataObject
) -> None:
    small = data.draw(st.integers(1, tables - 1))
    full = rotated(tables, size, rounds)
    plan = punctured(full, small, rounds, Random(seed))
    assert_seats_everybody(plan, [size] * (tables - small) + [size - 1] * small)
    assert weighted_repeats(plan) == 0


def test_a_round_is_omitted_if_all_players_meet_each_other() -> None:
    plane = kept_rounds([4] * 4)
    assert len(plane) == 5
    assert len(punctured(plane, 1, 5, Random(0))) == 5
    plan = punctured(plane, 2, 5, Random(0))
    assert len(plan) == 4
    assert_seats_everybody(plan, [4, 4, 3, 3])


def _unevenness(rounds: list[list[list[int]]]) -> int:
    times = small_times(rounds)
    return max(times) - min(times)


@settings(deadline=None)
@given(st.integers(5, 20), st.integers(3, 5), st.integers(2, 5), st.integers(0, 9), st.data())
def test_it_never_makes_two_meet_again_nor_the_small_seats_less_even(
    tables: int, size: int, rounds: int, seed: int, data: st.DataObject
) -> None:
    small = data.draw(st.integers(1, tables - 1))
    before = punctured(rotated(tables, size, rounds), small, rounds, Random(seed))
    kept = [[list(table) for table in grouping] for grouping in before]
    after = evened(before, Random(seed))
    assert before == kept
    assert_seats_everybody(after, [size] * (tables - small) + [size - 1] * small)
    assert weighted_repeats(after) == 0
    assert _unevenness(after) <= _unevenness(before)


def test_players_who_never_sat_at_a_small_table_get_a_turn() -> None:
    # Taken out of one column, 30 players leave 10 in it who never meet any of them.
    before = punctured(rotated(40, 4, 6), 30, 6, Random(2))
    assert min(small_times(before)) == 0
    assert _unevenness(before) > 1
    assert _unevenness(evened(before, Random(2))) == 1


KEPT = list(everything())


@cases(("name", "q", "seats"), KEPT)
def test_a_schedule_seats_everybody_and_repeats_as_much_as_is_written_beside_it(
    name: str, q: int, seats: str
) -> None:
    sizes = sizes_of(name)
    assert len(seats) % sum(sizes) == 0
    rounds = decode(name, seats)
    assert len(rounds) == len(seats) // sum(sizes)
    assert_seats_everybody(rounds, sizes)
    assert weighted_repeats(rounds) == q


def test_no_schedule_is_kept_twice_or_in_vain() -> None:
    rows = [(name, len(seats)) for name, _, seats in KEPT]
    assert len(rows) == len(set(rows))
    for name, _, seats in KEPT:
        without_repeat = [len(other) for same, q, other in KEPT if same == name and q == 0]
        assert len(seats) >= max(without_repeat, default=0)


@pytest.mark.parametrize(
    ("sizes", "name"), [([4, 4, 4], "3x4"), ([3, 4, 3, 4, 4], "3x4+2x3"), ([7], "1x7"), ([2, 3], "1x3+1x2")]
)
def test_tables_have_one_name_whatever_their_order(sizes: list[int], name: str) -> None:
    assert name_of(sizes) == name
    assert sizes_of(name) == sorted(sizes, reverse=True)
