"""How many deals a table plays: so many at each table, or so many for each seat."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tournaments.core.rules.refusals import Refusal
from tournaments.events.rules.spreads import LIMITS, PURSE, ROUNDS, Table, spreads_of, weights
from tournaments.events.rules.tables import SEAT, Deals, check_deals, deals_after


def test_every_table_plays_as_many_deals_or_everybody_deals_equally_often() -> None:
    assert [Deals(8).at(seats) for seats in (3, 4, 5)] == [8, 8, 8]
    assert [Deals(2, SEAT).at(seats) for seats in (3, 4, 5)] == [6, 8, 10]
    assert (Deals(8).each, Deals(2, SEAT).each) == (None, 2)


def test_a_table_that_changes_its_size_gets_the_deals_of_its_new_size() -> None:
    assert deals_after(8, 3, None) == 8
    assert deals_after(8, 3, 2) == 6


@pytest.mark.parametrize(("deals", "most"), [(Deals(200), 6), (Deals(33, SEAT), 6), (Deals(20, SEAT), 10)])
def test_a_table_may_play_up_to_two_hundred_deals(deals: Deals, most: int) -> None:
    check_deals(deals, most)


def test_more_deals_than_a_table_can_play_are_refused_with_the_greatest_number() -> None:
    with pytest.raises(Refusal) as refusal:
        check_deals(Deals(34, SEAT), 6)
    assert refusal.value.code == "round_too_long"
    assert refusal.value.detail == (
        "If everybody deals 34 times, a table of 6 plays 204 deals, and 200 are the most. Let everybody deal "
        "at most 33 times, or choose smaller tables."
    )


def cells(start: int) -> dict[str, dict[str, list[int]]]:
    """Spreads that say where they stand: the limit, the seats, the deals of a round."""
    return {
        str(limit): {
            str(seats): [start + 100_000 * limit + 100 * seats + deals for deals in ROUNDS]
            for seats in (3, 4, 6)
        }
        for limit in LIMITS
    }


TABLE: Table = {
    "pagat": {"credit": cells(0), "table": cells(50_000)},
    "hoffmann": {"credit": cells(20_000), "table": cells(70_000)},
}


TWELVE = Deals(12)


def found(seats: int, deals: Deals = TWELVE, preset: str = "pagat", chips: int = 0, **changed: Any) -> int:
    rules = {"players": [3, 6], "bet_limit": 10, "purse": "table" if chips else "credit", **changed}
    return spreads_of(TABLE, preset, rules, chips, deals)[seats]


def test_the_nearest_limit_and_size_are_taken_and_the_length_is_between_the_measured_ones() -> None:
    assert found(3) == 1_000_312
    assert found(4, bet_limit=1) == 500_412
    assert found(4, bet_limit=14) == 1_000_412
    assert found(4, bet_limit=15) == 2_000_412
    assert found(4, bet_limit=None) == found(4, bet_limit=1_000) == 16_000_412
    assert found(8, players=[3, 8]) == 1_000_612
    lengths = (1, 2, 3, 7, 12, 18, 24, 200)
    assert [found(4, Deals(each)) for each in lengths] == [1_000_400 + min(each, 24) for each in lengths]
    assert (found(3, Deals(3, SEAT)), found(6, Deals(3, SEAT))) == (1_000_309, 1_000_618)


def test_presets_and_purses_have_their_own() -> None:
    assert found(4, preset="hoffmann") == 1_020_412
    assert found(4, preset="") == found(4), "without a preset"
    assert found(4, chips=PURSE) == found(4, chips=2 * PURSE) == 1_050_412
    assert found(4, chips=2 * PURSE + 1) == 1_000_412


def test_a_chip_at_a_table_of_three_counts_less_where_luck_moves_more() -> None:
    assert weights({3: 234_000, 4: 156_000}, 4) == {3: Fraction(2, 3), 4: 1}


def test_where_everybody_deals_equally_often_the_longer_round_of_a_larger_table_counts_too() -> None:
    # Nine seats play nine times as many deals as one seat would, four seats four times: 3 * 10 and 2 * 10.
    assert weights({4: 10_000, 9: 10_000}, 4, SEAT) == {4: 1, 9: Fraction(2, 3)}


@pytest.mark.parametrize("deals", ROUNDS)
def test_a_measured_length_is_taken_as_it_is(deals: int) -> None:
    assert found(6, Deals(deals)) == 1_000_600 + deals
