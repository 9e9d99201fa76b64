"""Finite fields, and the rounds made of them."""

from __future__ import annotations

from itertools import product
from math import prod

from hypothesis import given
from hypothesis import strategies as st

from tests.cases import cases
from tests.tournaments.rules.seating.counting import assert_seats_everybody, weighted_repeats
from tournaments.rules.seating.known.fields import FiniteField, longest, prime_powers, schedule


@cases("order", [2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 25, 27])
def test_it_is_a_field(order: int) -> None:
    field = FiniteField(order)
    elements = range(order)
    for a in elements:
        assert field.add(a, 0) == a
        assert field.multiply(a, 1) == a
        assert {field.add(a, b) for b in elements} == set(elements)
        if a:
            assert {field.multiply(a, b) for b in elements} == set(elements)
    for a, b in product(elements, repeat=2):
        assert field.add(a, b) == field.add(b, a)
        assert field.multiply(a, b) == field.multiply(b, a)
    for a, b, c in product(elements, elements, range(min(order, 9))):
        assert field.add(field.add(a, b), c) == field.add(a, field.add(b, c))
        assert field.multiply(field.multiply(a, b), c) == field.multiply(a, field.multiply(b, c))
        assert field.multiply(a, field.add(b, c)) == field.add(field.multiply(a, b), field.multiply(a, c))


def test_in_the_field_of_four_no_element_is_two() -> None:
    field = FiniteField(4)
    assert [field.add(a, a) for a in range(4)] == [0, 0, 0, 0]
    assert field.multiply(2, 3) == 1


@given(st.integers(1, 100_000))
def test_a_number_is_the_product_of_its_prime_powers(number: int) -> None:
    powers = prime_powers(number)
    assert prod(powers) == number
    for power in powers:
        prime = next(p for p in range(2, power + 1) if power % p == 0)
        assert prime ** power.bit_length() % power == 0


@given(st.integers(1, 32), st.integers(2, 8))
def test_nobody_meets_twice(tables: int, size: int) -> None:
    rounds = schedule(tables, size, tables + 1)
    assert len(rounds) == longest(tables, size)
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
    assert len(schedule(tables, size, 100)) == rounds


def test_no_extra_rounds_are_returned() -> None:
    assert len(schedule(16, 4, 3)) == 3
    assert len(schedule(16, 4, 16)) == 16
