"""Finite fields, and the rounds made of them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.cases import cases
from tests.tournaments.rules.seating.counting import assert_seats_everybody, weighted_repeats
from tournaments.draw.rules.known import rounds_of_field


@given(st.integers(1, 32), st.integers(2, 8))
def test_nobody_meets_twice(tables: int, size: int) -> None:
    rounds = rounds_of_field(tables, size, tables + 1)
    assert len(rounds) in (0, tables + (tables % size == 0))
    assert_seats_everybody(rounds, [size] * tables)
    assert weighted_repeats(rounds) == 0


@cases(
    ("tables", "size", "rounds"),
    [
        (8, 4, 9),
        (9, 5, 9),
        (9, 3, 10),
        (16, 4, 17),
        (5, 5, 6),
        (15, 3, 16),
        (20, 4, 21),
        (6, 3, 0),
        (4, 5, 0),
        (1, 3, 0),
    ],
)
def test_as_many_rounds_as_tables_and_one_more_where_the_columns_can_be_divided(
    tables: int, size: int, rounds: int
) -> None:
    assert len(rounds_of_field(tables, size, 100)) == rounds
