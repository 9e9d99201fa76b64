"""Many deals in one request: independent of each other, in order, idempotent."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from tests.api.client import Client
from tests.builders import (
    make_key,
    make_limited_key,
    next_document,
    play,
    published_round,
    running_event,
    the_table,
)
from tournaments.core.models.columns import new_id
from tournaments.models import Deal, Event, Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def tables() -> list[Table]:
    """Two tables of one round."""
    round_ = published_round(running_event(8))
    return [the_table(round_, number) for number in (1, 2)]


def coming(table: Table, deals: int) -> list[dict[str, Any]]:
    """The next deals of a table, as a bulk request has them; nothing is recorded."""
    deals_to_send = []
    with transaction.atomic():
        for number in range(1, deals + 1):
            deals_to_send.append({"table": str(table.pk), "number": number, "document": next_document(table)})
            play(table)
        transaction.set_rollback(True)
    return deals_to_send


def path_of(event: Event) -> str:
    return f"/events/{event.slug}/deals/"


def test_deals_of_unknown_tables_take_no_query_each(tables: list[Table]) -> None:
    """Each deal gets 404, as a PUT of it would."""
    event = tables[0].round.event
    client = Client(make_key(event.club, "scorer"))
    (deal,) = coming(tables[0], 1)
    taken = []
    for number in (1, 1, 200):
        unknown = [{**deal, "table": str(new_id())} for _ in range(number)] + [
            {**deal, "table": "nowhere"}
        ] * number
        with CaptureQueriesContext(connection) as counted:
            done = client.send("POST", path_of(event), {"deals": unknown}).json()["results"]
        assert {(row["status"], row["problem"]["code"]) for row in done} == {(404, "not_found")}
        taken.append(len(counted.captured_queries))
    assert taken[1] == taken[2]


def test_one_bad_deal_does_not_stop_the_others_and_the_order_is_kept(tables: list[Table]) -> None:
    event = tables[0].round.event
    client = Client(make_key(event.club, "scorer"))
    (first, second), (other, late) = coming(tables[0], 2), coming(tables[1], 2)
    bad = {**other, "document": {**other["document"], "actions": ["0 play 7s"]}}
    sent = [first, bad, late, second, {**first, "table": "nowhere"}, other]
    done = client.send("POST", path_of(event), {"deals": sent}).json()["results"]
    assert [row["status"] for row in done] == [201, 422, 409, 201, 404, 201]
    assert [(row["table"], row["number"]) for row in done] == [(row["table"], row["number"]) for row in sent]
    assert done[0]["deal"] == client.get(f"/tables/{tables[0].pk}/deals/1/").json()
    problem = done[1]["problem"]
    assert problem["at"] == 0
    assert problem["errors"][0]["pointer"].startswith("/deals/1/document/")
    assert (done[2]["problem"]["stated"], done[2]["problem"]["expected"]) == (2, 1)
    assert Deal.objects.count() == 3


def test_a_repeated_request_records_each_deal_once(tables: list[Table]) -> None:
    event = tables[0].round.event
    client = Client(make_key(event.club, "scorer"))
    body = {"deals": coming(tables[0], 2)}
    assert client.send("POST", path_of(event), body).status_code == 200
    again = client.send("POST", path_of(event), body).json()["results"]
    assert [row["status"] for row in again] == [200, 200]
    key = {"Idempotency-Key": "evening-7"}
    more = {"deals": coming(tables[1], 1)}
    first = client.send("POST", path_of(event), more, **key)
    replay = client.send("POST", path_of(event), more, **key)
    assert first.json()["results"][0]["status"] == 201
    assert replay.content == first.content
    assert replay.headers["Idempotency-Replayed"] == "true"
    assert Deal.objects.count() == 3


def test_a_key_for_some_tables_records_only_their_deals(tables: list[Table]) -> None:
    event = tables[0].round.event
    client = Client(make_limited_key(event.club, tables=[tables[0]]))
    sent = [*coming(tables[0], 1), *coming(tables[1], 1)]
    done = client.send("POST", path_of(event), {"deals": sent}).json()["results"]
    assert [row["status"] for row in done] == [201, 403]
    assert done[1]["problem"]["code"] == "table_not_given"
    elsewhere = the_table(published_round(running_event(4, club=event.club)))
    everywhere = Client(make_key(event.club, "scorer"))
    done = everywhere.send("POST", path_of(event), {"deals": coming(elsewhere, 1)}).json()["results"]
    assert done[0]["status"] == 404, "a table of another event is not there"


def test_a_body_without_a_list_of_deals_is_refused(
    director: Client, event: Event, subtests: pytest.Subtests
) -> None:
    cases: list[Any] = [[], None, [{}], [{"table": "x", "number": 0, "document": {}}]]
    for deals in cases:
        with subtests.test(str(deals)):
            assert director.send("POST", path_of(event), {"deals": deals}).status_code == 400
    many = [{"table": "x", "number": 1, "document": {}}] * 501
    assert director.send("POST", path_of(event), {"deals": many}).status_code == 400
    long = {"deals": [{"table": "x", "number": 1, "document": {"x": "x" * 2**21}}]}
    assert director.send("POST", path_of(event), long).status_code == 413
