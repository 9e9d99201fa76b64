"""Seeding over REST: single entries or the whole list."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.api.client import Client
from tests.api.contract import breaches
from tests.builders import running_event
from tournaments.models import Event

pytestmark = pytest.mark.django_db

Stored = Callable[[], dict[str, int]]


@pytest.fixture
def ids(event: Event) -> list[str]:
    """The event's four entries, in the order of entering."""
    return [str(pk) for pk in event.entries.order_by("number").values_list("pk", flat=True)]


def seeds(client: Client, event: Event) -> list[str]:
    """The ids of the seeded, the strongest first."""
    answer = client.get(f"/events/{event.slug}/seeding/")
    assert breaches("GET", f"/events/{event.slug}/seeding/", answer) == []
    results = answer.json()["results"]
    assert [entry["seeding"] for entry in results] == list(range(1, len(results) + 1))
    return [entry["id"] for entry in results]


def test_a_whole_list_replaces_the_seeding(
    director: Client, anybody: Client, event: Event, ids: list[str]
) -> None:
    path = f"/events/{event.slug}/seeding/"
    empty = anybody.get(path)
    assert empty.json()["results"] == []
    put = director.send("PUT", path, {"order": [ids[2], ids[0]]}, **{"If-Match": empty.headers["ETag"]})
    assert (put.status_code, breaches("PUT", path, put)) == (200, [])
    assert [entry["id"] for entry in put.json()["results"]] == seeds(anybody, event) == [ids[2], ids[0]]
    stale = director.send("PUT", path, {"order": []}, **{"If-Match": empty.headers["ETag"]})
    assert stale.status_code == 412
    director.send("PUT", path, {"order": [ids[3]]})
    assert seeds(anybody, event) == [ids[3]]


def test_seeding_one_entry_moves_the_others(director: Client, event: Event, ids: list[str]) -> None:
    def place(entry: str, seeding: int | None) -> Any:
        return director.send("PATCH", f"/events/{event.slug}/entries/{entry}/", {"seeding": seeding})

    for entry in ids[:3]:
        assert place(entry, 1).json()["seeding"] == 1
    assert seeds(director, event) == [ids[2], ids[1], ids[0]]
    assert place(ids[2], 2).json()["seeding"] == 2
    assert seeds(director, event) == [ids[1], ids[2], ids[0]]
    assert place(ids[1], None).json()["seeding"] is None
    assert seeds(director, event) == [ids[2], ids[0]]


def test_an_invalid_seeding_is_refused(
    director: Client, event: Event, ids: list[str], stored: Stored, subtests: pytest.Subtests
) -> None:
    elsewhere = str(running_event(3).entries.get(number=1).pk)
    before = stored()
    listed, single = f"/events/{event.slug}/seeding/", f"/events/{event.slug}/entries/{ids[0]}/"
    for method, path, body, status, code, pointer in [
        ("PUT", listed, {"order": [ids[0], ids[0]]}, 422, "entry_twice", "/order"),
        ("PUT", listed, {"order": [elsewhere]}, 422, "entry_unknown", "/order"),
        ("PATCH", single, {"seeding": 2}, 422, "number_out_of_range", "/seeding"),
        ("PATCH", single, {"seeding": 9, "status": "withdrawn"}, 422, "number_out_of_range", "/seeding"),
    ]:
        with subtests.test(f"{method} {body}"):
            answer = director.send(method, path, body)
            assert (answer.status_code, answer.json()["code"]) == (status, code), answer.content
            assert answer.json()["errors"][0]["pointer"] == pointer
            assert stored() == before
            assert set(event.entries.values_list("status", flat=True)) == {"checked_in"}
