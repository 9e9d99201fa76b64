"""Whether ratings tell people apart: predictions of events that the ratings have not seen.

Each event is predicted from the ratings before it. The prediction of a table is how likely each of its people
has the best score there. It stands beside "all are equal", which gives each of n people 1/n.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import log
from typing import Final

from tournaments.rules.intervals import Estimate, ratio
from tournaments.rules.ratings.history import EventResult, History
from tournaments.rules.ratings.strength import Ratings, Strength, chances, step

LEAST_EVENTS: Final = 10
"""With fewer events nothing is said about the ratings."""

CLASS: Final = 0.05
"""The width of a class of the calibration."""


@dataclass(frozen=True, slots=True)
class Prediction:
    """How likely somebody was to have the best score at their table, and the share of it that they had.

    happened: 1, 0, or a part of it where several shared the best score.
    """

    likely: float
    happened: float


@dataclass(frozen=True, slots=True)
class EventScore:
    """How well one event was predicted. losses: log-losses of all its tables, added up; less is better.

    loss: of the ratings. equal: of "all are equal".
    """

    key: str
    tables: int
    loss: float
    equal: float
    predictions: tuple[Prediction, ...]


@dataclass(frozen=True, slots=True)
class CalibrationClass:
    """Predictions that were about as high. likely, happened: their means. Good: both are about equal."""

    number: int
    likely: float
    happened: float


@dataclass(frozen=True, slots=True)
class Report:
    """How good the predictions of some events were. loss, equal: the mean log-loss of a table.

    gain: by how much the ratings are better for each table, with the interval that chance explains.
    """

    events: int
    tables: int
    loss: float | None
    equal: float | None
    gain: Estimate
    calibration: tuple[CalibrationClass, ...]

    @property
    def tells_apart(self) -> bool:
        """Whether the ratings are better than "all are equal", beyond chance."""
        return self.events >= LEAST_EVENTS and self.gain.low is not None and self.gain.low > 0


def follow(history: History) -> Iterator[tuple[EventScore, dict[str, Strength]]]:
    """Predict each event from the ratings before it; yield its score, and the ratings after it."""
    ratings: dict[str, Strength] = {}
    for event in history:
        score = score_of(ratings, event)
        ratings = step(ratings, event)
        yield score, ratings


def score_of(ratings: Ratings, event: EventResult) -> EventScore:
    """Return how well these ratings, made before the event, predict it."""
    loss = equal = 0.0
    predictions: list[Prediction] = []
    for table in event.tables:
        best = max(table.scores)
        share = 1 / table.scores.count(best)
        for likely, score in zip(chances(ratings, table, event.day), table.scores, strict=True):
            happened = share if score == best else 0.0
            loss -= happened * log(likely)
            predictions.append(Prediction(likely, happened))
        equal += log(len(table.people))
    return EventScore(event.key, len(event.tables), loss, equal, tuple(predictions))


def report(scores: Iterable[EventScore]) -> Report:
    """Return how good the predictions of these events were, all together.

    Tables of one event are not independent, so chance is judged by how events differ, not tables.
    """
    played = [score for score in scores if score.tables]
    tables = sum(score.tables for score in played)
    return Report(
        events=len(played),
        tables=tables,
        loss=sum(score.loss for score in played) / tables if tables else None,
        equal=sum(score.equal for score in played) / tables if tables else None,
        gain=ratio([(score.equal - score.loss, score.tables) for score in played]),
        calibration=calibration([each for score in played for each in score.predictions]),
    )


def calibration(predictions: Sequence[Prediction]) -> tuple[CalibrationClass, ...]:
    """Return how often things happened that were about as likely, from the least likely on."""
    classes: dict[int, list[Prediction]] = defaultdict(list)
    for each in predictions:
        classes[int(each.likely / CLASS)].append(each)
    return tuple(
        CalibrationClass(
            len(inside),
            sum(each.likely for each in inside) / len(inside),
            sum(each.happened for each in inside) / len(inside),
        )
        for _number, inside in sorted(classes.items())
    )
