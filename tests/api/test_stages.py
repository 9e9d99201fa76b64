"""The stages of an event and its seeding over REST."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.client import Client
from tests.api.contract import breaches
from tests.builders import alike, make_event, make_key, play_round, published_round
from tournaments.models import Club, Event

pytestmark = pytest.mark.django_db

SWISS_AND_FINAL = [
    {"format": "swiss", "rounds_planned": 5},
    {"format": "final", "cut": 4, "carry": True, "share": "half_up", "rest": "full"},
]


@pytest.fixture
def planned(club: Club) -> Event:
    """An open event of the club with one stage."""
    return make_event(club)


def path_of(event: Event) -> str:
    return f"/events/{event.slug}/stages/"


def stages_told(client: Client, event: str) -> list[dict[str, Any]]:
    stages: list[dict[str, Any]] = client.get(f"/events/{event}/stages/").json()["results"]
    return stages


def test_an_event_is_made_with_its_stages(director: Client, club: Club) -> None:
    body = {"name": "A championship", "stages": SWISS_AND_FINAL}
    made = director.send("POST", f"/clubs/{club.slug}/events/", body)
    assert made.status_code == 201, made.content
    assert made.json()["rounds_planned"] == 6
    swiss, final = stages_told(director, made.json()["slug"])
    assert (swiss["number"], swiss["format"], swiss["rounds_planned"], swiss["cut"]) == (1, "swiss", 5, None)
    assert (final["number"], final["format"], final["rounds_planned"], final["cut"]) == (2, "final", 1, 4)
    assert (swiss["share"], final["carry"], final["share"]) == ("full", True, "half_up")
    assert (swiss["rest"], final["rest"]) == ("out", "full")
    assert final["size"] is None, "as the event has it"


def test_a_stage_is_added_read_and_changed(director: Client, planned: Event) -> None:
    path = path_of(planned)
    added = director.send("POST", path, {"format": "final", "cut": 4})
    assert (added.status_code, breaches("POST", path, added)) == (201, [])
    its_path = f"{path}{added.json()['id']}/"
    assert added.headers["Location"].endswith(its_path)
    seen = director.get(its_path)
    assert seen.json() == added.json()
    body = {"carry": False, "deals_per_round": 8, "weights": {"repeats": 500}}
    changed = director.send("PATCH", its_path, body, **{"If-Match": seen.headers["ETag"]})
    assert changed.status_code == 200, changed.content
    assert {name: changed.json()[name] for name in body} == body
    assert changed.headers["ETag"] == director.get(its_path).headers["ETag"] != seen.headers["ETag"]
    stale = director.send("PATCH", its_path, {"carry": True}, **{"If-Match": seen.headers["ETag"]})
    assert (stale.status_code, stale.json()["code"]) == (412, "version_stale")
    assert director.get(f"/events/{planned.slug}/").json()["rounds_planned"] == 4
    wrong = director.send("PATCH", its_path, {"weights": {"beauty": 1}})
    assert (wrong.status_code, wrong.json()["errors"][0]["pointer"]) == (422, "/weights")
    assert director.delete(its_path).status_code == 204


def test_a_play_off_is_added_drawn_and_decides(club: Club) -> None:
    event = alike(club=club)
    director = Client(make_key(club))
    path = f"/events/{event.slug}/play-offs/"
    added = director.send("POST", path, {"deals_per_round": 2})
    assert added.status_code == 201, added.content
    assert breaches("POST", path, added) == []
    stage = added.json()
    assert (stage["number"], stage["format"], stage["play_off"]) == (2, "final", True)
    assert added.headers["Location"].endswith(f"/events/{event.slug}/stages/{stage['id']}/")
    again = director.send("POST", path, {})
    assert (again.status_code, again.json()["code"]) == (409, "play_off_waits")
    fixed = director.send("PATCH", f"/events/{event.slug}/stages/{stage['id']}/", {"rounds_planned": 2})
    assert (fixed.status_code, fixed.json()["code"]) == (409, "play_off_fixed")
    play_round(published_round(event))
    rows = director.get(f"/events/{event.slug}/standings/").json()["rows"]
    assert {row["decided_by"] for row in rows[:3]} == {"play_off"}


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
    for entry, seeding in ((ids[0], 1), (ids[3], None)):
        director.send("PATCH", f"/events/{event.slug}/entries/{entry}/", {"seeding": seeding})
    assert seeds(anybody, event) == [ids[0]]
