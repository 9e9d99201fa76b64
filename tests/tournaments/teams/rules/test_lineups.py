"""Line-ups: who can play, in which place, and from which series on."""

from __future__ import annotations

import pytest

from tests.cases import cases
from tests.tournaments.teams.rules.days import LEAGUE
from tournaments.core.rules.refusals import Refusal
from tournaments.teams.rules.lineups import LineUp, Place, check_line_up, line_up_of, with_substitute

SQUAD = frozenset({"Anna", "Ben", "Carla", "Dora", "Emil", "Fritz", "Gina", "Hugo"})
TEAM_OF = dict.fromkeys(SQUAD, "Hearts") | {"Zoe": "Spades"}
FOUR = line_up_of("Hearts", ["Anna", "Ben", "Carla", "Dora"])
THREE = line_up_of("Hearts", ["Anna", "Ben", "Carla"])


def substitute(line_up: LineUp, place: int, person: str, since: int, begun: int = 1) -> LineUp:
    """Return the line-up after a substitution that the rules allow."""
    return with_substitute(line_up, Place(place, person, since), SQUAD, LEAGUE, TEAM_OF, begun)


@pytest.mark.parametrize("line_up", [FOUR, THREE])
def test_four_or_three_members_of_a_team_can_play(line_up: LineUp) -> None:
    check_line_up(line_up, SQUAD, LEAGUE, TEAM_OF)
    assert line_up.plays(1, LEAGUE)


def test_the_captain_decides_the_order_and_which_place_is_empty() -> None:
    line_up = LineUp("Hearts", (Place(4, "Anna"), Place(1, "Ben"), Place(2, "Carla")))
    check_line_up(line_up, SQUAD, LEAGUE, TEAM_OF)
    assert line_up.playing(1) == {4: "Anna", 1: "Ben", 2: "Carla"}
    assert line_up.place_of("Anna") == 4
    assert line_up.place_of("Emil") is None


@cases(
    ("line_up", "code"),
    [
        (line_up_of("Hearts", ["Anna", "Ben"]), "line_up_too_small"),
        (LineUp("Hearts"), "line_up_too_small"),
        (line_up_of("Hearts", ["Anna", "Ben", "Carla", "Dora", "Emil"]), "line_up_too_large"),
        (line_up_of("Hearts", ["Anna", "Ben", "Anna"]), "line_up_person_twice"),
        (line_up_of("Hearts", ["Anna", "Ben", "Yann"]), "not_in_team"),
        (line_up_of("Hearts", ["Anna", "Ben", "Zoe"]), "plays_for_another_team"),
    ],
)
def test_a_line_up_is_refused_with_a_reason(line_up: LineUp, code: str) -> None:
    with pytest.raises(Refusal) as refusal:
        check_line_up(line_up, SQUAD, LEAGUE, TEAM_OF)
    assert refusal.value.code == code
    assert refusal.value.detail.endswith(".")


def test_a_member_who_has_left_plays_neither_here_nor_there() -> None:
    left = SQUAD - {"Anna"}
    with pytest.raises(Refusal) as here:
        check_line_up(FOUR, left, LEAGUE, TEAM_OF)
    there = {"Anna", "Zoe", "Yann"}
    with pytest.raises(Refusal) as elsewhere:
        check_line_up(line_up_of("Spades", ["Anna", "Zoe", "Yann"]), there, LEAGUE, TEAM_OF)
    assert (here.value.code, elsewhere.value.code) == ("not_in_team", "plays_for_another_team")


class TestSubstitutes:
    def test_they_play_from_the_next_series_on_in_the_place_of_the_other(self) -> None:
        line_up = substitute(FOUR, 2, "Emil", since=2)
        assert line_up.playing(1)[2] == "Ben"
        assert [line_up.playing(series)[2] for series in (2, 3, 4)] == ["Emil"] * 3
        assert line_up.substitutes == [Place(2, "Emil", 2)]

    def test_they_cannot_come_into_a_series_that_has_begun(self) -> None:
        with pytest.raises(Refusal, match=r"Series 2 has begun\. A substitute can play from series 3 on"):
            substitute(FOUR, 2, "Emil", since=2, begun=2)

    def test_before_the_first_series_the_line_up_changes_instead(self) -> None:
        with pytest.raises(Refusal) as refusal:
            substitute(FOUR, 2, "Emil", since=1, begun=0)
        assert refusal.value.code == "substitute_no_series"

    def test_an_empty_place_is_filled_before_the_first_series_too(self) -> None:
        line_up = substitute(THREE, 4, "Emil", since=1, begun=0)
        assert line_up.playing(1)[4] == "Emil"
        assert line_up.substitutes == []

    def test_three_can_come_on_one_match_day_and_no_fourth(self) -> None:
        line_up = substitute(FOUR, 1, "Emil", since=2)
        line_up = substitute(line_up, 2, "Fritz", since=2)
        line_up = substitute(line_up, 3, "Gina", since=3, begun=2)
        with pytest.raises(Refusal) as refusal:
            substitute(line_up, 4, "Hugo", since=4, begun=3)
        assert refusal.value.code == "substitutions_spent"

    def test_who_was_substituted_comes_back_to_their_own_place_only(self) -> None:
        line_up = substitute(FOUR, 2, "Emil", since=2)
        back = substitute(line_up, 2, "Ben", since=3, begun=2)
        assert [back.playing(series)[2] for series in (1, 2, 3, 4)] == ["Ben", "Emil", "Ben", "Ben"]
        assert len(back.substitutes) == 2
        with pytest.raises(Refusal, match="Ben has played in place 2"):
            substitute(line_up, 3, "Ben", since=3, begun=2)

    @pytest.mark.parametrize(
        ("place", "person", "code"),
        [
            (5, "Emil", "line_up_place_unknown"),
            (2, "Yann", "not_in_team"),
            (2, "Zoe", "plays_for_another_team"),
        ],
    )
    def test_others_are_refused(self, place: int, person: str, code: str) -> None:
        with pytest.raises(Refusal) as refusal:
            substitute(FOUR, place, person, since=2)
        assert refusal.value.code == code

    def test_before_the_series_a_substitute_can_be_replaced_or_taken_back(self) -> None:
        line_up = substitute(FOUR, 2, "Emil", since=2)
        other = substitute(line_up, 2, "Fritz", since=2)
        assert other.substitutes == [Place(2, "Fritz", 2)]
        assert substitute(other, 2, "Ben", since=2) == FOUR
