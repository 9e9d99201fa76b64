"""What goes wrong on a rehearsed evening: as much as its size says, the same for the same seed."""

from __future__ import annotations

from collections import Counter

import pytest

from tournaments.rules.rehearsal import FOUND, MOST_WRONG, Chance, Incidents, Sitting, incidents, late_comers


def tables(count: int, *, seats: int = 4, deals: int = 4) -> list[Sitting]:
    return [Sitting(number, seats, deals) for number in range(1, count + 1)]


def test_the_same_seed_goes_wrong_in_the_same_way_and_another_in_another() -> None:
    first = incidents(1, tables(6), 7, last=False)
    assert first == incidents(1, tables(6), 7, last=False)
    assert len({incidents(1, tables(6), seed, last=False) for seed in range(20)}) == 20
    assert late_comers(22, 3, 7) == late_comers(22, 3, 7)


def test_on_a_calm_evening_nothing_goes_wrong() -> None:
    assert incidents(1, tables(6), 7, last=False, calm=True) == Incidents()
    assert late_comers(22, 3, 7, calm=True) == {}


def test_nobody_comes_late_to_an_evening_of_one_round_or_to_a_small_one() -> None:
    assert late_comers(22, 1, 7) == {}
    assert late_comers(6, 3, 7) == {}


def test_whoever_is_late_is_there_for_half_of_the_evening() -> None:
    for seed in range(50):
        rounds = set(late_comers(44, 6, seed).values())
        assert rounds <= {2, 3}
    assert Counter(len(late_comers(44, 6, seed)) for seed in range(5)) == {4: 5}


@pytest.mark.parametrize("seed", range(30))
def test_what_goes_wrong_is_at_the_tables_that_there_are(seed: int) -> None:
    there = [Sitting(1, 4, 3), Sitting(2, 4, 3), Sitting(3, 3, 5)]
    for number in (1, 2, 3):
        found = incidents(number, there, seed, last=number == 3)
        seats = {(at.table, seat) for at in there for seat in range(at.seats)}
        deals = {(at.table, deal) for at in there for deal in range(1, at.deals + 1)}
        assert {(one.table, one.seat) for one in found.missing} <= seats
        assert {(one.table, one.seat) for one in found.penalties} <= seats
        assert set(found.leaving) <= seats
        assert {(one.table, one.deal) for one in found.mistakes} <= deals
        assert len({one.table for one in found.missing}) == len(found.missing)
        assert all(one.chips < 0 for one in found.penalties)
        if number == 3:
            assert not found.leaving


def test_an_evening_has_as_much_trouble_as_it_is_large() -> None:
    small = [incidents(2, tables(5), seed, last=False) for seed in range(200)]
    large = [incidents(2, tables(50), seed, last=False) for seed in range(200)]

    def mean(of: list[Incidents], what: str) -> float:
        return sum(len(getattr(one, what)) for one in of) / len(of)

    assert 0.5 < mean(small, "missing") < 1.2
    assert 7 < mean(large, "missing") < 9.5
    assert 1 < mean(small, "mistakes") < 1.7
    assert 12.5 < mean(large, "mistakes") < 14
    assert {one.found for round_ in large for one in round_.mistakes} == set(FOUND)


def test_in_the_first_round_a_director_sees_somebody_missing_and_a_deal_corrected() -> None:
    for seed in range(30):
        found = incidents(1, tables(2), seed, last=False)
        assert found.missing
        assert found.mistakes
        assert found.penalties


def test_a_round_of_hundreds_has_no_more_wrong_deals_than_can_be_corrected_in_a_step() -> None:
    hall = [Sitting(number, 4, 12) for number in range(1, 126)]
    assert len(incidents(1, hall, 1, last=False).mistakes) == MOST_WRONG


def test_chance_draws_each_once() -> None:
    chance = Chance(1, "a word")
    assert sorted(chance.some(range(5), 9)) == [0, 1, 2, 3, 4]
    assert {chance.below(3) for _ in range(60)} == {0, 1, 2}
