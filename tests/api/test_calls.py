"""Calls of the director over REST: by a phone, answered by a director."""

from __future__ import annotations

import pytest

from tests.api.client import Client
from tests.builders import a_table, make_card, make_key
from tournaments.models import Table
from tournaments.play.verbs import cards

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return a_table(4, visibility="private")


def test_a_phone_calls_once_and_sees_the_answer(table: Table) -> None:
    phone = Client(cards.enter_by_secret(make_card(table).secret).token)
    director = Client(make_key(table.round.event.club, "director", "events"))
    path = f"/tables/{table.pk}/calls/"
    made = phone.send("POST", path, {"kind": "dispute"})
    assert made.status_code == 201
    again = phone.send("POST", path, {})
    assert (again.status_code, again.json()) == (200, made.json())
    assert phone.send("POST", path, {"kind": "gossip"}).json()["code"] == "bad_body"
    [waiting] = director.get(f"/events/{table.round.event.pk}/calls/").json()["results"]
    assert waiting == made.json()
    answered = director.send("POST", f"/calls/{waiting['id']}/answer/", {}).json()
    assert answered["answered_at"]
    assert answered["ended_at"] is None
    assert phone.get(path).json()["results"] == [answered]
    assert director.send("POST", f"/calls/{waiting['id']}/answer/", {"done": True}).json()["ended_at"]
    assert director.get(f"/events/{table.round.event.pk}/calls/").json()["results"] == []
    assert phone.send("POST", f"/calls/{waiting['id']}/answer/", {}).status_code == 404
