"""Simulations over REST: asked for, watched, cancelled, and what came of them."""

from __future__ import annotations

import csv
import json
from typing import Any

import pytest

import games.services as games
from tests.api.client import Client
from tests.api.contract import breaches
from tests.builders import make_club, make_key
from tournaments.models import Club, Simulation
from tournaments.services.simulations import chunks

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
    assert begun["title"] == "2 cautious, bold and random, pagat with bet limit 10, 600 deals"
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
    assert [row["bot"] for row in report["sides"][0]["bots"]] == ["cautious", "bold", "random"]
    (line,) = body_of("GET", path, client.get(path), 200)["results"]
    assert (line["id"], line["status"]) == (begun["id"], "done")


def test_the_same_simulation_gives_the_same_report(client: Client, club: Club, sent: list[int]) -> None:
    reports = []
    for _ in range(2):
        begun = client.send("POST", f"/clubs/{club.slug}/simulations/", ASKED).json()
        play_all(begun["id"])
        reports.append(client.get(f"/simulations/{begun['id']}/report/").content)
    assert reports[0] == reports[1]


def test_a_random_seed_can_be_sent_by_every_program(client: Client, club: Club, sent: list[int]) -> None:
    spec = {name: value for name, value in ASKED.items() if name != "seed"}
    begun = [client.send("POST", f"/clubs/{club.slug}/simulations/", spec).json() for _ in range(4)]
    seeds = {simulation["spec"]["seed"] for simulation in begun}
    assert len(seeds) == 4
    # JavaScript has no other numbers.
    assert all(0 <= seed == int(float(seed)) < 2**53 for seed in seeds)


def test_a_report_is_also_a_file_for_spreadsheets(client: Client, club: Club, sent: list[int]) -> None:
    begun = client.send("POST", f"/clubs/{club.slug}/simulations/", ASKED).json()
    play_all(begun["id"])
    path = f"/simulations/{begun['id']}/report/"
    answer = client.get(path + "?format=csv")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/csv"
    rows = list(csv.DictReader(answer.content.decode().splitlines()))
    report = client.get(path).json()
    assert len(rows) == len(list(games.report_rows(report)))
    (mean,) = [
        row
        for row in rows
        if (row["section"], row["name"], row["measure"]) == ("bots", "bold", "chips_per_deal")
    ]
    bold = report["sides"][0]["bots"][1]
    # As it is written in the other form, digit for digit.
    assert mean["value"] == json.dumps(bold["chips_per_deal"])
    tag = answer.headers["ETag"]
    assert client.get(path + "?format=csv", headers={"If-None-Match": tag}).status_code == 304
    assert client.get(path, headers={"If-None-Match": tag}).status_code == 200


def test_any_version_of_a_running_simulation_cancels_it(client: Client, club: Club, sent: list[int]) -> None:
    begun = client.send("POST", f"/clubs/{club.slug}/simulations/", {**ASKED, "deals": 10_000}).json()
    path = f"/simulations/{begun['id']}/"
    seen = client.get(path).headers["ETag"]
    chunks.play_chunk(begun["id"], 0)
    assert client.get(path).headers["ETag"] != seen
    careless = Client(make_key(club, "director"), careful=False).delete(path)
    assert (careless.status_code, careless.json()["code"]) == (428, "version_required")
    cancelled = client.generic("DELETE", path, headers={"If-Match": seen})
    assert (cancelled.status_code, cancelled.json()["status"]) == (200, "cancelled")
    again = client.generic("DELETE", path, headers={"If-Match": seen})
    assert (again.status_code, again.json()["code"]) == (412, "version_stale")


def test_two_rules_are_compared_on_the_same_deals(client: Client, club: Club, sent: list[int]) -> None:
    spec = {**ASKED, "compare": {"rules": {"preset": "pagat-upcard-joins", "bet_limit": 10}}}
    begun = body_of(
        "POST",
        "/clubs/{club}/simulations/",
        client.send("POST", f"/clubs/{club.slug}/simulations/", spec),
        202,
    )
    assert begun["deals_planned"] == 1200
    play_all(begun["id"])
    report = client.get(f"/simulations/{begun['id']}/report/").json()
    assert len(report["sides"]) == 2
    assert report["differences"]["positions"]


def test_whole_sessions_are_played_too(client: Client, club: Club, sent: list[int]) -> None:
    spec = {name: value for name, value in ASKED.items() if name != "deals"}
    spec["sessions"] = {"tables": 20, "deals": 6}
    begun = client.send("POST", f"/clubs/{club.slug}/simulations/", spec).json()
    assert (begun["spec"]["tables"], begun["spec"]["deals_each"]) == (20, 6)


