"""How fast tables of bots play: said when the event is made, and changed while they play."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.api.client import Client as Program
from tests.builders import make_key, running_event
from tournaments.models import Club, Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(club: Club) -> Event:
    return running_event(4, bot="bold", club=club, pace_ms=4000)


def change(director: Client, event: Event, **fields: str) -> Any:
    sent = {"name": event.name, "visibility": "public", "rounds_planned": "3", **fields}
    answer = director.post(reverse("edit_event", args=[event.ref]), sent)
    event.refresh_from_db()
    return answer


def test_a_director_changes_the_pace_of_a_running_event(director: Client, event: Event) -> None:
    page = director.get(reverse("edit_event", args=[event.ref])).content.decode()
    assert 'name="pace" value="4"' in page
    change(director, event, bots_play="at_a_pace", pace="0.5")
    assert event.pace_ms == 500
    change(director, event, bots_play="at_once", pace="0.5")
    assert event.pace_ms == 0


def test_a_pace_of_zero_seconds_is_refused(director: Client, event: Event) -> None:
    answer = change(director, event, bots_play="at_a_pace", pace="")
    assert answer.status_code == 422
    assert "pace" in answer.context["form"].errors
    assert change(director, event, bots_play="at_a_pace", pace="3600").status_code == 422
    assert event.pace_ms == 4000


def test_a_form_that_does_not_ask_changes_no_pace(director: Client, event: Event) -> None:
    change(director, event)
    assert event.pace_ms == 4000


def test_a_program_changes_the_pace_alone(event: Event) -> None:
    program = Program(make_key(event.club))
    answer = program.send("PATCH", f"/events/{event.pk}/", {"pace_ms": 0})
    assert (answer.status_code, answer.json()["pace_ms"]) == (200, 0)
    refused = program.send("PATCH", f"/events/{event.pk}/", {"pace_ms": 600_001})
    assert (refused.status_code, refused.json()["code"]) == (422, "number_out_of_range")
