"""Ratings find who is stronger, count events, and depend on the order of scores alone."""

from __future__ import annotations

from random import Random

import pytest

from tournaments.ratings.rules import KNOWN, MU, Strength, TableResult, rate


def test_the_best_score_wins_equal_scores_share_and_only_their_order_counts() -> None:
    (ratings,) = rate([[("abcd", (5, -2, -2, -1))]])
    assert ratings["a"].mu > MU > ratings["b"].mu == pytest.approx(ratings["c"].mu)
    assert ratings["a"].mu > ratings["d"].mu > ratings["b"].mu
    assert list(rate([[("abc", (2, 1, 0))]])) == list(rate([[("abc", (200.0, 0.5, -200.5))]]))


def test_a_rating_is_shown_with_its_range_and_provisional_below_ten_events() -> None:
    rating = Strength(27.0, 3.0, KNOWN)
    assert (rating.points, rating.around, rating.is_provisional) == (1540, 120, False)
    assert Strength(25.0, 25 / 3, KNOWN - 1).is_provisional


def test_the_stronger_of_many_rounds_is_found() -> None:
    """Somebody who wins 20 chips more than the others, in rounds that move 47."""
    chance = Random(7)

    def table() -> TableResult:
        return "abcd", [chance.gauss(0, 47) + (20 if person == "a" else 0) for person in "abcd"]

    *_before, last = rate([[table() for _round in range(4)] for _event in range(30)])
    assert max(last, key=lambda person: last[person].mu) == "a"
    assert {each.events for each in last.values()} == {30}
