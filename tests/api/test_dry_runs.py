"""`?dry_run=true`: the same checks and the same answer, and nothing is stored."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.api.client import Client, deal_path
from tests.builders import a_table, make_key, next_document
from tournaments.models import Club, Event, OutboxTask

pytestmark = pytest.mark.django_db

Stored = Callable[[], dict[str, int]]

FLEETING = {
    "id", "dry_run", "token", "link",
    "expires_at", "created_at", "recorded_at", "drawn_at", "published_at",
}  # fmt: skip


def lasting(body: Any) -> Any:
    """Return a body without ids and times, which differ each time."""
    if isinstance(body, dict):
        return {key: lasting(value) for key, value in body.items() if key not in FLEETING}
    return [lasting(value) for value in body] if isinstance(body, list) else body


def tried_and_done(
    client: Client, method: str, path: str, body: Any, stored: Stored, ignore: tuple[str, ...] = ()
) -> None:
    """Assert that a dry run stores nothing and that the real request has the same response."""
    before = stored()
    tried = client.send(method, f"{path}?dry_run=true", body)
    assert tried.status_code == 200, tried.content
    assert tried.json()["dry_run"] is True
    assert stored() == before
    done = client.send(method, path, body)
    assert done.status_code in (200, 201, 204), done.content
    body_done = lasting(done.json()) if done.content else {}
    assert {key: value for key, value in lasting(tried.json()).items() if key not in ignore} == {
        key: value for key, value in body_done.items() if key not in ignore
    }
    assert stored() != before


def test_a_deal_and_its_void_have_a_dry_run(stored: Stored) -> None:
    table = a_table(4)
    client = Client(make_key(table.round.event.club, "scorer"))
    OutboxTask.objects.all().delete()  # a count of the standings that waits would serve this deal too
    tried_and_done(client, "PUT", deal_path(table), {"document": next_document(table)}, stored)
    assert OutboxTask.objects.count() == 1
    tried_and_done(client, "DELETE", deal_path(table, 1), None, stored)


def test_a_dry_run_of_a_bad_deal_is_refused_like_the_deal() -> None:
    table = a_table(4)
    client = Client(make_key(table.round.event.club, "scorer"))
    body = {"document": next_document(table, dealer=3)}
    tried = client.send("PUT", f"{deal_path(table)}?dry_run=true", body)
    assert (tried.status_code, tried.json()) == (409, client.send("PUT", deal_path(table), body).json())


def test_a_dry_run_of_a_draw_returns_the_draw_that_follows(
    director: Client, event: Event, stored: Stored
) -> None:
    tried_and_done(director, "POST", f"/events/{event.slug}/rounds/", {"seed": 7}, stored)


def test_other_changes_have_a_dry_run(owner: Client, club: Club, event: Event, stored: Stored) -> None:
    path = f"/events/{event.slug}/"
    entry = str(event.entries.get(number=1).pk)
    for method, at, body in [
        ("PATCH", f"/clubs/{club.slug}/", {"name": "Anew"}),
        ("POST", f"/clubs/{club.slug}/members/", {"role": "scorer"}),
        ("POST", f"/clubs/{club.slug}/players/", {"name": "Zoe"}),
        ("POST", f"/clubs/{club.slug}/events/", {"name": "Another"}),
        ("PATCH", path, {"name": "Anew"}),
        ("POST", f"{path}entries/", {"players": ["Yves"]}),
        ("POST", f"{path}adjustments/", {"entry": entry, "chips": 3, "reason": "kind"}),
    ]:
        tried_and_done(owner, method, at, body, stored, ignore=("player", "results"))


def test_a_dry_run_of_a_removal_says_that_it_is_one(
    owner: Client, club: Club, event: Event, stored: Stored
) -> None:
    player = owner.send("POST", f"/clubs/{club.slug}/players/", {"name": "Zoe"}).json()
    before = stored()
    tried = owner.delete(f"/clubs/{club.slug}/players/{player['id']}/?dry_run=true")
    assert (tried.status_code, tried.json()) == (200, {"dry_run": True})
    assert stored() == before
    assert owner.delete(f"/clubs/{club.slug}/players/{player['id']}/").status_code == 204
