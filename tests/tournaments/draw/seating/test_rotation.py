"""Rounds by turning."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.draw.seating.counting import assert_seats_everybody, weighted_repeats
from tournaments.draw.rules.known import is_sure, pairs, rotated


@given(st.integers(1, 40), st.integers(2, 8), st.integers(1, 12))
def test_nobody_meets_twice(tables: int, size: int, rounds: int) -> None:
    plan = rotated(tables, size, rounds)
    assert 1 <= len(plan) <= rounds
    assert_seats_everybody(plan, [size] * tables)
    assert weighted_repeats(plan) == 0


@given(st.integers(3, 8), st.integers(1, 12))
def test_all_rounds_where_nobody_is_turned_all_the_way_round(size: int, rounds: int) -> None:
    tables = (size - 1) * (rounds - 1) + 1
    assert is_sure(tables, size, rounds)
    assert not is_sure(tables - 1, size, rounds) or rounds == 1
    assert len(rotated(tables, size, rounds)) == rounds


@given(st.integers(1, 30))
def test_at_tables_of_two_everybody_meets_everybody(tables: int) -> None:
    rounds = pairs(tables, 100)
    assert len(rounds) == 2 * tables - 1
    assert_seats_everybody(rounds, [2] * tables)
    assert weighted_repeats(rounds) == 0
