"""Which scores pair in a Swiss."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tournaments.draw.rules.cut import pairing_scores, thousandths
from tournaments.standings.rules.placing import LAST_ROUND, REACHED, STAGE
from tournaments.standings.rules.ranking import Ranked


def line(entry: str, score: Fraction | int, place: int, **ahead: int) -> Ranked:
    return Ranked(place, entry, Fraction(score), {}, "score", ahead)


@pytest.mark.parametrize(
    ("score", "rounded"),
    [
        (Fraction(1, 3), 333),
        (Fraction(2, 3), 667),
        (Fraction(1, 2000), 1),
        (Fraction(-1, 2000), 0),
        (Fraction(-7, 2), -3500),
    ],
)
def test_a_score_is_rounded_to_thousandths_half_up(score: Fraction, rounded: int) -> None:
    assert thousandths(score) == rounded


def test_each_player_has_their_score_and_others_do_not_matter() -> None:
    ranking = [line("a", 3, 1), line("gone", 2, 2), line("b", Fraction(3, 2), 3), line("c", -1, 4)]
    assert pairing_scores(ranking, ("c", "a", "b")) == (-1000, 3000, 1500)


def test_a_late_player_who_is_ranked_last_has_no_more_than_the_last() -> None:
    ranking = [line("a", 3, 1, **{STAGE: 2}), line("b", 1, 2, **{STAGE: 2}), line("late", 7, 3, **{STAGE: 1})]
    assert pairing_scores(ranking, ("a", "b", "late")) == (3000, 1000, 1000)


def test_after_a_knockout_places_pair() -> None:
    first = {STAGE: 1, REACHED: 2, LAST_ROUND: -1}
    ranking = [line("a", 1, 1, **first), line("b", 5, 2, **{**first, LAST_ROUND: -2})]
    assert pairing_scores(ranking, ("a", "b")) == ()
    alike = [line("a", 5, 1, **first), line("b", 1, 2, **first)]
    assert pairing_scores(alike, ("a", "b")) == (5000, 1000)
