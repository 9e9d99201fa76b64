"""The word on ratings: predictions of events that they have not seen, beside "all are equal"."""

from __future__ import annotations

from math import log

import pytest

from tests.bench.ratings import Hall, play
from tournaments.rules.ratings.evaluation import (
    LEAST_EVENTS,
    CalibrationClass,
    EventScore,
    Prediction,
    Report,
    calibration,
    follow,
    report,
    score_of,
)
from tournaments.rules.ratings.history import EventResult, TableResult
from tournaments.rules.ratings.strength import Strength, rate

FOUR = TableResult(tuple("abcd"), (9.0, 0.0, -4.0, -5.0))


def test_before_the_first_event_all_are_equal() -> None:
    score = score_of({}, EventResult("first", 0, (FOUR, TableResult(tuple("efg"), (1.0, 1.0, -2.0)))))
    assert score.loss == pytest.approx(log(4) + log(3)) == pytest.approx(score.equal)
    assert [each.happened for each in score.predictions] == [1, 0, 0, 0, 0.5, 0.5, 0]


def test_a_right_prediction_loses_less_than_equal_and_a_wrong_one_more() -> None:
    strong, weak = Strength(35.0, 2.0, 90, 0), Strength(15.0, 2.0, 90, 0)
    right = score_of({"a": strong, "d": weak}, EventResult("", 0, (FOUR,)))
    wrong = score_of({"a": weak, "d": strong}, EventResult("", 0, (FOUR,)))
    assert right.loss < right.equal < wrong.loss
    assert sum(each.likely for each in right.predictions) == pytest.approx(1)


def test_each_event_is_predicted_from_the_ratings_before_it() -> None:
    events = [EventResult(str(day), day, (FOUR,)) for day in range(3)]
    followed = list(follow(events))
    assert [score for score, _after in followed] == [
        score_of(rate(events[:number]), event) for number, event in enumerate(events)
    ]
    assert followed[-1][1] == rate(events)


def test_a_report_adds_up_events_and_judges_chance_by_their_differences() -> None:
    scores = [EventScore(str(n), 2, loss, 2.0, ()) for n, loss in enumerate([1.0, 1.5, 1.0, 2.5])]
    result = report(scores)
    assert (result.events, result.tables, result.loss, result.equal) == (4, 8, 0.75, 1.0)
    assert result.gain.mean == pytest.approx(0.25)
    assert result.gain.low is not None
    assert result.gain.low < 0
    assert not result.tells_apart


def test_a_small_number_of_events_says_nothing() -> None:
    scores = [EventScore(str(n), 1, 0.5 + n / 1000, 1.0, ()) for n in range(LEAST_EVENTS)]
    assert report(scores).tells_apart
    assert not report(scores[1:]).tells_apart
    assert not report([]).tells_apart


def test_calibration_puts_equally_likely_things_together() -> None:
    predictions = [Prediction(0.22, 1), Prediction(0.24, 0), Prediction(0.31, 0.5)]
    low, high = calibration(predictions)
    assert (low.number, low.happened) == (2, 0.5)
    assert low.likely == pytest.approx(0.23)
    assert high == CalibrationClass(1, 0.31, 0.5)


def test_people_who_differ_are_told_apart_and_equal_ones_are_not() -> None:
    assert _word(spread=25).tells_apart
    equal = _word(spread=0)
    assert not equal.tells_apart
    assert equal.loss is not None
    assert equal.equal is not None
    assert equal.loss > equal.equal


def _word(spread: float) -> Report:
    hall = Hall(people=16, spread=spread, evenings=40, seed=5)
    return report(score for score, _after in follow(list(play(hall))))
