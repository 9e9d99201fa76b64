"""Small tables shared out evenly."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.rules.seating.counting import assert_seats_everybody, small_times, weighted_repeats
from tournaments.draw.rules.known import rotated
from tournaments.draw.rules.recipes import evened, punctured


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
