"""Which table stands where."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.draw.rules.request import Pin, Request, Tables
from tournaments.draw.rules.seats import place_rounds


def ids(count: int) -> tuple[str, ...]:
    return tuple(f"p{number:03}" for number in range(count))


def shuffled(request: Request, chance: Random) -> list[Tables]:
    drawn = []
    for _ in range(request.rounds_left):
        order = chance.sample(request.players, len(request.players))
        drawn.append(tuple(tuple(order.pop() for _ in range(size)) for size in request.sizes))
    return drawn


def visits(rounds: list[Tables] | tuple[Tables, ...]) -> Counter[tuple[str, int]]:
    return Counter(
        (player, place) for tables in rounds for place, table in enumerate(tables) for player in table
    )


@settings(max_examples=200, deadline=None)
@given(
    st.integers(1, 5), st.integers(0, 3), st.integers(1, 6), st.booleans(), st.randoms(use_true_random=False)
)
def test_tables_stay_as_they_are_and_pins_are_kept(
    large: int, small: int, rounds: int, mix: bool, chance: Random
) -> None:
    sizes = (4,) * large + (3,) * small
    players = ids(sum(sizes))
    request = Request(
        players, sizes, rounds_left=rounds, pins=(Pin(players[3], table=len(sizes)),), mix_tables=mix
    )
    drawn = shuffled(request, chance)
    placed = place_rounds(request, drawn)
    assert len(placed) == rounds
    for before, after in zip(drawn, placed, strict=True):
        assert Counter(before) == Counter(after)
        assert players[3] in after[-1]
        others = [table for table in after if players[3] not in table]
        expected = [table for table in before if players[3] not in table]
        assert [len(table) for table in others] == [len(table) for table in expected]
        assert mix or others == expected


@settings(max_examples=100, deadline=None)
@given(st.integers(2, 8), st.integers(3, 6), st.integers(2, 8), st.randoms(use_true_random=False))
def test_nobody_always_sits_at_one_table(tables: int, size: int, rounds: int, chance: Random) -> None:
    """With two tables there is no choice to speak of: a table of each round goes here or there."""
    request = Request(ids(tables * size), (size,) * tables, rounds_left=rounds)
    times = visits(place_rounds(request, shuffled(request, chance)))
    if tables > 2 and rounds > 2:
        assert max(times.values()) < rounds


def test_the_first_of_two_tables_pinned_to_one_place_gets_it() -> None:
    tables: Tables = (tuple("abcd"), tuple("efgh"))
    pins = (Pin("a", table=2), Pin("e", table=2), Pin("h", table=7))
    assert place_rounds(Request(tuple("abcdefgh"), (4, 4), pins=pins), [tables]) == (tables[::-1],)


@pytest.mark.parametrize("players", [12, 16, 24, 40])
def test_a_rotation_goes_round_the_tables(players: int) -> None:
    """At most one visit more than if everybody were at every table equally often."""
    tables = players // 4
    request = Request(ids(players), (4,) * tables, rounds_left=tables)
    times = visits(place_rounds(request, shuffled(request, Random(players))))
    assert max(times.values()) <= 2


def test_a_hall_of_a_thousand_is_placed_without_anybody_coming_back() -> None:
    request = Request(ids(1000), (4,) * 250, rounds_left=10)
    assert max(visits(place_rounds(request, shuffled(request, Random(1)))).values()) == 1
