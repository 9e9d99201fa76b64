"""Webhooks over REST: for owners, with a secret that is told once."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import override_settings

from tests.api.client import Client, deal_path
from tests.api.contract import breaches
from tests.builders import make_key, next_document, published_round, the_table, work
from tests.tournaments.programs.receiver import answer, receiving
from tournaments.models import Club, Event

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def here() -> Iterator[None]:
    """Receivers are on this machine."""
    with override_settings(WEBHOOK_HTTP=True):
        yield


def good(method: str, path: str, answer: Any, status: int = 200) -> Any:
    """The body of an answer that is as the schema says."""
    assert (answer.status_code, breaches(method, path, answer)) == (status, [])
    return answer.json()


def test_a_webhook_is_created_and_receives_messages(club: Club, event: Event) -> None:
    table = the_table(published_round(event))
    work()
    owner, path = Client(make_key(club, "owner")), f"/clubs/{club.slug}/webhooks/"
    with receiving(answer(500), answer(204)) as receiver:
        body = {"url": receiver.url, "types": ["deal.recorded"], "event": event.slug}
        made = owner.send("POST", path, body)
        webhook = good("POST", path, made, 201)
        assert made.headers["Location"].endswith(f"/webhooks/{webhook['id']}/")
        assert (webhook["types"], webhook["event"], webhook["paused"]) == (
            ["deal.recorded"],
            str(event.pk),
            False,
        )
        deal = owner.send("PUT", deal_path(table), {"document": next_document(table)}).json()
        work()
        (failed, received) = receiver.received
        assert received.verified(webhook["secret"])["data"]["deal"] == deal["id"]
        assert failed.body == received.body
    log = f"/webhooks/{webhook['id']}/deliveries/"
    (message,) = good("GET", log, owner.get(log))["results"]
    assert message["id"] == received.headers["webhook-id"]
    assert message["payload"] == json.loads(received.body)
    assert (message["status"], message["attempts"], message["answer_status"]) == ("delivered", 2, 204)


def test_the_secret_is_shown_only_at_its_creation(owner: Client, club: Club) -> None:
    path = f"/clubs/{club.slug}/webhooks/"
    made = owner.send("POST", path, {"url": "https://example.org/hook"}).json()
    its_path = f"/webhooks/{made['id']}/"
    turned = owner.send("POST", f"{its_path}rotate/", {})
    new = good("POST", f"{its_path}rotate/", turned)
    assert made["secret"].startswith("whsec_")
    assert new["secret"] not in ("", made["secret"])
    assert [kept["expires_at"] is None for kept in new["secrets"]] == [True, False]
    moments = [moment for kept in new["secrets"] for moment in kept.values() if moment]
    assert [moment[-1] for moment in moments] == ["Z"] * 3, "written as everywhere"
    shown = (
        owner.get(path).content + owner.get(its_path).content + owner.get(f"{its_path}deliveries/").content
    )
    assert b"whsec_" not in shown
    at_once = owner.send("POST", f"{its_path}rotate/", {"at_once": True}).json()
    assert len(at_once["secrets"]) == 1


def test_a_webhook_is_changed_paused_resumed_and_removed(owner: Client, club: Club) -> None:
    made = owner.send("POST", f"/clubs/{club.slug}/webhooks/", {"url": "https://example.org/"}).json()
    path = f"/webhooks/{made['id']}/"
    changed = good("PATCH", path, owner.send("PATCH", path, {"types": ["event.finished"], "paused": True}))
    assert (changed["types"], changed["paused_for"]) == (["event.finished"], "hand")
    assert good("PATCH", path, owner.send("PATCH", path, {"paused": False}))["paused_for"] is None
    assert owner.send("DELETE", path).status_code == 204
    assert owner.get(path).status_code == 404
    assert owner.get(f"/clubs/{club.slug}/webhooks/").json()["results"] == []
