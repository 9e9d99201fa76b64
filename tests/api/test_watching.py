"""A deal step by step over REST."""

from __future__ import annotations

import pytest

from tests.api.client import Client
from tests.builders import a_table, make_key, play

pytestmark = pytest.mark.django_db


def test_the_steps_end_at_the_result_of_the_deal(anybody: Client) -> None:
    table = a_table()
    play(table)
    deal = anybody.get(f"/tables/{table.pk}/deals/1/").json()
    answer = anybody.get(f"/tables/{table.pk}/deals/1/steps/")
    assert answer.status_code == 200
    body = answer.json()
    assert [body[key] for key in ("id", "table", "number", "revision", "seats")] == [
        deal[key] for key in ("id", "table", "number", "revision", "seats")
    ]
    steps = body["watched"]["steps"]
    assert [row for step in steps for row in step["transfers"]] == deal["result"]["transfers"]
    assert steps[-1]["purses"] == deal["result"]["chips"]
    given = next(step["advice"] for step in steps if step["advice"])
    assert given["detail"] == given["template"] % given["params"]


def test_the_steps_are_sent_once(anybody: Client) -> None:
    table = a_table()
    play(table)
    path = f"/tables/{table.pk}/deals/1/steps/"
    etag = anybody.get(path).headers["ETag"]
    assert anybody.send("GET", path, **{"If-None-Match": etag}).status_code == 304


def test_the_steps_of_a_hidden_event_are_hidden_from_strangers(anybody: Client) -> None:
    table = a_table(visibility="private")
    play(table)
    path = f"/tables/{table.pk}/deals/1/steps/"
    assert anybody.get(path).status_code == 404
    assert Client(make_key(table.round.event.club, "scorer")).get(path).status_code == 200
