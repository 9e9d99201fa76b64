"""Wishes over REST: families apart, friends together, pins, and who may see them."""

from __future__ import annotations

import pytest

from tests.api.client import Client
from tests.builders import a_table, make_key, owner_of
from tournaments.clubs.verbs import people as players
from tournaments.models import Club, Event, Round

pytestmark = pytest.mark.django_db


def people(event: Event, count: int) -> list[str]:
    """The ids of the first players of an event."""
    return [str(entry.player_id) for entry in event.entries.order_by("number")[:count]]


def test_the_wishes_of_an_event_include_those_of_its_club(director: Client, club: Club, event: Event) -> None:
    here, elsewhere = people(event, 2), str(players.add_player(club, owner_of(club), "Zoe").pk)
    for pair in (here, [here[0], elsewhere]):
        answer = director.send("POST", f"/clubs/{club.slug}/wishes/", {"kind": "apart", "players": pair})
        assert answer.status_code == 201
        assert answer.json()["results"][0]["event"] is None
    of_event = director.get(f"/events/{event.slug}/wishes/").json()["results"]
    assert [{player["id"] for player in wish["players"]} for wish in of_event] == [set(here)]
    assert len(director.get(f"/clubs/{club.slug}/wishes/").json()["results"]) == 2


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
