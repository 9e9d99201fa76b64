"""The story of an evening over REST."""

from __future__ import annotations

import pytest

from tests.api.client import Client
from tests.api.contract import breaches
from tests.builders import boss, play_round, published_round, running_event
from tournaments.desk.verbs.lifecycle import finish_event, reopen_event

pytestmark = pytest.mark.django_db


def test_everybody_reads_it_after_the_end(anybody: Client) -> None:
    event = running_event(4, rounds_planned=1, deals_per_round=2)
    play_round(published_round(event))
    event = finish_event(event, boss(event))
    path = f"/events/{event.slug}/story/"
    read = anybody.get(path)
    assert breaches("GET", path, read) == []
    assert "4 players, 1 round, 2 deals." in read.json()["text"]
    reopen_event(event, boss(event))
    assert anybody.get(path).json() == {"event": str(event.pk), "text": ""}
