"""Table sizes: spec/domain.md, "Table sizes"."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import cases
from tournaments.core.rules.refusals import Refusal
from tournaments.events.rules.tables import split


@cases(
    ("players", "tables"),
    [
        (3, [3]),
        (4, [4]),
        (5, [5]),
        (6, [3, 3]),
        (7, [4, 3]),
        (9, [3, 3, 3]),
        (14, [4, 4, 3, 3]),
        (17, [4, 4, 3, 3, 3]),
        (22, [4, 4, 4, 4, 3, 3]),
    ],
)
def test_tables_near_four_with_three_to_six_seats(players: int, tables: list[int]) -> None:
    assert split(players, 4, 3, 6) == tables


@given(st.integers(3, 500), st.integers(3, 6))
def test_from_three_players_up_everybody_has_a_seat(players: int, size: int) -> None:
    sizes = split(players, size, 3, 6)
    assert sum(sizes) == players
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] - sizes[-1] <= 1
    assert all(3 <= seats <= 6 for seats in sizes)


@given(st.integers(1, 60), st.integers(2, 10), st.integers(0, 4), st.integers(0, 4))
def test_it_refuses_exactly_the_impossible_numbers_of_players(
    players: int, least: int, above: int, further: int
) -> None:
    size, most = least + above, least + above + further
    possible = any(tables * least <= players <= tables * most for tables in range(1, players + 1))
    if possible:
        sizes = split(players, size, least, most)
        assert least <= sizes[-1] <= sizes[0] <= most
    else:
        with pytest.raises(Refusal) as refusal:
            split(players, size, least, most)
        assert refusal.value.code == ("too_few_players" if players < least else "players_do_not_fit")


def test_the_refusal_says_how_many_players_are_missing() -> None:
    with pytest.raises(Refusal, match="at least 1") as refusal:
        split(2, 4, 3, 6)
    assert refusal.value.code == "too_few_players"
    assert refusal.value.params == {"least": 3, "players": 2, "missing": 1}


def test_the_refusal_of_a_number_suggests_the_nearest_valid_ones() -> None:
    with pytest.raises(Refusal) as refusal:
        split(5, 4, 4, 4)
    assert refusal.value.code == "players_do_not_fit"
    assert str(refusal.value) == (
        "5 players cannot be seated at tables of 4 to 4. "
        "Play with 4 or 8 players, or allow tables of up to 5."
    )


@pytest.mark.parametrize(("size", "least", "most"), [(4, 5, 6), (7, 3, 6), (4, 1, 6)])
def test_limits_that_contradict_each_other_are_refused(size: int, least: int, most: int) -> None:
    with pytest.raises(Refusal) as refusal:
        split(12, size, least, most)
    assert refusal.value.code == "bad_table_sizes"
