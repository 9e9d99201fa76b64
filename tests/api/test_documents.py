"""Whole events through the API: out of one club, into another."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.client import Client
from tests.builders import make_club, make_key, owner_of, play_round, published_round, running_event
from tournaments.desk.verbs.lifecycle import finish_event
from tournaments.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def over() -> Event:
    """A finished event, whose ties no lots decide."""
    event = running_event(4, deals_per_round=1, rounds_planned=1, tie_breaks=["rounds_won", "out"])
    play_round(published_round(event))
    return finish_event(event, owner_of(event.club))


def got(event: Event) -> Any:
    answer = Client(make_key(event.club, "director")).get(f"/events/{event.slug}/document/")
    assert answer.status_code == 200
    return answer.json()["document"]


def test_an_event_moves_to_another_club(over: Event) -> None:
    document = got(over)
    club = make_club()
    client = Client(make_key(club, "director"))
    made = client.send("POST", f"/clubs/{club.slug}/events/import/", {"document": document})
    assert made.status_code == 201
    assert (made.json()["status"], made.json()["version"]) == ("finished", over.version)
    there = client.get(f"{made.headers['Location']}standings/").json()["rows"]
    here = client.get(f"/events/{over.slug}/standings/").json()["rows"]
    columns = ("place", "name", "score", "metrics", "deals", "decided_by")
    assert [[row[key] for key in columns] for row in there] == [[row[key] for key in columns] for row in here]


def test_a_club_that_has_the_event_gets_a_copy_only_if_it_asks(over: Event) -> None:
    document, address = got(over), f"/clubs/{over.club.slug}/events/import/"
    client = Client(make_key(over.club, "director"))
    refused = client.send("POST", address, {"document": document})
    assert (refused.status_code, refused.json()["code"]) == (409, "event_already_here")
    assert refused.json()["expected"] == {"event": str(over.pk), "name": over.name}
    made = client.send("POST", address, {"document": document | {"name": "Renamed"}, "again": True})
    assert made.status_code == 201
    copy = client.get(f"/events/{made.json()['id']}/document/").json()["document"]
    club = make_club()
    theirs = Client(make_key(club, "director"))
    there = f"/clubs/{club.slug}/events/import/"
    assert theirs.send("POST", there, {"document": document}).status_code == 201, "another club has no copy"
    assert theirs.send("POST", there, {"document": copy}).json()["code"] == "event_already_here"
    assert theirs.send("POST", f"{there}?dry_run=true", {"document": copy}).status_code == 409
