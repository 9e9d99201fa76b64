"""The end of a season: everybody has one move, divisions keep their sizes, relegation slides."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import cases
from tournaments.core.rules.refusals import Refusal
from tournaments.seasons.rules.divisions import Division, SeasonEnd, end_of_season

A = Division("A", tuple("abcdefgh"), down=2)
B = Division("B", tuple("ijklmnop"), up=2, down=2)
C = Division("C", tuple("qrstuv"), up=2)


def orders(end: SeasonEnd) -> list[str]:
    return ["".join(people) for people in end.divisions.values()]


def why(end: SeasonEnd, *reasons: str) -> dict[str, str]:
    return {move.person: move.reason for move in end.moves if move.reason in reasons}


def test_the_best_go_up_the_last_go_down_and_newcomers_are_at_the_foot() -> None:
    end = end_of_season([A, B, C], newcomers=["x", "y"])
    assert orders(end) == ["abcdefij", "ghklmnqr", "opstuvxy"]
    assert why(end, "up", "down", "new") == {
        "i": "up", "j": "up", "g": "down", "h": "down", "q": "up", "r": "up", "o": "down", "p": "down",
        "x": "new", "y": "new",
    }  # fmt: skip


def test_for_each_who_leaves_the_best_of_those_who_would_go_down_stays() -> None:
    end = end_of_season([A, B, C], leaving=["c"])
    # g is spared in A, so one person fewer comes down into B, and o is spared there.
    assert orders(end) == ["abdefgij", "hklmnoqr", "pstuv"]
    assert why(end, "spared", "leaves") == {"c": "leaves", "g": "spared", "o": "spared"}


def test_if_more_leave_than_would_go_down_more_go_up() -> None:
    end = end_of_season([A, B, C], leaving=["a", "b", "c"])
    assert orders(end) == ["defghijk", "lmnopqrs", "tuv"]
    assert why(end, "slides_up") == {"k": "slides_up", "s": "slides_up"}


def test_a_division_is_filled_to_its_size() -> None:
    small = Division("A", tuple("abc"), size=5, down=1)
    end = end_of_season([small, Division("B", tuple("ijklm"), up=1)])
    assert orders(end) == ["abcij", "klm"]
    large = Division("A", tuple("abcdef"), size=4, down=1)
    assert orders(end_of_season([large, Division("B", tuple("ij"), up=1)])) == ["abci", "defj"]


PLAYING = [Division("A", tuple("abcde"), down=1, play_off=2), Division("B", tuple("vwxyz"), up=1)]


def test_in_the_play_offs_the_better_one_above_meets_the_worse_one_below() -> None:
    end = end_of_season(PLAYING)
    assert [(pair.above, pair.below) for pair in end.pairs] == [("c", "x"), ("d", "w")]
    assert not any(pair.winner for pair in end.pairs)
    assert orders(end) == ["abcdv", "ewxyz"], "while a play-off is open, both stay"


def test_whoever_wins_a_play_off_plays_above() -> None:
    end = end_of_season(PLAYING, winners=["c", "w"])
    assert orders(end) == ["abcwv", "edxyz"]
    assert why(end, "play_off_won", "play_off_lost") == {"w": "play_off_won", "d": "play_off_lost"}
    assert all(pair.winner for pair in end.pairs)


@cases(
    ("code", "divisions"),
    [
        ("division_missing", []),
        ("division_twice", [A, Division("A", tuple("ij"))]),
        ("division_person_twice", [A, Division("B", tuple("ai"))]),
        ("division_up_from_top", [Division("A", tuple("ab"), up=1)]),
        ("division_down_from_last", [A, Division("B", tuple("ij"), down=1)]),
        ("division_down_from_last", [Division("A", tuple("ab"), play_off=1)]),
        ("division_moves_too_many", [A, Division("B", tuple("ijk"), up=2, down=2), C]),
        ("division_moves_too_many", [Division("A", tuple("ab"), play_off=3), C]),
        ("division_moves_too_many", [Division("A", tuple("abcd"), play_off=3), Division("B", ("i", "j"))]),
    ],
)
def test_divisions_that_cannot_be_are_refused(code: str, divisions: Sequence[Division]) -> None:
    with pytest.raises(Refusal) as refused:
        end_of_season(divisions)
    assert refused.value.code == code
    assert "%(" not in refused.value.detail


@st.composite
def endings(draw: st.DrawFn) -> tuple[list[Division], list[str], list[str]]:
    number = draw(st.integers(1, 4))
    people = [str(one) for one in range(60)]
    divisions = []
    for index in range(number):
        size = draw(st.integers(4, 12))
        order, people = tuple(people[:size]), people[size:]
        divisions.append(
            Division(
                f"D{index}",
                order,
                draw(st.one_of(st.none(), st.integers(4, 12))),
                draw(st.integers(0, 1)) if index else 0,
                draw(st.integers(0, 1)) if index < number - 1 else 0,
                draw(st.integers(0, 1)) if index < number - 1 else 0,
            )
        )
    everybody = [person for division in divisions for person in division.order]
    leaving = draw(st.lists(st.sampled_from(everybody), unique=True, max_size=10))
    return divisions, leaving, draw(st.lists(st.sampled_from(everybody)))


@given(endings())
def test_nobody_is_lost_or_doubled_and_nobody_passes_a_better_one(
    ending: tuple[list[Division], list[str], list[str]],
) -> None:
    divisions, leaving, winners = ending
    end = end_of_season(divisions, leaving, ["new"], winners)
    everybody = [person for division in divisions for person in division.order]
    assert sorted(move.person for move in end.moves) == sorted([*everybody, "new"])
    assert {move.person for move in end.moves if move.after is None} == set(leaving)
    assert sorted(person for people in end.divisions.values() for person in people) == sorted(
        {*everybody, "new"} - set(leaving)
    )
    names = [division.name for division in divisions]
    reasons = {move.person: move.reason for move in end.moves}
    level = {person: names.index(name) for name, people in end.divisions.items() for person in people}
    decided = {person for pair in end.pairs for person in (pair.above, pair.below)}
    for index, division in enumerate(divisions):
        left = [person for person in division.order if person not in leaving]
        for better, worse in pairwise(left):
            if not decided & {better, worse}:
                assert level[better] <= level[worse]
        for person in left:
            assert abs(level[person] - index) <= 1
            assert (level[person] < index) == (reasons[person] in ("up", "slides_up", "play_off_won"))
            assert (level[person] > index) == (reasons[person] in ("down", "play_off_lost"))


@given(endings())
def test_a_division_above_the_last_keeps_its_size_while_there_are_people_below(
    ending: tuple[list[Division], list[str], list[str]],
) -> None:
    divisions, leaving, winners = ending
    end = end_of_season(divisions, leaving, (), winners)
    for division, below in pairwise(divisions):
        people = end.divisions[division.name]
        came_from_above = {
            move.person for move in end.moves if move.after == division.name and move.reason == "down"
        }
        if division.size is not None and len(people) != division.size:
            left_below = [
                move for move in end.moves if move.before == below.name and move.after == below.name
            ]
            # Too small only if nobody is left to come up; too large only with people who have just come down.
            if len(people) < division.size:
                assert left_below == []
            else:
                assert set(people) <= came_from_above | {
                    move.person for move in end.moves if move.reason in ("up", "slides_up", "play_off_won")
                }
