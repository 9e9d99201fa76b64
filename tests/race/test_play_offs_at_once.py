"""Two directors add a play-off at the same moment, on PostgreSQL."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import alike, owner_of
from tests.race.together import at_once, meet
from tournaments.core.rules.refusals import Conflict
from tournaments.draw.verbs import play_offs
from tournaments.models import Event, Stage

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def both_add(event: Event) -> list[Any]:
    actor = owner_of(event.club)
    return at_once(*[lambda: play_offs.add_play_off(event, actor)] * 2)


def test_two_directors_who_add_a_play_off_add_one(monkeypatch: pytest.MonkeyPatch) -> None:
    event = alike()
    meet(monkeypatch, play_offs, "lock_event")
    answers = both_add(event)
    assert sorted(type(answer).__name__ for answer in answers) == ["PlayOffWaits", "Stage"]
    refusal = next(answer for answer in answers if isinstance(answer, Conflict))
    assert refusal.code == "play_off_waits"
    assert Stage.objects.filter(event=event, play_off=True).count() == 1
