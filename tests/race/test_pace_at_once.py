"""The pace of bots is changed while a worker plays one of their deals, on PostgreSQL; with a control.

Whoever changes it holds the event and looks at the rows of deals to come; the worker holds such a row and
waits for the event.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from django.db import OperationalError

from tests.builders import owner_of, published_round, running_event
from tests.race.together import at_once, meet_across
from tournaments import tasks
from tournaments.models import Deal, Event, OutboxTask
from tournaments.services.evening import bots
from tournaments.services.evening.lifecycle import edit_event
from tournaments.services.events import events
from tournaments.services.play import turns

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


@pytest.fixture
def event() -> Event:
    """Its bots have played a deal, and the next is due in a minute."""
    event = running_event(4, bot="random", pace_ms=60_000)
    published_round(event)
    tasks.play_bot_deal(str(OutboxTask.objects.get(task="bots.play_deal").pk))
    return event


def hurry_while_played(event: Event, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """A message for a deal may come early: it was sent, and then the pace was slowed."""
    waiting = OutboxTask.objects.get(task="bots.play_deal", done_at__isnull=True)
    actor = owner_of(event.club)
    meet_across(monkeypatch, (bots, "record_deal"), (events, "keep_pace"))
    return at_once(
        lambda: tasks.play_bot_deal(str(waiting.pk)),
        lambda: edit_event(event, actor, pace_ms=1_000),
    )


def test_neither_waits_for_the_other_for_ever(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = hurry_while_played(event, monkeypatch)
    assert [answer for answer in answers if isinstance(answer, Exception)] == []
    assert Deal.objects.count() == 2


def test_control_if_rows_that_are_held_were_waited_for_one_of_them_would_be_ended(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = OutboxTask.objects
    waiting = SimpleNamespace(select_for_update=lambda **_how: rows.all(), bulk_update=rows.bulk_update)
    monkeypatch.setattr(turns, "OutboxTask", SimpleNamespace(objects=waiting))
    answers = hurry_while_played(event, monkeypatch)
    assert [type(answer) for answer in answers if isinstance(answer, Exception)] == [OperationalError]
