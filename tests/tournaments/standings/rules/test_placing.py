"""Places over several stages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from tournaments.standings.rules.placing import Placed, RankingRules, StagePlayed, place
from tournaments.standings.rules.scoring import Tally

CHIPS = RankingRules(tie_breaks=("rounds_won", "out", "best_round", "lots"), lots_seed=1)


def round_of(number: int, *tables: Mapping[str, int]) -> list[Tally]:
    """A round of one deal a table, from the chips that each entry won."""
    return [
        Tally(entry, number, f"{number}/{table}", chips=chips, deals=1)
        for table, nets in enumerate(tables, 1)
        for entry, chips in nets.items()
    ]


def lines(placed: Sequence[Placed]) -> list[tuple[int, str, int, str]]:
    return [
        (line.ranked.place, line.ranked.entry, int(line.ranked.score), line.ranked.decided_by)
        for line in placed
    ]


QUALIFYING = StagePlayed(
    1,
    frozenset("abcdefg"),
    round_of(1, {"a": 30, "b": 20, "c": -10, "d": -40}, {"e": 10, "f": 5, "g": -15}),
)
FINAL = StagePlayed(2, frozenset("abe"), round_of(2, {"b": 9, "e": -1, "a": -8}))


@pytest.mark.parametrize(
    ("carry", "finalists"),
    [
        (True, [(1, "b", 29, "score"), (2, "a", 22, "score"), (3, "e", 9, "score")]),
        (False, [(1, "b", 9, "score"), (2, "e", -1, "score"), (3, "a", -8, "score")]),
    ],
)
def test_finalists_are_first_with_points_carried_or_reset(
    carry: bool, finalists: list[tuple[int, str, int, str]]
) -> None:
    placed = place("abcdefg", [QUALIFYING, replace(FINAL, carry=carry)], CHIPS)
    assert lines(placed) == [
        *finalists,
        (4, "f", 5, "score"),
        (5, "c", -10, "score"),
        (6, "g", -15, "score"),
        (7, "d", -40, "score"),
    ]
    assert [line.stage for line in placed] == [2, 2, 2, 1, 1, 1, 1]


@pytest.mark.parametrize(
    ("share", "scores"),
    [("half", {"b": 19, "a": 7, "e": 4}), ("half_up", {"b": 19, "a": 8, "e": 4})],
)
def test_finalists_take_half_of_their_points_along(share: str, scores: Mapping[str, int]) -> None:
    """a has 31 before: half of it is 15.5, or 16 rounded up."""
    first = replace(QUALIFYING, tallies=[*QUALIFYING.tallies, Tally("a", 0, "", adjusted=1)])
    placed = place("abcdefg", [first, replace(FINAL, share=share)], CHIPS)
    assert {line.ranked.entry: int(line.ranked.score) for line in placed[:3]} == scores
    assert placed[0].row.results[0].result == 10
    assert [line.stage for line in placed] == [2, 2, 2, 1, 1, 1, 1]
    assert placed[3].ranked.score == 5, "who is out keeps all"


def test_the_rest_plays_on_behind_the_upper_group_with_a_share_of_its_own() -> None:
    """f and g keep all of 5 and -15 and play for 20: more than a finalist has, and still behind."""
    both = [
        *round_of(2, {"b": 9, "e": -1, "a": -8}),
        *[replace(tally, table="2/2") for tally in round_of(2, {"f": 20, "c": 0, "g": -5, "d": -15})],
    ]
    second = StagePlayed(
        2, frozenset("abcdefg"), both, share="half", rest=frozenset("cdfg"), rest_share="full"
    )
    placed = place("abcdefg", [QUALIFYING, second], CHIPS)
    assert lines(placed) == [
        (1, "b", 19, "score"),
        (2, "a", 7, "score"),
        (3, "e", 4, "score"),
        (4, "f", 25, "score"),
        (5, "c", -10, "score"),
        (6, "g", -20, "score"),
        (7, "d", -55, "score"),
    ]
    assert [result.round for result in placed[3].row.results] == [1, 2], "no round is lost in a sum"
    together = StagePlayed(3, frozenset("abcdefg"), round_of(3, {"b": -1, "f": 1}))
    placed = place("abcdefg", [QUALIFYING, second, together], CHIPS)
    assert [line.ranked.entry for line in placed[:2]] == ["f", "b"], "one group again"
    assert [line.ranked.score for line in placed[:2]] == [26, 18]


def test_a_share_of_a_share_and_what_follows_it_whole() -> None:
    """a: 30 and -8 count in stage 2 as 15 - 8 = 7, in stage 3 as 3.5 + 2, and whole after it."""
    second = replace(FINAL, share="half")
    third = StagePlayed(3, frozenset("ab"), round_of(3, {"a": 2, "b": -2}), share="half")
    fourth = StagePlayed(4, frozenset("ab"), round_of(4, {"a": 1, "b": -1}))
    placed = place("abcdefg", [QUALIFYING, second, third, fourth], CHIPS)
    assert {line.ranked.entry: line.ranked.score for line in placed[:2]} == {"a": 6.5, "b": 6.5}
    reset = replace(fourth, carry=False)
    placed = place("abcdefg", [QUALIFYING, second, third, reset], CHIPS)
    assert {line.ranked.entry: line.ranked.score for line in placed[:2]} == {"a": 1, "b": -1}


def test_the_stage_decides_if_one_player_alone_came_so_far() -> None:
    """f is cut with more chips than a finalist has, and stays behind."""
    placed = place("ab", [QUALIFYING, replace(FINAL, entrants=frozenset("b"))], CHIPS)
    assert lines(placed) == [(1, "b", 29, "stage"), (2, "a", 30, "stage")]


def test_a_reset_ends_carried_scores() -> None:
    """Stage 2 begins at nothing, stage 3 goes on from stage 2."""
    third = StagePlayed(3, frozenset("ab"), round_of(3, {"a": 2, "b": -2}))
    placed = place("abcdefg", [QUALIFYING, replace(FINAL, carry=False), third], CHIPS)
    assert lines(placed)[:3] == [(1, "b", 7, "score"), (2, "a", -6, "score"), (3, "e", -1, "stage")]


def test_a_knockout_is_ranked_by_the_round_reached_then_by_how_it_went() -> None:
    """b wins the final with fewer chips in all than c, and d is before h, who had won more before."""
    stage = StagePlayed(
        1,
        frozenset("abcdefgh"),
        [
            *round_of(1, {"a": 2, "b": 1, "d": -1, "e": -2}, {"c": 90, "f": 10, "g": -40, "h": -60}),
            *round_of(2, {"b": 3, "a": 2, "f": 0, "c": -5}),
        ],
        knockout=True,
    )
    placed = place("abcdefgh", [stage], CHIPS)
    assert lines(placed) == [
        (1, "b", 4, "last_round"),
        (2, "a", 4, "last_round"),
        (3, "f", 10, "last_round"),
        (4, "c", 85, "last_round"),
        (5, "d", -1, "last_round"),
        (6, "e", -2, "last_round"),
        (7, "g", -40, "last_round"),
        (8, "h", -60, "last_round"),
    ]


def test_the_stage_separates_losers_who_tie_in_the_last_round() -> None:
    before = StagePlayed(1, frozenset("abcdefgh"), round_of(1, {"c": 7, "g": 3, "a": -5, "e": -5}))
    stage = StagePlayed(
        2,
        frozenset("abcdefgh"),
        [
            *round_of(2, {"a": 4, "b": 3, "c": -3, "d": -4}, {"e": 4, "f": 3, "g": -3, "h": -4}),
            *round_of(3, {"a": 4, "b": 3, "e": -3, "f": -4}),
        ],
        knockout=True,
    )
    placed = place("abcdefgh", [before, stage], CHIPS)
    assert [line.ranked.entry for line in placed[4:6]] == ["c", "g"]
    assert placed[4].ranked.decided_by == "score"
    assert [line.ranked.place for line in placed] == list(range(1, 9))


def test_points_by_place_are_given_within_a_knockouts_round() -> None:
    """The last round is scored as the event is: by places, of which the seconds here share one."""
    stage = StagePlayed(
        1,
        frozenset("abcdef"),
        round_of(1, {"a": 9, "b": 0, "c": -9}, {"d": 1, "e": 0, "f": -1}),
        knockout=True,
    )
    placed = place("abcdef", [stage], RankingRules("place", tie_breaks=["best_round"]))
    assert [line.ranked.entry for line in placed] == ["a", "d", "b", "e", "f", "c"]
    assert [line.ranked.place for line in placed] == [1, 2, 3, 3, 5, 6]
