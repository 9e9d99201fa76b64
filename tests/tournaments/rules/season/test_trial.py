"""What if, and trying a scheme: repeatable in any parts, and right where the answer is known."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.tournaments.rules.season.seasons import evening, scheme, season
from tournaments.rules.errors import RulesError
from tournaments.rules.season.trial import (
    Club,
    Moved,
    Tried,
    club_of,
    moved,
    try_scheme,
    without_final,
)
from tournaments.rules.season.worth import Evening, Result

EVENINGS = [evening(1, "abcd"), evening(2, "bcad"), evening(3, "bdca")]


def test_another_scheme_says_who_moves() -> None:
    now, other = (season(by, EVENINGS).values() for by in (scheme(), scheme(best=1)))
    assert moved(now, other) == [
        Moved("a", 2, 1), Moved("b", 1, 1), Moved("c", 2, 3), Moved("d", 4, 3),
    ]  # fmt: skip


def test_seasons_can_be_tried_in_any_parts() -> None:
    club = Club((3000, 1000, 0, -2000), (-4000, -1000, 500, 5000), comes=800)
    by = scheme(best=3, final=2, carry="half")
    whole = try_scheme(by, club, 5, 30, 7)
    assert whole == try_scheme(by, club, 5, 11, 7) + try_scheme(by, club, 5, 19, 7, after=11)
    assert whole.seasons == sum(whole.wins) == 30
    assert try_scheme(by, club, 5, 30, 8) != whole


def test_without_chance_the_best_person_always_wins() -> None:
    club = Club((3000, 1000, 0), (0,))
    for switches in ({}, {"worth": "root"}, {"worth": "score"}, {"final": 2, "carry": "none"}, {"best": 1}):
        assert try_scheme(scheme(**switches), club, 3, 5, 1) == Tried(5, (5, 0, 0))


def test_among_equal_people_everybody_wins_about_as_often() -> None:
    club = Club((0, 0, 0, 0), tuple(range(-50_000, 51_000, 1000)))
    for switches in ({}, {"worth": "tables"}, {"worth": "even"}, {"worth": "net_root", "final": 3}):
        wins = try_scheme(scheme(**switches), club, 4, 200, 1).wins
        # Five standard deviations from 50.
        assert all(20 <= number <= 80 for number in wins), wins


def test_more_evenings_find_the_best_person_more_often() -> None:
    club = Club((20_000, 0, 0, 0), tuple(range(-50_000, 51_000, 1000)))
    one, many = (try_scheme(scheme(), club, evenings, 200, 1).best_wins for evenings in (1, 12))
    assert one + 40 < many


def test_a_final_without_points_carried_is_one_more_evening_of_chance() -> None:
    club = Club((20_000, 0, 0, 0), tuple(range(-50_000, 51_000, 1000)))
    by = scheme(final=4)
    assert without_final(by) == scheme()
    assert (
        try_scheme(by, club, 12, 200, 1).best_wins + 40
        < try_scheme(without_final(by), club, 12, 200, 1).best_wins
    )


def test_an_evening_to_which_nobody_comes_stops_nothing() -> None:
    assert try_scheme(scheme(worth="tables"), Club((1000, 0), (0,), comes=1), 3, 5, 1).seasons == 5


def results(*nights: dict[str, int]) -> list[Evening]:
    return [
        Evening(f"e{number}", number, [Result(person, 1, 0, net) for person, net in nets.items()])
        for number, nets in enumerate(nights, 1)
    ]


def test_the_spread_of_a_club_without_chance_is_its_strengths() -> None:
    club = club_of(results({"a": 5, "b": -5}, {"a": 5, "b": -5}))
    assert club == Club((5000, -5000), (0, 0, 0, 0), comes=1000)


def test_people_who_differ_only_by_chance_are_equally_strong() -> None:
    club = club_of(results({"a": 10, "b": -10}, {"a": -9, "b": 9}))
    assert club.strengths == (0, 0)
    # From a mean of two, a result differs by root 2 too little.
    assert sorted(club.deviations) == [-13_435, -13_435, 13_435, 13_435]


def test_strengths_are_drawn_together_as_much_as_chance_explains() -> None:
    # The means are 10 and -10, a variance of 200. Within, it is 32, so 16 of the 200 are chance.
    club = club_of(results({"a": 14, "b": -14}, {"a": 6, "b": -6}))
    assert club.strengths == (9592, -9592)
    assert Fraction(9592, 10_000) ** 2 == pytest.approx(Fraction(184, 200), abs=1e-3)


def test_who_came_once_tells_nothing_of_chance_and_absences_make_how_often_people_come() -> None:
    club = club_of(results({"a": 5, "b": -5, "x": 90}, {"a": 5, "b": -5}, {"a": 5}, {"b": -5}))
    assert (club.strengths, club.comes) == ((5000, -5000), 750)


@pytest.mark.parametrize(
    ("code", "club", "evenings", "seasons"),
    [
        ("trial_out_of_range", Club((1, 0), (0,)), 0, 5),
        ("trial_out_of_range", Club((1, 0), (0,)), 5, 100_001),
        ("trial_out_of_range", Club((1,), (0,)), 5, 5),
        ("trial_out_of_range", Club((1, 0), ()), 5, 5),
    ],
)
def test_a_trial_that_cannot_be_played_is_refused(code: str, club: Club, evenings: int, seasons: int) -> None:
    with pytest.raises(RulesError) as refused:
        try_scheme(scheme(), club, evenings, seasons, 1)
    assert refused.value.code == code


def test_a_club_with_one_evening_has_no_spread_yet() -> None:
    with pytest.raises(RulesError) as refused:
        club_of(results({"a": 5, "b": -5}))
    assert refused.value.code == "trial_spread_missing"
