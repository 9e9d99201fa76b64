"""The total of a table over REST."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.api.client import Client, deal_path
from tests.api.test_cards import session
from tests.builders import make_card, next_document, play, published_round, the_table, work
from tests.tournaments.test_without_rules import SKAT
from tournaments.models import Club, Deal, Event, Table

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


def test_another_count_is_a_correction_with_a_reason(scorer: Client, table: Table) -> None:
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


def test_chips_out_of_nothing_are_refused_with_both_sums(scorer: Client, table: Table) -> None:
    wrong = sent(scorer, table, {**COUNT, "board": 5})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "count_not_conserved")
    assert (wrong.json()["stated"], wrong.json()["expected"]) == (22, 21)
    shape = sent(scorer, table, {**COUNT, "deals": 201})
    assert (shape.status_code, shape.json()["code"]) == (400, "bad_deals")
    assert shape.json()["errors"][0]["pointer"] == "/document/deals"
    assert not Deal.objects.exists()


def test_a_table_has_deals_or_a_count(scorer: Client, table: Table) -> None:
    document = next_document(table)
    sent(scorer, table, COUNT)
    refused = scorer.send("PUT", deal_path(table, 1), {"document": document})
    assert (refused.status_code, refused.json()["code"]) == (409, "table_has_count")
    assert scorer.get(deal_path(table, 1)).json()["code"] == "no_such_deal"
    voided = scorer.send("DELETE", f"/tables/{table.pk}/count/")
    assert (voided.status_code, voided.json()["kind"]) == (200, "void"), voided.json()
    assert scorer.send("PUT", deal_path(table, 1), {"document": document}).status_code == 201
    refused = sent(scorer, table, COUNT)
    assert (refused.status_code, refused.json()["code"]) == (409, "table_has_deals")
    on_board = sum(scorer.get(f"/tables/{table.pk}/").json()["pools"].values())
    rest = {"format": "poch-count/1", "after": 1, "deals": 4, "net": [on_board, 0, 0, 0]}
    assert sent(scorer, table, rest).json()["document"] == {**rest, "board": 0}
    assert scorer.get(f"/tables/{table.pk}/").json()["deals_played"] == 5
    refused = scorer.send("PUT", deal_path(table, 2), {"document": document})
    assert (refused.status_code, refused.json()["code"]) == (409, "table_has_count")
    corrected = scorer.send("POST", f"{deal_path(table, 1)}correction/", {"document": document})
    assert corrected.status_code == 200, corrected.json()
    scorer.send("DELETE", f"/tables/{table.pk}/count/")
    as_deal = scorer.send("PUT", deal_path(table, 2), {"document": COUNT})
    assert (as_deal.status_code, as_deal.json()["code"]) == (400, "bad_format")


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


def test_a_published_evening_that_does_not_sum_to_zero_is_entered_as_it_is(owner: Client, club: Club) -> None:
    rules = {"preset": "none", "open_totals": True}
    path = f"/clubs/{club.slug}/events/"
    made = owner.send("POST", path, {"name": "Skat", "rules": rules, "rounds_planned": 2, "scoring": "chips"})
    event = f"/events/{made.json()['id']}/"
    people = [
        owner.send("POST", f"/clubs/{club.slug}/players/", {"name": f"Person {number}"}).json()["id"]
        for number in range(12)
    ]
    owner.send("PATCH", event, {"status": "open"})
    owner.send("POST", f"{event}entries/", {"players": people, "checked_in": True})
    assert owner.send("POST", f"{event}start/").status_code == 200
    points: Counter[str] = Counter()
    for series in SKAT:
        round_ = owner.send("POST", f"{event}rounds/", {}).json()
        shown = owner.send("POST", f"/rounds/{round_['id']}/publish/", {"draw": round_["draw"]}).json()
        for table, net in zip(shown["tables"], series, strict=True):
            document = {"format": "poch-count/1", "deals": 48, "net": list(net)}
            sent_ = owner.send("PUT", f"/tables/{table['id']}/count/", {"document": document})
            assert sent_.status_code == 201, sent_.json()
            moved = owner.get(f"/tables/{table['id']}/ledger/").json()["results"]
            bank = sum(row["chips"] * ((row["to"] == "bank") - (row["from"] == "bank")) for row in moved)
            assert bank == -sum(net)
            for seat, number in zip(table["seats"], net, strict=True):
                points[seat["entry"]] += number
        owner.send("POST", f"/rounds/{round_['id']}/close/")
    rows = owner.get(f"{event}standings/").json()["rows"]
    assert {row["entry"]: row["score"] for row in rows} == points
    assert owner.get(f"{event}needs/").json()["rows"] == []
