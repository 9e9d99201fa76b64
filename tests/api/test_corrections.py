"""Corrections through the API: rights, versions, responses and earlier revisions."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.client import Client, deal_path
from tests.builders import another_document, make_key, play, play_round, published_round, the_table
from tournaments.models import Club, Event, Table


@pytest.fixture
def table(event: Event) -> Table:
    table = the_table(published_round(event))
    play(table, 3)
    return table


def correct(client: Client, table: Table, number: int, document: Any, *, query: str = "", **body: Any) -> Any:
    """The correction, by somebody who has looked at the deal."""
    return client.send(
        "POST", f"{deal_path(table, number)}correction/{query}", {"document": document, **body}
    )


def test_a_correction_returns_the_deal_later_deals_and_changed_standings(
    scorer: Client, table: Table
) -> None:
    before = scorer.send("GET", f"{deal_path(table, 2)}").json()
    answer = correct(scorer, table, 1, another_document(table, 1), reason="wrong seat")
    assert answer.status_code == 200, answer.json()
    corrected = answer.json()
    assert (corrected["changed"], corrected["deal"]["number"], corrected["deal"]["revision"]) == (True, 1, 3)
    assert corrected["deal"]["reason"] == "wrong seat"
    assert [deal["number"] for deal in corrected["later"]] == [2, 3]
    assert corrected["later"][0]["replaces"] == before["id"]
    assert corrected["later"][0]["net_before"] == before["result"]["net"]
    assert corrected["standings"][0]["round"] is None
    moved = corrected["standings"][0]["entries"][0]
    assert moved["score_before"] != moved["score_after"] or moved["place_before"] != moved["place_after"]
    now = scorer.send("GET", deal_path(table, 1))
    assert now.json() == corrected["deal"]
    assert now.headers["ETag"] == answer.headers["ETag"]


def test_a_correction_requires_the_present_version_of_the_deal(scorer: Client, table: Table) -> None:
    stale = scorer.send("GET", deal_path(table, 1)).headers["ETag"]
    assert correct(scorer, table, 1, another_document(table, 1)).status_code == 200
    refused = scorer.send(
        "POST",
        f"{deal_path(table, 1)}correction/",
        {"document": another_document(table, 1, seed=5)},
        **{"If-Match": stale},
    )
    assert refused.status_code == 412
    body = {"document": another_document(table, 1, seed=5)}
    careless = Client(make_key(table.round.event.club, "scorer"), careful=False)
    unseen = careless.send("POST", f"{deal_path(table, 1)}correction/", body)
    assert (unseen.status_code, unseen.json()["code"]) == (428, "version_required")


def test_revisions_show_earlier_documents(anybody: Client, scorer: Client, table: Table) -> None:
    first = anybody.send("GET", deal_path(table, 1)).json()
    correct(scorer, table, 1, another_document(table, 1))
    revisions = anybody.send("GET", f"{deal_path(table, 1)}revisions/").json()["results"]
    assert [(row["revision"], row["kind"]) for row in revisions] == [
        (1, "recorded"),
        (2, "void"),
        (3, "recorded"),
    ]
    assert revisions[0] == first
    assert revisions[2] == anybody.send("GET", deal_path(table, 1)).json()


def test_only_a_director_corrects_a_closed_round(
    event: Event, club: Club, scorer: Client, director: Client
) -> None:
    table = the_table(play_round(published_round(event)))
    document = another_document(table, 1)
    wrong = correct(director, table, 1, {**document, "actions": []})
    assert wrong.status_code == 422
    assert wrong.json()["errors"][0]["pointer"].startswith("/document")
    results_only = Client(make_key(club, "director", "results"))
    for client in (scorer, results_only):
        refused = correct(client, table, 1, document)
        assert (refused.status_code, refused.json()["code"]) == (409, "correction_too_late")
    answer = correct(director, table, 1, document)
    assert answer.status_code == 200
    assert [standing["round"] for standing in answer.json()["standings"]] == [None, 1]
    # The stored standing has a new version, so clients that have the old one read it again.
    kept = director.send("GET", f"/events/{event.pk}/standings/?round=1")
    assert kept.json()["version"] == Event.objects.get(pk=event.pk).version
