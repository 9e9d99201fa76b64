"""The total of a table over REST."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.client import Client, deal_path
from tests.api.test_cards import session
from tests.builders import make_card, play, published_round, the_table, work
from tournaments.models import Event, Table

COUNT: dict[str, Any] = {"format": "poch-count/1", "deals": 12, "net": [14, -6, 3, -15], "board": 4}
OTHER = {**COUNT, "net": [10, -6, 3, -15], "board": 8}


@pytest.fixture
def table(event: Event) -> Table:
    return the_table(published_round(event))


def sent(client: Client, table: Table, document: Any, query: str = "", **body: Any) -> Any:
    headers = body.pop("headers", {})
    path = f"/tables/{table.pk}/count/{query}"
    return client.send("PUT", path, {"document": document, **body}, **headers)


def test_a_count_is_recorded_once_and_shown(scorer: Client, anybody: Client, table: Table) -> None:
    path = f"/tables/{table.pk}/count/"
    assert anybody.get(path).json()["code"] == "no_count"
    first = sent(scorer, table, COUNT)
    assert first.status_code == 201, first.json()
    assert first.json()["result"]["net"] == COUNT["net"]
    assert first.json()["result"]["board"] == 4
    assert first.headers["Location"] == f"/api/v1{path}"
    again = sent(scorer, table, COUNT)
    assert (again.status_code, again.json()["id"]) == (200, first.json()["id"])
    shown = anybody.get(path)
    assert shown.json() == first.json()
    assert shown.headers["ETag"] == first.headers["ETag"]
    state = anybody.get(f"/tables/{table.pk}/").json()
    assert (state["has_count"], state["deals_played"], state["next_deal"]) == (True, 12, None)
    assert state["pools"] == {"board": 4}
    assert anybody.get(f"/tables/{table.pk}/deals/").json()["results"] == []
    moved = anybody.get(f"/tables/{table.pk}/ledger/").json()["results"]
    assert {row["reason"] for row in moved} == {"count"}


def test_a_phone_enters_a_count_and_corrects_none(scorer: Client, table: Table) -> None:
    phone = session(table, secret=make_card(table).secret, seat=1)
    assert sent(phone, table, COUNT).status_code == 201
    refused = sent(phone, table, OTHER, reason="mine is better")
    assert (refused.status_code, refused.json()["code"]) == (403, "guest_may_not")


def test_the_standing_says_which_tie_breaks_are_missing_where(director: Client, table: Table) -> None:
    event = table.round.event
    path = f"/events/{event.pk}/standings/"
    play(table, 1)
    director.send("DELETE", deal_path(table, 1))
    work()
    assert director.get(path).json()["counted_tables"] == []
    sent(director, table, COUNT)
    work()
    standing = director.get(path).json()
    assert standing["counted_tables"] == [{"round": 1, "table": str(table.pk), "number": 1}]
    assert standing["missing_tie_breaks"] == ["out"]
    assert {row["metrics"]["out"] for row in standing["rows"]} == {0}


def test_a_wrong_count_is_refused_and_another_is_a_correction_with_a_reason(
    scorer: Client, table: Table
) -> None:
    as_deal = scorer.send("PUT", deal_path(table, 1), {"document": COUNT})
    assert (as_deal.status_code, as_deal.json()["code"]) == (400, "bad_format")
    wrong = sent(scorer, table, {**COUNT, "board": 5})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "count_not_conserved")
    assert (wrong.json()["stated"], wrong.json()["expected"]) == (22, 21)
    shape = sent(scorer, table, {**COUNT, "deals": 201})
    assert (shape.status_code, shape.json()["errors"][0]["pointer"]) == (400, "/document/deals")
    seen = sent(scorer, table, COUNT).headers["ETag"]
    refused = sent(scorer, table, OTHER)
    assert (refused.status_code, refused.json()["code"]) == (409, "count_taken")
    assert (refused.json()["stated"], refused.json()["expected"]) == (OTHER["net"], COUNT["net"])
    done = sent(scorer, table, OTHER, reason="a stack fell", headers={"If-Match": seen})
    assert (done.status_code, done.json()["revision"]) == (200, 3), done.json()
    stale = sent(scorer, table, COUNT, reason="no", headers={"If-Match": seen})
    assert (stale.status_code, stale.json()["code"]) == (412, "version_stale")
    same = sent(scorer, table, OTHER, reason="once more")
    assert same.json()["id"] == done.json()["id"]
    voided = scorer.send("DELETE", f"/tables/{table.pk}/count/")
    assert (voided.status_code, voided.json()["kind"]) == (200, "void"), voided.json()
