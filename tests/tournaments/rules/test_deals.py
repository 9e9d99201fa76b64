"""How many deals a table plays: so many at each table, or so many for each seat."""

from __future__ import annotations

import pytest

from tournaments.core.rules.refusals import Refusal
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
