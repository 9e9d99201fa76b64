"""Tables of two sizes from full ones."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.rules.seating.counting import assert_seats_everybody, weighted_repeats
from tournaments.draw.rules.known import rotated, rounds_of_field
from tournaments.draw.rules.recipes import punctured


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
    plane = rounds_of_field(4, 4, 5)
    assert len(plane) == 5
    assert len(punctured(plane, 1, 5, Random(0))) == 5
    plan = punctured(plane, 2, 5, Random(0))
    assert len(plan) == 4
    assert_seats_everybody(plan, [4, 4, 3, 3])
