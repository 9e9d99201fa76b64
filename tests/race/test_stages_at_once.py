"""A stage is ended while its next round is drawn, on PostgreSQL."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import owner_of, play_round, published_round, running_event
from tests.race.together import at_once, meet_across
from tournaments.core.rules.refusals import Conflict
from tournaments.draw.verbs import draws
from tournaments.events.verbs import stages
from tournaments.models import Event, Round, Stage

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


@pytest.fixture
def event() -> Event:
    """An event with two stages, after the first of three rounds of the first stage."""
    plan = [{"format": "swiss", "rounds_planned": 3}, {"format": "final", "cut": 4}]
    event = running_event(8, stages=plan, deals_per_round=1)
    play_round(published_round(event))
    return event


def draw_and_end(event: Event) -> list[Any]:
    first = Stage.objects.get(event=event, number=1)
    actor = owner_of(event.club)
    return at_once(lambda: draws.draw_round(event, actor), lambda: stages.end_stage(first, actor))


def test_a_stage_ended_while_its_next_round_is_drawn_gets_that_round_or_ends(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    meet_across(monkeypatch, (draws, "lock_event"), (stages, "lock_event"))
    drawn, ended = draw_and_end(event)
    # The first one wins: either the stage continues with that round, or the round belongs to the next stage.
    if isinstance(ended, Conflict):
        assert (ended.code, drawn.stage.number) == ("round_open", 1)
    else:
        assert (drawn.stage.number, drawn.seats.count()) == (2, 4)
    assert Round.objects.filter(event=event).count() == 2
