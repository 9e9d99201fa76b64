"""Incidents of a rehearsed evening: their number follows from its size, and the incidents from the seed."""

from __future__ import annotations

from collections import Counter

from tests.cases import cases
from tournaments.rules.rehearsal import (
    MOST_WRONG,
    NOTICED,
    Chance,
    Incidents,
    Sitting,
    incidents,
    late_comers,
)


def tables(count: int, *, seats: int = 4, deals: int = 4) -> list[Sitting]:
    return [Sitting(number, seats, deals) for number in range(1, count + 1)]


def test_the_same_seed_gives_the_same_incidents_and_another_seed_gives_others() -> None:
    first = incidents(1, tables(6), 7, last=False)
    assert first == incidents(1, tables(6), 7, last=False)
    assert len({incidents(1, tables(6), seed, last=False) for seed in range(20)}) == 20
    assert late_comers(22, 3, 7) == late_comers(22, 3, 7)


def test_a_calm_evening_has_no_incidents() -> None:
    assert incidents(1, tables(6), 7, last=False, calm=True) == Incidents()
    assert late_comers(22, 3, 7, calm=True) == {}


def test_nobody_comes_late_to_a_small_evening_or_to_one_round() -> None:
    assert late_comers(22, 1, 7) == {}
    assert late_comers(6, 3, 7) == {}


def test_late_players_come_in_the_first_half_of_the_evening() -> None:
    for seed in range(50):
        rounds = set(late_comers(44, 6, seed).values())
        assert rounds <= {2, 3}
    assert Counter(len(late_comers(44, 6, seed)) for seed in range(5)) == {4: 5}


@cases("seed", range(30))
def test_incidents_happen_at_existing_tables(seed: int) -> None:
    there = [Sitting(1, 4, 3), Sitting(2, 4, 3), Sitting(3, 3, 5)]
    for number in (1, 2, 3):
        round_incidents = incidents(number, there, seed, last=number == 3)
        seats = {(at.table, seat) for at in there for seat in range(at.seats)}
        deals = {(at.table, deal) for at in there for deal in range(1, at.deals + 1)}
        assert {(missing.table, missing.seat) for missing in round_incidents.missing} <= seats
        assert {(penalty.table, penalty.seat) for penalty in round_incidents.penalties} <= seats
        assert set(round_incidents.leaving) <= seats
        assert {(mistake.table, mistake.deal) for mistake in round_incidents.mistakes} <= deals
        assert len({missing.table for missing in round_incidents.missing}) == len(round_incidents.missing)
        assert all(penalty.chips < 0 for penalty in round_incidents.penalties)
        if number == 3:
            assert not round_incidents.leaving


def test_a_larger_evening_has_more_incidents() -> None:
    small = [incidents(2, tables(5), seed, last=False) for seed in range(200)]
    large = [incidents(2, tables(50), seed, last=False) for seed in range(200)]

    def mean(rounds: list[Incidents], kind: str) -> float:
        return sum(len(getattr(round_, kind)) for round_ in rounds) / len(rounds)

    assert 0.5 < mean(small, "missing") < 1.2
    assert 7 < mean(large, "missing") < 9.5
    assert 1 < mean(small, "mistakes") < 1.7
    assert 12.5 < mean(large, "mistakes") < 14
    assert {mistake.noticed for round_ in large for mistake in round_.mistakes} == set(NOTICED)


def test_the_first_round_has_a_missing_player_a_mistake_and_a_penalty() -> None:
    for seed in range(30):
        round_incidents = incidents(1, tables(2), seed, last=False)
        assert round_incidents.missing
        assert round_incidents.mistakes
        assert round_incidents.penalties


def test_the_wrong_deals_of_a_large_round_are_limited() -> None:
    hall = [Sitting(number, 4, 12) for number in range(1, 126)]
    assert len(incidents(1, hall, 1, last=False).mistakes) == MOST_WRONG


def test_chance_draws_each_item_once() -> None:
    chance = Chance(1, "a word")
    assert sorted(chance.some(range(5), 9)) == [0, 1, 2, 3, 4]
    assert {chance.below(3) for _ in range(60)} == {0, 1, 2}
