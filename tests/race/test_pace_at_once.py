"""The pace of bots is changed while a worker plays one of their deals, on PostgreSQL.

The change locks the event and reads the outbox rows of later deals. The worker has locked such a row and
waits for the event.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import owner_of, published_round, running_event
from tests.race.together import at_once, meet_across
from tournaments import tasks
from tournaments.desk.verbs import lifecycle
from tournaments.models import Deal, Event, OutboxTask
from tournaments.play.verbs import bots

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


@pytest.fixture
def event() -> Event:
    """An event whose bots have played a deal. The next one is due in a minute."""
    event = running_event(4, bot="random", pace_ms=60_000)
    published_round(event)
    tasks.play_bot_deal(str(OutboxTask.objects.get(task="bots.play_deal").pk))
    return event


def hurry_while_played(event: Event, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Change the pace during a deal. (A message can come early if the pace was slowed after it was sent.)"""
    waiting = OutboxTask.objects.get(task="bots.play_deal", done_at__isnull=True)
    actor = owner_of(event.club)
    meet_across(monkeypatch, (bots, "record"), (lifecycle, "keep_pace"))
    return at_once(
        lambda: tasks.play_bot_deal(str(waiting.pk)),
        lambda: lifecycle.edit_event(event, actor, pace_ms=1_000),
    )


def test_the_two_do_not_deadlock(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = hurry_while_played(event, monkeypatch)
    assert [answer for answer in answers if isinstance(answer, Exception)] == []
    assert Deal.objects.count() == 2
