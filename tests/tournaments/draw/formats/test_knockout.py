"""Knockout: groups in a snake, the best go on, until the final table."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.draw.formats.results import in_this_order, letters, ranking
from tournaments.core.rules.refusals import Refusal
from tournaments.draw.rules.cut import fits, knockout_rounds
from tournaments.draw.rules.groups import Groups
from tournaments.draw.rules.knockout import first_round, next_round
from tournaments.events.rules.stages import StagePlan

STAGE = StagePlan("knockout")
SIXTEEN = "ABCDEFGHIJKLMNOP"


def codes(groups: Groups, table: int = 1) -> dict[str, list[str]]:
    return {reason["code"]: reason["players"] for reason in groups.reasons[table - 1]}


def test_sixteen_are_dealt_in_a_snake() -> None:
    """As at the World Boardgaming Championships: 1 8 9 16, 2 7 10 15, 3 6 11 14, 4 5 12 13."""
    groups = first_round([str(seed) for seed in range(1, 17)], STAGE)
    assert groups.tables == (
        ("1", "8", "9", "16"),
        ("2", "7", "10", "15"),
        ("3", "6", "11", "14"),
        ("4", "5", "12", "13"),
    )
    assert codes(groups, 2) == {"seeded_in_snake": ["2", "7", "10", "15"]}


def test_the_first_round_after_another_stage_separates_who_have_just_met() -> None:
    """A, E and H sat together, and B, F and G. G and H are of one row of the snake, so they change tables."""
    groups = first_round("ABCDEFGH", STAGE, mates=["AHCE", "BGDF"])
    assert letters(groups.tables) == ["ADEG", "BCFH"]
    assert codes(groups, 1)["parted_from_table"] == ["G"]
    assert "parted_from_table" not in codes(first_round("ABCDEFGH", STAGE, mates=["AB", "CD"]), 1)


@given(st.integers(6, 40), st.integers(0, 10_000))
def test_separating_keeps_one_player_of_each_row_of_seeds_at_a_table(players: int, seed: int) -> None:
    seeds = [str(number) for number in range(players)]
    plain = first_round(seeds, STAGE)
    mixed = Random(seed).sample(seeds, players)
    mates = [mixed[first : first + 4] for first in range(0, players, 4)]
    groups = first_round(seeds, STAGE, mates)
    together = [
        sum(
            len(set(table) & set(met)) * (len(set(table) & set(met)) - 1) for table in tables for met in mates
        )
        for tables in (plain.tables, groups.tables)
    ]
    assert together[1] <= together[0]
    assert list(map(len, groups.tables)) == list(map(len, plain.tables))
    rows = len(plain.tables)
    for table, before in zip(groups.tables, plain.tables, strict=True):
        assert sorted(int(one) // rows for one in table) == sorted(int(one) // rows for one in before)


def test_small_tables_go_to_the_higher_seeds_unless_the_stage_says_otherwise() -> None:
    groups = first_round(SIXTEEN[:14], STAGE)
    assert letters(groups.tables) == ["AHI", "BGJ", "CFKN", "DELM"]
    assert "small_to_high" in codes(groups, 1)
    assert "small_to_high" not in codes(groups, 3)
    low = first_round(SIXTEEN[:14], StagePlan("knockout", small_tables="low"))
    assert [len(table) for table in low.tables] == [4, 4, 3, 3]


def test_the_best_two_go_on_winners_before_seconds() -> None:
    """Four winners A B C D are seeded before the seconds; within each the higher score is first."""
    results = [
        ranking({"A": 5, "B": 1, "C": -3, "D": -3}),
        ranking({"E": 9, "F": 2, "G": -4, "H": -7}),
        ranking({"I": 4, "J": 3, "K": -2, "L": -5}),
        ranking({"M": 3, "N": 0, "O": -1, "P": -2}),
    ]
    groups = next_round(results, STAGE, set(SIXTEEN), SIXTEEN)
    assert groups.order == tuple("EAIMJFNB")
    assert letters(groups.tables) == ["EMJB", "AIFN"]
    assert codes(groups, 1) == {
        "won_the_table": ["E", "M"],
        "went_on": ["J", "B"],
        "parted_from_table": ["B"],
    }


def test_level_scores_are_seeded_by_the_standing_of_the_stage_then_by_seed() -> None:
    results = in_this_order("ABCD", "EFGH")
    assert next_round(results, STAGE, set("ABEF"), "ABEF", "FEBA").order == tuple("EAFB")
    assert next_round(results, STAGE, set("ABEF"), "ABEF").order == tuple("AEBF")


def test_seeds_of_the_beginning_are_kept_on_request() -> None:
    stage = StagePlan("knockout", reseed="original")
    results = in_this_order("PIBC", "NHLK", "DAFG", "EMJO")
    groups = next_round(results, stage, set(SIXTEEN), SIXTEEN)
    assert groups.order == tuple("ADEHIPNM")
    assert letters(groups.tables) == ["AHIM", "DEPN"]


def test_a_tie_for_the_last_place_that_goes_on_says_what_broke_it() -> None:
    results = [ranking({"A": 5, "B": (0, 1), "C": (0, 3), "D": -5}), *in_this_order("EFGH")]
    groups = next_round(results, STAGE, set("ABCDEFGH"), "ABCDEFGH")
    assert "C" in groups.order
    assert "B" not in groups.order
    assert codes(groups)["goes_on_by_out"] == ["C", "B"]


def test_a_player_who_left_is_replaced_from_the_same_table() -> None:
    results = in_this_order("ABCD", "EFGH")
    groups = next_round(results, STAGE, set("BCDEFGH"), "ABCDEFGH")
    assert groups.order == tuple("EBFC")
    assert codes(groups)["moved_up"] == ["C"]


def test_the_best_eliminated_players_fill_a_stage_with_too_few_players() -> None:
    stage = StagePlan("knockout", advance=1)
    results = [ranking({"A": 5, "B": 1, "C": -3, "D": -3}), ranking({"E": 9, "F": 2, "G": -4, "H": -7})]
    groups = next_round(results, stage, set("ABCDEFGH"), "ABCDEFGH")
    assert groups.tables == (("E", "A", "F"),)
    assert codes(groups) == {"final_table": [], "won_the_table": ["E", "A"], "taken_in": ["F"]}


@given(
    st.integers(3, 120),
    st.sampled_from([(4, 3, 6), (3, 3, 3), (4, 4, 4), (5, 4, 6), (2, 2, 2), (6, 5, 7)]),
    st.integers(1, 5),
    st.sampled_from(["snake", "original"]),
    st.integers(0, 9),
    st.randoms(use_true_random=False),
)
def test_every_knockout_ends_in_one_table(
    players: int, limits: tuple[int, int, int], advance: int, reseed: str, leaving: int, chance: Random
) -> None:
    """Nobody is lost or doubled, sizes stay within the limits, whoever goes on was there the round before."""
    size, least, most = limits
    stage = StagePlan(
        "knockout", size=size, least=least, most=most, advance=min(advance, size - 1), reseed=reseed
    )
    if not fits(players, size, least, most):
        with pytest.raises(Refusal):
            first_round([str(number) for number in range(players)], stage)
        return
    seeds = [str(number) for number in range(players)]
    groups = first_round(seeds, stage)
    here = set(seeds)
    rounds = 1
    while len(groups.tables) > 1:
        before = {player for table in groups.tables for player in table}
        results = [
            ranking({player: chance.randrange(-5, 5) for player in table}, tie_breaks=["out"])
            for table in groups.tables
        ]
        gone = chance.sample(sorted(before), min(leaving, len(before) // 3)) if rounds == 2 else []
        here -= set(gone)
        if len(before & here) < least:
            return
        groups = next_round(results, stage, here, seeds, lots_seed=7)
        seated = [player for table in groups.tables for player in table]
        assert len(seated) == len(set(seated)) < len(before)
        assert set(seated) <= before & here
        assert sorted(seated) == sorted(groups.order)
        assert all(least <= len(table) <= most for table in groups.tables)
        assert max(map(len, groups.tables)) - min(map(len, groups.tables)) <= 1
        rounds += 1
    if not leaving:
        assert rounds == knockout_rounds(players, size, least, most, stage.advance)
