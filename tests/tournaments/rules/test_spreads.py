"""The spread of a table size, and what a chip is worth there."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tournaments.rules.deals import SEAT
from tournaments.rules.spreads import DEALS, sessions, spread, weights


@pytest.mark.parametrize("deals_each", [1, 7, 12, 200])
def test_whole_sessions_make_at_least_twenty_thousand_deals(deals_each: int) -> None:
    tables, each = sessions(deals_each)
    assert each == deals_each
    assert DEALS <= tables * each < DEALS + each


def test_a_spread_is_the_standard_deviation_per_root_of_a_deal_in_thousandths() -> None:
    # Two sessions of four deals at a table of two: 6, -6, 10, -10. The variance is 68, of a deal 17.
    assert spread(2, tables=2, deals=8, chips=0, squares=36 + 36 + 100 + 100) == 4123


def test_chips_that_all_lose_to_the_board_are_no_spread() -> None:
    # Everybody loses 5: no luck.
    assert spread(3, tables=4, deals=4, chips=-60, squares=12 * 25) == 1


def test_a_chip_at_a_table_of_three_counts_less_where_luck_moves_more() -> None:
    assert weights({3: 234_000, 4: 156_000}, 4) == {3: Fraction(2, 3), 4: 1}


def test_where_everybody_deals_equally_often_the_longer_round_of_a_larger_table_counts_too() -> None:
    # Nine seats play nine times as many deals as one seat would, four seats four times: 3 * 10 and 2 * 10.
    assert weights({4: 10_000, 9: 10_000}, 4, SEAT) == {4: 1, 9: Fraction(2, 3)}
