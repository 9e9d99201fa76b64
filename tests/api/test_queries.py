"""What costs what: queries of the routes that a whole club asks for at once."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.api.client import Client, deal_path
from tests.api.leagues import HouseLeague
from tests.api.program import done
from tests.builders import (
    make_event,
    make_key,
    next_document,
    play_round,
    published_round,
    running_event,
    the_table,
)
from tournaments.models import ApiKey
from tournaments.standings.verbs import standings

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def queries(client: Client, method: str, path: str, body: Any = None, **headers: str) -> int:
    """How many queries an answered request takes."""
    with CaptureQueriesContext(connection) as counted:
        assert client.send(method, path, body, **headers).status_code in (200, 201, 304)
    return len(counted.captured_queries)


def test_standings_take_few_queries_for_any_number_of_players() -> None:
    client = Client()
    for players in (4, 40):
        event = running_event(players, deals_per_round=1)
        play_round(published_round(event))
        standings.refresh(event.pk)
        path = f"/events/{event.slug}/standings/"
        # The mark, the event, the standing, the tables with a total, the names.
        assert queries(client, "GET", path) == 5
        etag = client.get(path).headers["ETag"]
        # In tests each request reads the mark. Otherwise a process reads it once a second.
        assert queries(client, "GET", path) == 1
        assert queries(client, "GET", path, **{"If-None-Match": etag}) == 1
        with_key = Client(make_key(event.club, "scorer"))
        with_key.get(path)
        assert queries(with_key, "GET", path, **{"If-None-Match": etag}) == 3


def test_what_a_season_could_become_takes_few_queries_for_any_number_of_evenings() -> None:
    place = HouseLeague()
    season = f"/seasons/{done(place.new())['id']}"
    taken = []
    for _ in range(2):
        done(place.client.send("POST", f"{season}/evenings/", {"event": str(make_event(place.club).pk)}))
        taken.append(queries(place.client, "GET", f"{season}/needs/"))
    assert taken[0] == taken[1] <= 12


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_a_deal_takes_the_same_number_of_statements_for_any_number_of_seats(seats: int) -> None:
    table = the_table(published_round(running_event(seats, size=6, deals_per_round=4)))
    client = Client(make_key(table.round.event.club, "scorer"))
    note_the_use_of_keys()
    counted = [
        statements(client, "PUT", deal_path(table), {"document": next_document(table)}) for _ in range(4)
    ]
    # With the first deal the round begins to be played.
    assert counted == [usual() + 1, usual(), usual(), usual()]


def test_the_same_deal_sent_again_takes_no_lock() -> None:
    table = the_table(published_round(running_event(4)))
    client = Client(make_key(table.round.event.club, "scorer"))
    path, body = deal_path(table), {"document": next_document(table)}
    client.send("PUT", path, body)
    assert queries(client, "PUT", path, body) == 5  # one of them asks who had a seat in this deal


def usual() -> int:
    """The statements of a deal while a refresh of the standings waits.

    PostgreSQL inserts the parts of a deal, rows of four tables, with one of them.
    """
    return 7 if connection.vendor == "postgresql" else 10


def note_the_use_of_keys() -> None:
    """As happens once a minute, in three statements more: not in this test's minute, however slow it is."""
    ApiKey.objects.update(last_used_at=timezone.now() + timedelta(days=1))


def statements(client: Client, method: str, path: str, body: Any) -> int:
    """How many statements a change takes, its transaction's BEGIN and COMMIT apart."""
    around = 2  # in a test a SAVEPOINT and its RELEASE
    return queries(client, method, path, body) - around