def test_a_running_simulation_can_be_cancelled(client: Client, club: Club, sent: list[int]) -> None:
    begun = client.send("POST", f"/clubs/{club.slug}/simulations/", ASKED).json()
    path = f"/simulations/{begun['id']}/"
    refused = client.generic("DELETE", path, headers={"If-Match": '"another"'})
    assert (refused.status_code, refused.json()["code"]) == (412, "version_stale")
    cancelled = body_of("DELETE", path, client.delete(path), 200)
    assert (cancelled["status"], cancelled["seconds_left"]) == ("cancelled", None)
    assert client.get(path + "report/").status_code == 404


def test_removing_a_simulation_requires_a_version_after_its_end(
    client: Client, club: Club, sent: list[int]
) -> None:
    begun = client.send("POST", f"/clubs/{club.slug}/simulations/", ASKED).json()
    path = f"/simulations/{begun['id']}/"
    while_played = client.get(path).headers["ETag"]
    play_all(begun["id"])
    careless = Client(make_key(club, "director"), careful=False)
    assert careless.delete(path).status_code == 428
    for too_late in (while_played, "*"):
        refused = careless.generic("DELETE", path, headers={"If-Match": too_late})
        assert (refused.status_code, refused.json()["code"]) == (412, "version_stale")
    assert client.get(path + "report/").status_code == 200
    ended = client.get(path).headers["ETag"]
    removed = careless.generic("DELETE", path, headers={"If-Match": ended})
    assert (removed.status_code, removed.content) == (204, b"")
    for gone in (path, path + "report/"):
        assert client.get(gone).status_code == 404
    assert client.get(f"/clubs/{club.slug}/simulations/").json()["results"] == []


def test_a_dry_run_of_a_removal_removes_nothing(client: Client, club: Club, sent: list[int]) -> None:
    begun = client.send("POST", f"/clubs/{club.slug}/simulations/", ASKED).json()
    play_all(begun["id"])
    path = f"/simulations/{begun['id']}/"
    assert client.delete(path + "?dry_run=true").json() == {"dry_run": True}
    assert client.get(path).status_code == 200


def test_an_impossible_simulation_is_refused(client: Client, club: Club, subtests: pytest.Subtests) -> None:
    cases: list[tuple[dict[str, Any], int, str, str | None]] = [
        ({"deals": None}, 400, "bad_body", "/deals"),
        ({"deals": 0}, 400, "bad_body", "/deals"),
        ({"sessions": {"tables": 3, "deals": 4}}, 422, "bad_number_of_deals", None),
        ({"seats": ["expert", "nobody", "bold"]}, 422, "unknown_bot", "/seats"),
        ({"seats": ["bold"] * 7}, 422, "too_many_seats", "/seats"),
        ({"rules": {"preset": "whist"}}, 422, "unknown_preset", "/rules"),
        ({"compare": {"rules": {"preset": "whist"}}}, 422, "unknown_preset", "/compare"),
        ({"compare": {"rules": {"preset": "pagat", "stake": -3}}}, 422, "bad_switch_value", "/compare"),
        ({"compare": {"seats": ["bold"] * 3}}, 422, "sides_differ_in_seats", "/compare"),
        ({"compare": {}}, 422, "sides_are_alike", "/compare"),
        ({"compare": {"rules": ASKED["rules"], "seats": ASKED["seats"]}}, 422, "sides_are_alike", "/compare"),
        ({"deals": 60_000_000, "compare": {}}, 422, "too_many_deals", None),
        ({"speed": 9}, 400, "bad_body", "/speed"),
    ]
    for changed, status, code, pointer in cases:
        with subtests.test(f"{changed} {status}"):
            path = f"/clubs/{club.slug}/simulations/"
            problem = body_of("POST", path, client.send("POST", path, {**ASKED, **changed}), status)
            assert problem["code"] == code, problem
            if pointer is not None:
                assert problem["errors"][0]["pointer"] == pointer
            assert not Simulation.objects.exists()


def test_a_dry_run_returns_the_number_of_planned_deals(client: Client, club: Club) -> None:
    path = f"/clubs/{club.slug}/simulations/"
    tried = client.send("POST", path + "?dry_run=true", ASKED)
    assert tried.status_code == 200
    assert (tried.json()["dry_run"], tried.json()["deals_planned"]) == (True, 600)
    assert not Simulation.objects.exists()
