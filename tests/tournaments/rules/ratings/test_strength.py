"""Ratings: kept ones equal those from scratch, they find who is stronger, and doubt grows with absence."""

from __future__ import annotations

from math import sqrt
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.rules.ratings.history import EventResult, TableResult, ranks
from tournaments.rules.ratings.points import Shown, shown
from tournaments.rules.ratings.strength import KNOWN, MU, NEW, SIGMA, TAU, Strength, rate, step

PEOPLE = tuple("abcdefgh")


@st.composite
def tables(draw: st.DrawFn) -> TableResult:
    people = draw(st.lists(st.sampled_from(PEOPLE), min_size=2, max_size=6, unique=True))
    scores = draw(st.lists(st.integers(-90, 90), min_size=len(people), max_size=len(people)))
    return TableResult(tuple(people), tuple(map(float, scores)))


@st.composite
def histories(draw: st.DrawFn) -> list[EventResult]:
    days = draw(st.lists(st.integers(0, 2000), max_size=5).map(sorted))
    return [
        EventResult(str(number), day, tuple(draw(st.lists(tables(), max_size=3))))
        for number, day in enumerate(days)
    ]


@given(histories(), st.data())
@settings(max_examples=25, deadline=None)
def test_ratings_that_move_on_equal_those_from_scratch(
    history: list[EventResult], data: st.DataObject
) -> None:
    kept = data.draw(st.integers(0, len(history)))
    ratings = rate(history[:kept])
    for event in history[kept:]:
        ratings = step(ratings, event)
    assert ratings == rate(history)


@given(histories())
@settings(max_examples=15, deadline=None)
def test_everybody_who_played_has_a_rating_within_bounds(history: list[EventResult]) -> None:
    played = [person for event in history for table in event.tables for person in table.people]
    ratings = rate(history)
    assert {person: each.rounds for person, each in ratings.items()} == {
        person: played.count(person) for person in played
    }
    assert all(0 < each.sigma <= SIGMA for each in ratings.values())


def test_a_step_leaves_the_ratings_before_it_alone() -> None:
    before = {"a": Strength(30.0, 2.0, 5, 3)}
    step(before, EventResult("", 9, (TableResult(("a", "b"), (1.0, 0.0)),)))
    assert before == {"a": Strength(30.0, 2.0, 5, 3)}


def test_the_best_score_wins_and_equal_scores_share() -> None:
    (event,) = [EventResult("", 0, (TableResult(tuple("abcd"), (5.0, -2.0, -2.0, -1.0)),))]
    ratings = rate([event])
    assert ratings["a"].mu > MU > ratings["b"].mu == pytest.approx(ratings["c"].mu)
    assert ratings["a"].mu > ratings["d"].mu > ratings["b"].mu
    assert ranks((5, -2, -2, -1)) == [1, 3, 3, 2]


def test_only_the_order_of_scores_counts() -> None:
    near = EventResult("", 0, (TableResult(tuple("abc"), (2.0, 1.0, 0.0)),))
    far = EventResult("", 0, (TableResult(tuple("abc"), (200.0, 0.5, -200.5)),))
    assert rate([near]) == rate([far])


def test_absence_makes_a_rating_less_certain_up_to_a_maximum() -> None:
    sure = Strength(30.0, 2.0, 80, 100)
    assert sure.on(100) == sure
    assert sure.on(200).sigma == pytest.approx(sqrt(4 + 100 * TAU * TAU))
    assert sure.on(200).mu == 30.0
    assert sure.on(100 + 1_000_000).sigma == SIGMA
    assert NEW.on(5) is NEW


def test_two_absences_are_as_long_as_one() -> None:
    half = Strength(30.0, Strength(30.0, 2.0, 80, 0).on(50).sigma, 80, 50)
    assert half.on(100).sigma == pytest.approx(Strength(30.0, 2.0, 80, 0).on(100).sigma)


def test_a_rating_is_shown_with_its_range_and_provisional_until_it_is_narrow() -> None:
    assert shown(Strength(27.0, KNOWN, 200, 8), 8) == Shown(1540, 120, is_provisional=False)
    assert shown(Strength(27.0, KNOWN, 200, 8), 100).is_provisional
    assert shown(NEW, 0) == Shown(1500, 333, is_provisional=True)


def test_the_stronger_of_many_rounds_is_found() -> None:
    """Somebody who wins 20 chips more than the others, in rounds that move 47."""
    chance = Random(7)
    events = [
        EventResult(str(day), day, tuple(_table(chance, better="a") for _round in range(4)))
        for day in range(0, 7 * 30, 7)
    ]
    ratings = rate(events)
    assert max(ratings, key=lambda person: ratings[person].mu) == "a"
    assert not ratings["a"].is_provisional


def _table(chance: Random, better: str) -> TableResult:
    scores = [chance.gauss(0, 47) + (20 if person == better else 0) for person in "abcd"]
    return TableResult(tuple("abcd"), tuple(scores))
