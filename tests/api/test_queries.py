"""What costs what: queries of the routes that a whole club asks for at once."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.api.client import Client, deal_path
from tests.builders import (
    make_key,
    next_document,
    play,
    play_round,
    published_round,
    running_event,
    the_table,
)
from tournaments import standings

pytestmark = pytest.mark.django_db


def queries(client: Client, method: str, path: str, body: Any = None, **headers: str) -> int:
    """How many queries an answered request takes."""
    with CaptureQueriesContext(connection) as counted:
        assert client.send(method, path, body, **headers).status_code in (200, 201, 304)
    return len(counted.captured_queries)


def test_standings_take_three_queries_and_a_renewal_two_however_many_play() -> None:
    client = Client()
    for players in (4, 40):
        event = running_event(players, deals_per_round=1)
        play_round(published_round(event))
        standings.refresh(event.pk)
        path = f"/events/{event.slug}/standings/"
        etag = client.get(path).headers["ETag"]
        assert queries(client, "GET", path) == 3
        assert queries(client, "GET", path, **{"If-None-Match": etag}) == 2


def test_recording_a_deal_takes_as_many_queries_with_three_seats_as_with_six() -> None:
    counted = set()
    for seats in (3, 4, 6):
        table = the_table(published_round(running_event(seats, size=6)))
        client = Client(make_key(table.round.event.club, "scorer"))
        client.get("/clubs/")  # notes the use of the key
        play(table)  # the first deal of a round costs one more: the round is being played from now on
        counted.add(queries(client, "PUT", deal_path(table), {"document": next_document(table)}))
    assert len(counted) == 1, counted
    assert counted.pop() <= 30


@pytest.mark.parametrize("path", ["entries/", "rounds/", "payouts/", "showdowns/"])
def test_a_list_takes_as_many_queries_as_a_row(path: str) -> None:
    event = running_event(12, deals_per_round=2)
    play_round(published_round(event))
    client = Client()
    one = queries(client, "GET", f"/events/{event.slug}/{path}?limit=1")
    many = queries(client, "GET", f"/events/{event.slug}/{path}?limit=500")
    assert many == one <= 8


def test_a_tables_deals_and_ledger_take_as_many_queries_as_a_row() -> None:
    event = running_event(4, deals_per_round=4)
    round_ = published_round(event)
    play_round(round_)
    client = Client()
    table = the_table(round_)
    for path in ("deals/", "ledger/"):
        one = queries(client, "GET", f"/tables/{table.pk}/{path}?limit=1")
        many = queries(client, "GET", f"/tables/{table.pk}/{path}?limit=500")
        assert many == one <= 5
