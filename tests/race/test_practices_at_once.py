"""Somebody presses a button twice, or in two tabs, on PostgreSQL: one act counts."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from tests.race.together import at_once, meet
from tournaments.core.rules.refusals import Conflict
from tournaments.models import Practice
from tournaments.play.verbs import practices

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


@pytest.fixture
def practice() -> Practice:
    """A practice at the first act of the person."""
    for _ in range(50):
        begun = practices.start_practice({"preset": "pagat"}, ["expert"] * 3, address="192.0.2.1")
        if not begun.deal_is_over:
            return begun
    raise AssertionError("the person never acts")


def act_twice(practice: Practice) -> list[Any]:
    """Do the same act twice at once."""
    choice = practices.deal_of(practice).choices()[0]
    words = f"play {choice.cards[0]}" if choice.cards else choice.verb
    return at_once(*[partial(practices.act, practice, words, practice.moves)] * 2)


def test_the_second_act_is_refused_and_changes_nothing(
    practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    meet(monkeypatch, practices, "_moved")
    answers = act_twice(practice)
    refusals = [answer for answer in answers if isinstance(answer, Exception)]
    assert [refusal.code for refusal in refusals if isinstance(refusal, Conflict)] == ["practice_moved_on"]
    assert Practice.objects.get(pk=practice.pk).moves == 1
