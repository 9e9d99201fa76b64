"""The schedules kept as data: each is counted anew."""

from __future__ import annotations

import pytest

from tests.cases import cases
from tests.tournaments.rules.seating.counting import assert_seats_everybody, weighted_repeats
from tournaments.draw.rules.known import decode, everything, name_of, sizes_of

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
