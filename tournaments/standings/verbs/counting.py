"""Which rounds of an event count: the settings of `events.rules.counting`, checked when they are made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext_noop as _

from tournaments.core.errors import Invalid
from tournaments.core.models.choices import Missed, Share
from tournaments.core.refusals import sentence
from tournaments.core.rules.errors import RulesError
from tournaments.events.models.events import Event
from tournaments.events.rules.counting import check_counting, check_rounds
from tournaments.events.rules.stages import StagePlan

COUNTING = frozenset({"missed", "missed_score", "best_rounds", "struck_rounds", "least_rounds"})
"""The settings that say which rounds count."""

MOST_ROUNDS = {"best_rounds": 100, "struck_rounds": 99, "least_rounds": 100}
LIMITS = {name: (1, most) for name, most in MOST_ROUNDS.items()}

CHOICES = {"missed": Missed}

LARGEST = 1_000_000
"""Chips or points of a missed round."""
DECIMALS = 2

FIELDS = {
    "missed_score_missing": "missed_score",
    "missed_score_unused": "missed_score",
    "missed_by_average": "missed",
    "best_and_struck": "struck_rounds",
    "best_too_many": "best_rounds",
    "struck_too_many": "struck_rounds",
    "least_too_many": "least_rounds",
}
"""The setting that each refusal of the rules is about."""


def apply_counting(event: Event, fields: Mapping[str, Any]) -> None:
    """Set those of the fields that say which rounds count, of an unsaved event. Raises Invalid."""
    for name in COUNTING & fields.keys():
        setattr(event, name, _checked(name, fields[name]))
    with _as_invalid():
        check_counting(event.counting, event.scoring)


def check_enough_rounds(event: Event, plans: Sequence[StagePlan]) -> None:
    """Raise Invalid if the stages have too few rounds for these settings."""
    with _as_invalid():
        check_rounds(
            event.counting, [(plan.rounds_planned, plan.carry and plan.share == Share.FULL) for plan in plans]
        )


def _checked(name: str, value: Any) -> Any:
    if name == "missed":
        if value not in Missed.values:
            raise Invalid(
                "missed_unknown",
                _("Choose one of: %(choices)s."),
                {"choices": ", ".join(Missed.values)},
                field="missed",
            )
        return value
    if value is None:
        return None
    if name == "missed_score":
        return _checked_score(value)
    low, high = LIMITS[name]
    if type(value) is not int or not low <= value <= high:
        raise Invalid(
            "number_out_of_range",
            _("“%(name)s” must be a whole number from %(low)d to %(high)d."),
            {"name": name, "low": low, "high": high},
            field=name,
        )
    return value


def _checked_score(value: Any) -> Decimal:
    score = Decimal(str(value)) if type(value) in (int, float, Decimal) else Decimal("NaN")
    if not score.is_finite() or abs(score) > LARGEST or score != round(score, DECIMALS):
        raise Invalid(
            "missed_score_out_of_range",
            _("A missed round can be worth %(low)d to %(high)d, with two decimals at most."),
            {"low": -LARGEST, "high": LARGEST},
            field="missed_score",
        )
    return score


@contextmanager
def _as_invalid() -> Iterator[None]:
    try:
        yield
    except RulesError as error:
        raise Invalid(error.code, sentence(error), field=FIELDS[error.code]) from error
