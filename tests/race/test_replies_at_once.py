"""Two people sign up for the last place at the same moment, on PostgreSQL.

A barrier makes each race certain (see `test_at_once`).
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import make_event, owner_of
from tests.race.together import at_once, meet
from tournaments.core.audit import Actor
from tournaments.events.verbs import replies
from tournaments.models import Event, Reply

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

STRANGER = Actor(None, "page")


@pytest.fixture
def event() -> Event:
    """An open event of two places, one of which is taken."""
    event = make_event(sign_up="open", capacity=2)
    replies.sign_up(event, STRANGER, name="Anna")
    return event


def two_for_the_last_place(event: Event) -> list[Any]:
    return at_once(
        lambda: replies.sign_up(event, STRANGER, name="Ben"),
        lambda: replies.sign_up(event, STRANGER, name="Cleo"),
    )


def test_of_two_for_the_last_place_one_comes_and_one_waits(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    meet(monkeypatch, replies, "lock_event")
    made = two_for_the_last_place(event)
    assert sorted(reply.answer for reply in made) == ["waiting", "yes"]


def test_a_no_and_a_new_sign_up_leave_no_place_empty(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    [anna] = Reply.objects.all()
    replies.sign_up(event, owner_of(event.club), name="Ben")
    replies.sign_up(event, STRANGER, name="Cleo")
    meet(monkeypatch, replies, "lock_event")
    at_once(lambda: replies.say_no(anna, STRANGER), lambda: replies.sign_up(event, STRANGER, name="Dora"))
    answers = {reply.name: reply.answer for reply in Reply.objects.all()}
    assert answers == {"Anna": "no", "Ben": "yes", "Cleo": "yes", "Dora": "waiting"}
