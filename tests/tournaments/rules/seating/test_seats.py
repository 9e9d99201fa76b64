"""Who deals first and who sits where."""

from __future__ import annotations

from itertools import permutations, product
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.rules.seating.seats import dealers, order


def cost(dealt: list[int], chosen: list[int] | tuple[int, ...]) -> int:
    counts = list(dealt)
    for player in chosen:
        counts[player] += 1
    return sum(count * count for count in counts)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.integers(0, 3), min_size=7, max_size=7),
    st.lists(st.lists(st.integers(0, 6), min_size=2, max_size=4, unique=True), min_size=1, max_size=5),
)
def test_first_deals_are_shared_as_fairly_as_the_tables_allow(
    dealt: list[int], tables: list[list[int]]
) -> None:
    chosen = dealers(dealt, tables)
    assert all(dealer in table for dealer, table in zip(chosen, tables, strict=True))
    assert cost(dealt, chosen) == min(cost(dealt, choice) for choice in product(*tables))


def test_in_rounds_planned_together_everybody_deals_once() -> None:
    chance = Random(3)
    tables = []
    for _ in range(4):
        players = chance.sample(range(20), 20)
        tables += [players[start : start + 4] for start in range(0, 20, 4)]
    assert sorted(dealers([0] * 20, tables)) == list(range(20))


@given(
    st.permutations(range(5)),
    st.lists(st.lists(st.integers(0, 4), min_size=5, max_size=5), min_size=5, max_size=5),
)
def test_behind_the_dealer_everybody_sits_where_they_sat_least(
    table: list[int], sat: list[list[int]]
) -> None:
    seated = order(table, table[2], sat)
    assert seated[0] == table[2]
    assert sorted(seated) == sorted(table)

    def often(others: tuple[int, ...] | list[int]) -> int:
        return sum(sat[player][seat] for seat, player in enumerate(others, 1))

    others = [player for player in table if player != table[2]]
    assert often(seated[1:]) == min(often(choice) for choice in permutations(others))


def test_a_table_of_ten_is_ordered_without_trying_every_order() -> None:
    sat = [[int(player == seat) for seat in range(10)] for player in range(10)]
    seated = order(range(10), 0, sat)
    assert all(player != seat for seat, player in enumerate(seated[1:], 1))
