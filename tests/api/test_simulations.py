"""Simulations over REST: asked for, watched, cancelled, and what came of them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.client import Client
from tests.api.contract import breaches
from tests.builders import make_club, make_key
from tournaments.models import Club, Simulation
from tournaments.simulations.verbs import chunks

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("compiled_core")]

ASKED: dict[str, Any] = {
    "rules": {"preset": "pagat", "bet_limit": 10},
    "seats": ["cautious", "bold", "random", "cautious"],
    "deals": 600,
    "seed": 7,
}


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The chunks that workers would be sent."""
    numbers: list[int] = []
    monkeypatch.setattr(chunks, "_send", lambda _simulation, some: numbers.extend(some))
    return numbers


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def client(club: Club) -> Client:
    """A director of the club."""
    return Client(make_key(club, "director"))


def body_of(method: str, path: str, answer: Any, status: int) -> Any:
    """The body of an answer that has this status and is as the schema says."""
    assert answer.status_code == status, answer.content
    assert breaches(method, path, answer) == []
    return answer.json()


def play_all(ref: str) -> None:
    simulation = Simulation.objects.get(pk=ref)
    for number in range(simulation.chunks_planned):
        chunks.play_chunk(simulation.pk, number)


def test_a_simulation_is_started_watched_and_read(client: Client, club: Club, sent: list[int]) -> None:
    path = f"/clubs/{club.slug}/simulations/"
    answer = client.send("POST", path, ASKED)
    begun = body_of("POST", path, answer, 202)
    assert (begun["status"], begun["deals_planned"], begun["deals_done"]) == ("running", 600, 0)
    assert begun["title"] == (
        "2 \N{MULTIPLICATION SIGN} Cautious, Bold, Random, Modern German Poch with changed rules, 600 deals"
    )
    assert answer.headers["Retry-After"] == "1"
    where = answer.headers["Location"]
    assert where.endswith(f"/simulations/{begun['id']}/")

    its_path = f"/simulations/{begun['id']}/"
    tag = client.get(its_path).headers["ETag"]
    assert client.get(its_path, headers={"If-None-Match": tag}).status_code == 304
    assert body_of("GET", its_path + "report/", client.get(its_path + "report/"), 404)["code"] == "no_report"

    play_all(begun["id"])
    done = body_of("GET", its_path, client.get(its_path, headers={"If-None-Match": tag}), 200)
    assert (done["status"], done["deals_done"], done["percent"]) == ("done", 600, 100)
    report = body_of("GET", its_path + "report/", client.get(its_path + "report/"), 200)
    assert report["format"] == "poch-simulation/1"
    assert report["spec"] == done["spec"]
    assert [row["bot"] for row in report["bots"]] == ["cautious", "bold", "random"]
    (line,) = body_of("GET", path, client.get(path), 200)["results"]
    assert (line["id"], line["status"]) == (begun["id"], "done")
    assert body_of("DELETE", its_path, client.delete(its_path), 409)["code"] == "simulation_over"
    tried = client.send("POST", path + "?dry_run=true", {**ASKED, "deals_each": 6})
    assert (tried.status_code, tried.json()["spec"]["tables"]) == (200, 100)
    assert Simulation.objects.count() == 1
