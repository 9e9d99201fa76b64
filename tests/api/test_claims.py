"""Two people who must agree, through the API."""

from __future__ import annotations

from typing import Any

import pytest

from api.claims import OVERTAKEN, STATUSES
from tests.api.client import Client, deal_path
from tests.builders import make_key, next_document, published_round, the_table
from tournaments.models import ClaimStatus, Club, Deal, Event, Table, WithdrawalCause


@pytest.fixture
def table(event: Event) -> Table:
    Event.objects.filter(pk=event.pk).update(two_agree=True)
    return the_table(published_round(Event.objects.get(pk=event.pk)))


@pytest.fixture
def other(club: Club) -> Client:
    """Another scorer."""
    return Client(make_key(club, "scorer"))


def sent(client: Client, table: Table, **body: Any) -> Any:
    return client.send("PUT", deal_path(table), {"document": next_document(table), **body})


def test_a_deal_waits_for_the_second_person(scorer: Client, other: Client, table: Table) -> None:
    waits = sent(scorer, table, seat=0)
    assert waits.status_code == 202, waits.json()
    claim = waits.headers["Location"]
    assert waits.json()["status"] == "pending"
    assert scorer.send("GET", deal_path(table, 1)).status_code == 404
    own = scorer.send("POST", f"{claim}confirm/", {})
    assert (own.status_code, own.json()["code"]) == (403, "claim_of_ones_own")
    confirmed = other.send("POST", f"{claim}confirm/", {"seat": 1})
    assert (confirmed.status_code, confirmed.json()["status"]) == (200, "confirmed")
    assert scorer.send("GET", deal_path(table, 1)).json()["id"] == confirmed.json()["deal"]


def test_a_disputed_deal_is_decided_by_a_director(
    scorer: Client, other: Client, director: Client, club: Club, table: Table
) -> None:
    claim = sent(scorer, table).headers["Location"]
    disputed = other.send("POST", f"{claim}dispute/", {"reason": "Ben went out, not Anna"})
    assert (disputed.json()["status"], disputed.json()["reason"]) == ("disputed", "Ben went out, not Anna")
    # A key for results is a scorer's, whoever's it is.
    results_only = Client(make_key(club, "director", "results"))
    assert results_only.send("POST", f"{claim}confirm/", {}).json()["code"] == "claim_disputed"
    assert director.send("POST", f"{claim}confirm/", {}).json()["status"] == "confirmed"
    assert Deal.objects.count() == 1


def test_the_document_has_every_status_and_withdrawal_cause_of_a_claim() -> None:
    assert (ClaimStatus.values, WithdrawalCause.values) == (STATUSES, OVERTAKEN)
