"""Which evenings count: the best, all but the worst, a mean; and what absences are worth."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.tournaments.rules.season.seasons import given, places, scheme, scores, season, told
from tournaments.rules.season.attendance import Member

FIVE = [given(1, a=5, b=1), given(2, a=11, b=1), given(3, a=7, b=1), given(4, a=5, b=1), given(5, a=9, b=1)]


def test_all_evenings_count() -> None:
    assert season(scheme(), FIVE)["a"].score == 37


def test_the_best_three_count_and_the_others_stay_visible() -> None:
    line = season(scheme(best=3), FIVE)["a"]
    assert line.score == 27
    assert told(line) == [
        (5000, "struck", ""), (11_000, "counted", ""), (7000, "counted", ""), (5000, "struck", ""),
        (9000, "counted", ""),
    ]  # fmt: skip


def test_of_equal_evenings_the_later_is_struck() -> None:
    line = season(scheme(struck=1), FIVE)["a"]
    assert (line.score, told(line)[0][1], told(line)[3][1]) == (Fraction(32), "counted", "struck")


def test_one_evening_is_never_struck() -> None:
    assert season(scheme(struck=2), FIVE[:1])["a"].score == 5
    assert season(scheme(struck=2), FIVE[:2])["a"].score == 11


def test_nothing_is_struck_before_there_are_more_than_the_best() -> None:
    assert season(scheme(best=3), FIVE[:3])["a"].score == 23


def test_evenings_count_in_the_order_of_the_calendar_and_not_of_the_list() -> None:
    assert told(season(scheme(best=3), FIVE[::-1])["a"]) == told(season(scheme(best=3), FIVE)["a"])


def test_a_mean_divides_by_the_weights_and_strikes_by_what_an_evening_is_worth_without_them() -> None:
    twice = given(2, Fraction(2), a=12)
    assert season(scheme(mean_from=1), [given(1, a=9), twice])["a"].score == 7
    line = season(scheme(mean_from=1, best=1), [given(1, a=9), twice])["a"]
    assert (line.score, told(line)[1][1]) == (Fraction(9), "struck")
    # A sum keeps what adds most.
    assert season(scheme(best=1), [given(1, a=9), twice])["a"].score == 12


def test_evenings_that_are_missing_to_the_number_of_a_mean_count_as_0() -> None:
    lines = season(scheme(mean_from=4), [*FIVE[:3], given(4, b=1)])
    assert lines["a"].score == Fraction(23, 4)
    assert season(scheme(mean_from=3), [*FIVE[:3], given(4, b=1)])["a"].score == Fraction(23, 3)


MISSES_TWO = [given(1, a=10, b=4), given(2, b=5), given(3, a=5, b=6), given(4, b=7)]
ABSENCES = {("a", "e2"): "excused", ("a", "e4"): "organiser"}


@pytest.mark.parametrize(
    ("switches", "excused", "organiser", "score"),
    [
        ({"organiser": "nothing"}, 0, 0, 15),
        ({}, 0, 7500, Fraction(45, 2)),
        ({"excused": "mean"}, 7500, 7500, 30),
        ({"excused": "fixed", "excused_points": -2}, -2000, 7500, Fraction(41, 2)),
    ],
)
def test_what_an_absence_is_worth(
    switches: dict[str, object], excused: int, organiser: int, score: Fraction
) -> None:
    line = season(scheme(**switches), MISSES_TWO, "ab", ABSENCES)["a"]
    assert told(line)[1::2] == [(excused, "missed", "excused"), (organiser, "missed", "organiser")]
    assert line.score == score


def test_an_absence_that_nobody_wrote_down_has_no_excuse() -> None:
    by = scheme(excused="mean", unexcused="fixed", unexcused_points=-1)
    line = season(by, MISSES_TWO, "ab", {("a", "e2"): "excused"})["a"]
    assert told(line)[3] == (-1000, "missed", "unexcused")


def test_ones_own_mean_is_rounded_once_like_each_worth() -> None:
    evenings = [given(1, a=1), given(2, a=1), given(3, a=0), given(4, b=1)]
    line = season(scheme(excused="mean"), evenings, "ab", {("a", "e4"): "excused"})["a"]
    assert (told(line)[3][0], line.score) == (667, Fraction(2667, 1000))


def test_ones_own_mean_of_a_heavy_evening_has_its_weight() -> None:
    evenings = [given(1, a=10), given(2, Fraction(1, 2), a=5), given(3, Fraction(3), b=1)]
    line = season(scheme(), evenings, "ab", {("a", "e3"): "organiser"})["a"]
    assert told(line)[2][0] == 30_000


def test_a_mean_leaves_absences_out_unless_they_are_worth_a_fixed_number() -> None:
    assert season(scheme(mean_from=1), MISSES_TWO, "ab", ABSENCES)["a"].score == Fraction(15, 2)
    fixed = scheme(mean_from=1, excused="fixed", excused_points=0, organiser="nothing")
    line = season(fixed, MISSES_TWO, "ab", ABSENCES)["a"]
    assert line.score == 5
    assert told(line)[3] == (None, "missed", "organiser")


def test_the_evenings_before_somebody_joined_are_struck_first() -> None:
    evenings = [given(1, b=1), given(2, b=1), given(3, a=-4, b=1), given(4, a=-6, b=1), given(5, a=3, b=1)]
    late = season(scheme(struck=3), evenings, [Member("a", joined=3), Member("b")])["a"]
    assert told(late) == [
        (0, "missed_struck", "late"), (0, "missed_struck", "late"), (-4000, "counted", ""),
        (-6000, "struck", ""), (3000, "counted", ""),
    ]  # fmt: skip
    # Who was there from the start may strike the losses instead.
    assert season(scheme(struck=3), evenings)["a"].score == 3


def test_a_late_evening_is_worth_nothing_whatever_absences_are_worth() -> None:
    by = scheme(excused="mean", unexcused="fixed", unexcused_points=-5)
    line = season(by, [given(1, b=1), given(2, a=8)], [Member("a", joined=2), Member("b")])["a"]
    assert told(line)[0] == (0, "missed", "late")


def test_reserves_and_people_who_have_left_miss_nothing() -> None:
    by = scheme(unexcused="fixed", unexcused_points=-5)
    people = [Member("a", "reserve"), Member("b", "withdrawn", left=1), Member("c"), Member("d", "withdrawn")]
    lines = season(by, [given(1, b=3, c=1), given(2, c=1)], people)
    assert [reason for _worth, _state, reason in told(lines["d"])] == ["withdrawn", "withdrawn"]
    assert [reason for _worth, _state, reason in told(lines["a"])] == ["reserve", "reserve"]
    assert told(lines["b"]) == [(3000, "counted", ""), (0, "missed", "withdrawn")]
    assert scores(lines) == {"a": 0, "b": 3, "c": 2, "d": 0}


def test_the_bonus_is_for_coming_also_where_the_evening_is_struck_and_for_organising() -> None:
    line = season(scheme(best=1, bonus=2, organiser="nothing"), MISSES_TWO, "ab", ABSENCES)["a"]
    assert (line.attended, line.bonus, line.score) == (3, 6000, Fraction(16))


def test_who_attended_too_few_evenings_comes_last_without_a_place() -> None:
    evenings = [given(1, a=1, b=2), given(2, a=1, b=2), given(3, a=1, c=99)]
    lines = season(scheme(least_ranked=2), evenings)
    assert list(lines) == ["b", "a", "c"]
    assert places(lines) == {"b": 1, "a": 2, "c": None}
    assert lines["c"].ranked.decided_by == "enough_evenings"


def test_the_minimum_does_not_matter_before_so_many_evenings_were_played() -> None:
    assert (
        season(
            scheme(least_ranked=2),
            [
                given(1, a=1),
            ],
            "ab",
        )["b"].place
        == 2
    )
    assert season(scheme(least_ranked=2), [given(1, a=1), given(2, a=1)], "ab")["b"].place is None


def test_an_organiser_attended() -> None:
    by = scheme(least_ranked=2)
    lines = season(by, [given(1, a=1), given(2, b=1)], "ab", {("a", "e2"): "organiser"})
    assert places(lines) == {"a": 1, "b": None}
