"""The story of an evening over REST, and in documents."""

from __future__ import annotations

import pytest

from tests.api.client import Client
from tests.api.contract import breaches
from tests.builders import boss, make_club, owner_of, play_round, published_round, running_event
from tests.tournaments.evenings import sent
from tournaments.models import Event
from tournaments.services.evening.lifecycle import finish_event, reopen_event
from tournaments.services.events.story import set_story
from tournaments.services.exchange.documents import document_of
from tournaments.services.exchange.imports import import_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(db: None) -> Event:
    """A finished event of one round."""
    event = running_event(4, rounds_planned=1, deals_per_round=2)
    play_round(published_round(event))
    return finish_event(event, boss(event))


def test_everybody_reads_it_and_directors_change_it(anybody: Client, director: Client, event: Event) -> None:
    path = f"/events/{event.slug}/story/"
    read = anybody.get(path)
    assert breaches("GET", path, read) == []
    assert read.json()["edited"] is False
    assert "4 players, 1 round, 2 deals." in read.json()["text"]
    etag = read.headers["ETag"]
    text = "What an evening!\n\n*Nobody* expected it."
    written = director.send("PUT", path, {"text": text}, **{"If-Match": etag})
    assert (written.status_code, breaches("PUT", path, written)) == (200, [])
    assert written.json() == {"event": str(event.pk), "edited": True, "text": text}
    assert anybody.get(path).json() == written.json()
    stale = director.send("PUT", path, {"text": "Another."}, **{"If-Match": etag})
    assert (stale.status_code, stale.json()["code"]) == (412, "version_stale")
    back = director.send("PUT", path, {"text": ""}, **{"If-Match": written.headers["ETag"]})
    assert back.json() == read.json()


def test_before_the_end_it_is_empty_and_cannot_be_written(director: Client, event: Event) -> None:
    path = f"/events/{event.slug}/story/"
    reopen_event(event, boss(event))
    read = director.get(path)
    assert read.json()["text"] == ""
    refused = director.send("PUT", path, {"text": "Too early."}, **{"If-Match": read.headers["ETag"]})
    assert (refused.status_code, refused.json()["code"]) == (409, "event_not_finished")


def test_a_document_has_only_what_a_director_has_written(event: Event) -> None:
    assert sent(document_of(event))["story"] == ""
    set_story(event, boss(event), "A fine *evening*.\n\nMore of it.")
    event.refresh_from_db()
    document = sent(document_of(event))
    assert document["story"] == "A fine *evening*.\n\nMore of it."
    club = make_club()
    assert import_event(club, owner_of(club), document).story == event.story
