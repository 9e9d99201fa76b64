"""A longer search for a better draw over REST: start it, watch it, stop it, take its result."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.client import Client
from tests.api.contract import breaches
from tests.builders import make_key, owner_of, running_event, work
from tournaments.desk.verbs import seats
from tournaments.draw.verbs import draws, searches
from tournaments.models import Round, Seat

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Slices that are over in no time."""
    monkeypatch.setattr(searches, "SLICE", 5_000)


@pytest.fixture
def proposal() -> Round:
    """The first of six rounds of thirteen: the least of repeats is not proved by a short search."""
    event = running_event(13, rounds_planned=6, deals_per_round=1)
    return draws.draw_round(event, owner_of(event.club))


def change_by_hand(proposal: Round) -> None:
    """Exchange two players and drop the plan of later rounds, so that any search result is better."""
    first, other = Seat.objects.filter(round=proposal).order_by("pk")[:2]
    seats.swap_seats(proposal, owner_of(proposal.event.club), first.entry, other.entry, proposal.draw)


@pytest.fixture
def client(proposal: Round) -> Client:
    """A director of its club."""
    return Client(make_key(proposal.event.club, "director"))


def body_of(method: str, path: str, answer: Any, status: int) -> dict[str, Any]:
    """The body of an answer that has this status and is as the schema says."""
    assert answer.status_code == status, answer.content
    assert breaches(method, path, answer) == []
    body: dict[str, Any] = answer.json()
    return body


def test_a_search_is_started_and_watched_and_its_result_taken(client: Client, proposal: Round) -> None:
    change_by_hand(proposal)
    path = f"/rounds/{proposal.pk}/search/"
    begun = client.send("POST", path, {"moves": 12_000, "draw": 2})
    assert begun.headers["Location"].endswith(path)
    first = body_of("POST", path, begun, 202)
    assert (first["status"], first["moves_planned"], first["moves_done"]) == ("running", 12_000, 0)
    assert (first["repeats_best"], first["takeable"]) == (None, False)
    tag = client.get(path).headers["ETag"]
    assert client.get(path, headers={"If-None-Match": tag}).status_code == 304
    work()
    last = body_of("GET", path, client.get(path, headers={"If-None-Match": tag}), 200)
    assert (last["id"], last["status"]) == (first["id"], "done")
    assert last["moves_done"] >= 12_000
    assert last["repeats_best"] >= last["repeats_least"]
    assert client.get(f"/rounds/{proposal.pk}/").json()["draw"] == 2

    taken = body_of("POST", f"{path}take/", client.send("POST", f"{path}take/", {"draw": 2}), 200)
    assert (taken["draw"], taken["status"], taken["by_hand"]) == (3, "drawn", 0)
    assert taken["certificate"]["people"]["faults"] == []
    assert client.get(path).json()["status"] == "taken"
