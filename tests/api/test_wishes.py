"""Wishes over REST: families apart, friends together, pins, and who may see them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.api.client import Client
from tests.api.contract import breaches
from tests.builders import a_table, make_key, owner_of, running_event
from tournaments.clubs.verbs import people as players
from tournaments.models import Club, Event, Round

pytestmark = pytest.mark.django_db

Stored = Callable[[], dict[str, int]]


def people(event: Event, count: int) -> list[str]:
    """The ids of the first players of an event."""
    return [str(entry.player_id) for entry in event.entries.order_by("number")[:count]]


def test_a_family_of_three_is_kept_apart_pair_by_pair(director: Client, event: Event) -> None:
    family, path = people(event, 3), f"/events/{event.slug}/wishes/"
    answer = director.send("POST", path, {"kind": "apart", "players": family, "note": "the Weiß family"})
    assert answer.status_code == 201
    assert breaches("POST", path, answer) == []
    made = answer.json()["results"]
    pairs = {frozenset(player["id"] for player in wish["players"]) for wish in made}
    assert pairs == {frozenset(pair) for pair in (family[:2], family[1:], family[::2])}
    assert {(wish["kind"], wish["must"], wish["note"]) for wish in made} == {
        ("apart", True, "the Weiß family")
    }
    assert director.get(path).json()["results"] == made


def test_the_wishes_of_an_event_include_those_of_its_club(director: Client, club: Club, event: Event) -> None:
    here, elsewhere = people(event, 2), str(players.add_player(club, owner_of(club), "Zoe").pk)
    for pair in (here, [here[0], elsewhere]):
        answer = director.send("POST", f"/clubs/{club.slug}/wishes/", {"kind": "apart", "players": pair})
        assert answer.status_code == 201
        assert answer.json()["results"][0]["event"] is None
    of_event = director.get(f"/events/{event.slug}/wishes/").json()["results"]
    assert [{player["id"] for player in wish["players"]} for wish in of_event] == [set(here)]
    assert len(director.get(f"/clubs/{club.slug}/wishes/").json()["results"]) == 2


def test_a_wish_is_removed(director: Client, event: Event, stored: Stored) -> None:
    before = stored()
    path = f"/events/{event.slug}/wishes/"
    body = {"kind": "together", "players": people(event, 2), "always": True, "must": False}
    (wish,) = director.send("POST", path, body).json()["results"]
    assert (wish["always"], wish["must"]) == (True, False)
    seen = director.get(f"/wishes/{wish['id']}/").headers["ETag"]
    stale = director.delete(f"/wishes/{wish['id']}/", headers={"If-Match": '"stale"'})
    assert stale.status_code == 412
    assert director.delete(f"/wishes/{wish['id']}/", headers={"If-Match": seen}).status_code == 204
    assert director.get(f"/wishes/{wish['id']}/").status_code == 404
    assert stored()["tournaments.SeatingWish"] == before["tournaments.SeatingWish"]


NO_WISHES: list[tuple[dict[str, Any], int, str]] = [
    ({"kind": "apart", "players": 1}, 422, "wish_of_several"),
    ({"kind": "seat", "players": 2, "number": 0}, 422, "wish_of_one"),
    ({"kind": "table", "players": 1}, 422, "place_out_of_range"),
    ({"kind": "near", "players": 2}, 400, "bad_body"),
]


def test_an_invalid_wish_is_refused(
    director: Client, event: Event, stored: Stored, subtests: pytest.Subtests
) -> None:
    before, players = stored(), people(event, 2)
    for wish, status, code in NO_WISHES:
        with subtests.test(str(wish)):
            body = {**wish, "players": players[: wish["players"]]}
            answer = director.send("POST", f"/events/{event.slug}/wishes/", body)
            assert (answer.status_code, answer.json()["code"]) == (status, code)
            assert stored() == before


# Who may see wishes


SECRET = {"code": "wish_together_kept", "players": ["a", "b"], "times": 0}
PIN = {"code": "pinned_table", "players": ["a"], "times": 0}
PLAIN = {"code": "first_meeting", "players": [], "times": 0}


def a_round_with_a_wish() -> Round:
    """A published round whose certificate tells of a wish."""
    round_ = a_table(4).round
    certificate = round_.certificate["people"]
    certificate["tables"][0]["reasons"] = [PLAIN, SECRET, PIN]
    certificate["faults"] = [{"code": "wish_must_together", "params": {"a": "a", "b": "b"}}]
    certificate["wishes"] = {"kept": 1, "broken": 0}
    round_.save(update_fields=["certificate"])
    return round_


@pytest.mark.parametrize("role", ["", "scorer", "director"])
def test_only_directors_see_wishes(role: str) -> None:
    round_ = a_round_with_a_wish()
    client = Client(make_key(round_.event.club, role)) if role else Client()
    single = client.get(f"/rounds/{round_.pk}/").json()
    (listed,) = client.get(f"/events/{round_.event.slug}/rounds/").json()["results"]
    for shown in (single, listed):
        certificate = shown["certificate"]["people"]
        director = role == "director"
        assert certificate["tables"][0]["reasons"] == ([PLAIN, SECRET, PIN] if director else [PLAIN])
        assert bool(certificate["faults"]) is director
        assert certificate["wishes"] == {"kept": 1, "broken": 0}


@pytest.mark.parametrize("plan_public", [False, True])
def test_the_planned_rounds_are_public_only_if_the_stage_says_so(plan_public: bool) -> None:
    event = running_event(8, rounds_planned=3)
    event.stages.update(plan_public=plan_public)
    director = Client(make_key(event.club, "director"))
    drawn = director.send("POST", f"/events/{event.slug}/rounds/", {}).json()
    assert [planned["number"] for planned in drawn["ahead"]] == [2, 3]
    here = {seat["entry"] for table in drawn["tables"] for seat in table["seats"]}
    for planned in drawn["ahead"]:
        assert {entry for table in planned["tables"] for entry in table} == here
    director.send("POST", f"/rounds/{drawn['id']}/publish/", {})
    shown = Client().get(f"/rounds/{drawn['id']}/").json()["ahead"]
    assert shown == (drawn["ahead"] if plan_public else None)
