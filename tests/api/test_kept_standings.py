"""Standings that are kept for readers without a key."""

from __future__ import annotations

from collections.abc import Iterator
from unittest.mock import patch

import pytest
from pytest_django import DjangoAssertNumQueries as NumQueries

from tests.api.client import Client
from tests.builders import make_key, owner_of, play_round, published_round, running_event
from tournaments.core import kept
from tournaments.events.verbs import marks
from tournaments.events.verbs.events import change_settings
from tournaments.models import Event
from tournaments.standings.verbs.standings import refresh

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def empty_memory() -> Iterator[None]:
    kept.SHELF.clear()
    with patch.object(kept, "LASTS", 3600.0):
        yield
    kept.SHELF.clear()


@pytest.fixture
def event() -> Event:
    """An event of eight with one round, which is closed."""
    event = running_event(8, rounds_planned=2, deals_per_round=1)
    play_round(published_round(event))
    refresh(event.pk)
    event.refresh_from_db()
    return event


def test_the_second_reader_and_a_304_cost_no_query(
    event: Event, django_assert_num_queries: NumQueries
) -> None:
    with patch.object(marks, "FRESH_FOR", 3600.0):
        for query in ("", "?round=1"):
            path = f"/events/{event.slug}/standings/{query}"
            first = Client().get(path)
            with django_assert_num_queries(0):
                again = Client().get(path)
                unchanged = Client().send("GET", path, **{"If-None-Match": first.headers["ETag"]})
            assert again.json() == first.json()
            assert again.headers["ETag"] == first.headers["ETag"]
            assert {"RateLimit", "Vary", "Cache-Control"} <= set(again.headers)
            assert again.headers["Content-Type"] == first.headers["Content-Type"] == "application/json"
            assert unchanged.status_code == 304
            assert not unchanged.content


def test_a_key_reads_a_change_that_others_read_a_second_later(event: Event) -> None:
    path = f"/events/{event.slug}/standings/"
    with_key = Client(make_key(event.club, "scorer"))
    with patch.object(marks, "FRESH_FOR", 3600.0):
        before = Client().get(path).json()
        play_round(published_round(event))
        refresh(event.pk)
        assert with_key.get(path).json()["version"] > before["version"]
        assert Client().get(path).json() == before
    assert Client().get(path).json() == with_key.get(path).json()


@pytest.mark.parametrize("first", ["a key", "nobody"])
def test_the_standings_of_a_private_event_reach_nobody_without_a_key(event: Event, first: str) -> None:
    path = f"/events/{event.slug}/standings/"
    with_key = Client(make_key(event.club, "scorer"))
    assert Client().get(path).status_code == 200
    for visibility, status in (("private", 404), ("public", 200)):
        change_settings(event, owner_of(event.club), {"visibility": visibility})
        for _turn in range(2):
            if first == "a key":
                assert with_key.get(path).status_code == 200
            assert Client().get(path).status_code == status
            assert with_key.get(path).status_code == 200


def test_a_bad_query_is_refused_although_the_standings_are_kept(event: Event) -> None:
    path = f"/events/{event.slug}/standings/"
    Client().get(path)
    for query in ("?round=x", "?round=0", "?rounds=1", "?round=1&colour=red"):
        assert Client().get(path + query).status_code == 400, query
    assert Client().get(f"{path}?round=9").status_code == 404
    assert len(kept.SHELF) == 1
