"""Play-offs: who plays, and how the results separate equal players."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest

from tests.tournaments.draw.formats.results import ranking
from tournaments.core.rules.refusals import Refusal
from tournaments.draw.rules.cut import level_across
from tournaments.events.rules.stages import StagePlan, check_stages
from tournaments.standings.rules.ranking import rank
from tournaments.standings.rules.scoring import Row

SCORES = {"a": 9, "b": 5, "c": 5, "d": 5, "e": 1}


@pytest.mark.parametrize(
    ("line", "level"), [(0, ""), (1, ""), (2, "bcd"), (3, "bcd"), (4, ""), (5, "")], ids=str
)
def test_those_who_share_a_place_across_the_line_play(line: int, level: str) -> None:
    assert "".join(level_across(ranking(SCORES, tie_breaks=["out"]), line, "abcde")) == level


def test_a_player_who_is_absent_does_not_play_and_moves_the_line() -> None:
    shared = ranking(SCORES, tie_breaks=["out"])
    assert level_across(shared, 2, "abcde") == ("b", "c", "d")
    assert level_across(shared, 2, "abde") == ("b", "d")
    assert level_across(shared, 2, "abe") == ()
    assert level_across(shared, 3, "acde") == ()


def results(play_offs: Mapping[str, Mapping[tuple[int, str], int]]) -> list[tuple[int, str, object]]:
    """The places of equal players with these chips in play-offs."""
    rows = [
        Row(entry, Fraction(0), 0, 0, 0, 0, 0, None, Fraction(0), 0, {}, play_offs=chips)
        for entry, chips in play_offs.items()
    ]
    return [(line.place, line.entry, line.metrics["play_off"]) for line in rank(rows, ["play_off"])]


FIRST, SECOND = (4, "t"), (5, "u")


def test_a_second_play_off_separates_those_whom_the_first_left_equal() -> None:
    played = {"a": {FIRST: 3, SECOND: -9}, "b": {FIRST: 3, SECOND: 9}, "c": {FIRST: -6}, "d": {FIRST: 0}}
    assert results(played) == [(1, "b", 3), (2, "a", 2), (3, "d", 1), (4, "c", 0)]


def test_an_equal_player_who_did_not_play_is_behind_those_who_did() -> None:
    assert results({"a": {}, "b": {FIRST: -4}, "c": {FIRST: 4}}) == [(1, "c", 2), (2, "b", 1), (3, "a", None)]


def test_a_play_off_against_others_says_nothing() -> None:
    """b sat with players who are not equal any more."""
    assert results({"a": {}, "b": {FIRST: 8}}) == [(1, "a", None), (1, "b", None)]


@pytest.mark.parametrize(
    "stages",
    [
        [StagePlan("final", 1, play_off=True)],
        [StagePlan("swiss", 3), StagePlan("swiss", 1, play_off=True)],
        [StagePlan("swiss", 3), StagePlan("final", 2, play_off=True)],
        [StagePlan("swiss", 3), StagePlan("final", 1, cut=4, play_off=True)],
    ],
)
def test_a_play_off_is_a_final_of_one_round_without_a_cut_after_another_stage(
    stages: list[StagePlan],
) -> None:
    with pytest.raises(Refusal) as refusal:
        check_stages(stages, 3, 6)
    assert refusal.value.code == "play_off_misplaced"
