"""Prizes, tags and awards over REST, and who may see them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.client import Client
from tests.api.contract import breaches
from tests.builders import boss, make_key, make_limited_key, play_round, published_round, running_event
from tournaments.desk.verbs.lifecycle import finish_event, reopen_event
from tournaments.models import Club, Entry, Event
from tournaments.standings.verbs.standings import current_standing

pytestmark = pytest.mark.django_db

HAM = {"first": 1, "what": "a ham", "amount": "12.5"}
CUP = {"first": 1, "what": "a cup", "tag": "newcomer"}


@pytest.fixture
def event(db: None) -> Event:
    """A running event of four players after its only round."""
    event = running_event(4, rounds_planned=1, deals_per_round=1)
    play_round(published_round(event))
    return Event.objects.get(pk=event.pk)


def order(event: Event) -> list[Entry]:
    standing = current_standing(event)
    assert standing is not None
    return [Entry.objects.get(pk=row["entry"]) for row in standing.rows]


def put(client: Client, event: Event, *prizes: dict[str, Any], **more: Any) -> Any:
    path = f"/events/{event.slug}/prizes/"
    etag = client.get(path).headers["ETag"]
    return client.send("PUT", path, {"prizes": list(prizes), **more}, **{"If-Match": etag})


def test_a_director_sets_the_whole_list(director: Client, event: Event) -> None:
    path = f"/events/{event.slug}/prizes/"
    answer = put(director, event, HAM, CUP, currency="EUR", one_each=False)
    assert (answer.status_code, breaches("PUT", path, answer)) == (200, [])
    assert answer.json() == {
        "currency": "EUR",
        "one_each": False,
        "prizes": [
            {"first": 1, "last": 1, "what": "a ham", "amount": "12.50", "tag": ""},
            {"first": 1, "last": 1, "what": "a cup", "amount": None, "tag": "newcomer"},
        ],
        "tags_of_nobody": ["newcomer"],
    }
    seen = director.get(path)
    assert (seen.json(), breaches("GET", path, seen)) == (answer.json(), [])
    assert put(director, event, *answer.json()["prizes"]).json()["prizes"] == answer.json()["prizes"]


def test_the_list_is_replaced_only_by_somebody_who_has_seen_it(club: Club, event: Event) -> None:
    director = Client(make_key(club), careful=False)
    path = f"/events/{event.slug}/prizes/"
    etag = director.get(path).headers["ETag"]
    assert director.send("PUT", path, {"prizes": [HAM]}).status_code == 428
    assert put(director, event, CUP).status_code == 200
    stale = director.send("PUT", path, {"prizes": [HAM]}, **{"If-Match": etag})
    assert (stale.status_code, stale.json()["code"]) == (412, "version_stale")
    wrong = put(director, event, HAM, {"first": 1, "last": 3, "what": "x"})
    assert (wrong.status_code, wrong.json()["errors"][0]["pointer"]) == (422, "/prizes/1/first")


def test_awards_are_for_directors_until_the_event_is_finished(
    director: Client, scorer: Client, anybody: Client, event: Event
) -> None:
    put(director, event, HAM, CUP, currency="EUR")
    winner, newcomer = order(event)[0], order(event)[3]
    tagged = director.send("PATCH", f"/events/{event.slug}/entries/{newcomer.pk}/", {"tags": ["Newcomer"]})
    assert tagged.json()["tags"] == ["Newcomer"]
    path = f"/events/{event.slug}/awards/"
    answer = director.get(path)
    assert breaches("GET", path, answer) == []
    assert (answer.json()["final"], answer.json()["currency"]) == (False, "EUR")
    first, second = answer.json()["awards"]
    assert first == {
        "tag": "",
        "first": 1,
        "last": 1,
        "winners": [
            {
                "entry": str(winner.pk),
                "player": str(winner.player_id),
                "name": winner.player.public_name,
                "amount": "12.50",
            }
        ],
        "each": ["a ham"],
        "together": [],
    }
    assert (second["tag"], second["winners"][0]["entry"]) == ("newcomer", str(newcomer.pk))
    assert second["winners"][0]["amount"] is None
    nothing = {"event": str(event.pk), "final": False, "currency": "", "awards": []}
    assert [client.get(path).json() for client in (scorer, anybody)] == [nothing] * 2
    event = finish_event(event, boss(event))
    final = {**answer.json(), "final": True}
    assert [client.get(path).json() for client in (director, scorer, anybody)] == [final] * 3
    reopen_event(event, boss(event))
    assert anybody.get(path).json() == nothing


def test_tags_are_for_members_alone(
    director: Client, scorer: Client, anybody: Client, club: Club, event: Event
) -> None:
    entry = event.entries.get(number=2)
    path = f"/events/{event.slug}/entries/{entry.pk}/"
    assert director.send("PATCH", path, {"tags": [" SC  Bonn", "junior", "Junior"]}).status_code == 200
    wrong = director.send("PATCH", path, {"tags": ["a,b"]})
    assert (wrong.status_code, wrong.json()["errors"][0]["pointer"]) == (422, "/tags")
    limited = Client(make_limited_key(club, events=[event]))
    foreign = Client(make_key(running_event(4).club))
    for client, tags in (
        (director, ["SC Bonn", "junior"]),
        (scorer, ["SC Bonn", "junior"]),
        (anybody, None),
        (limited, None),
        (foreign, None),
    ):
        for place in (path, f"/events/{event.slug}/entries/"):
            answer = client.get(place)
            assert breaches("GET", place, answer) == []
            rows = answer.json().get("results", [answer.json()])
            assert next(row for row in rows if row["number"] == 2)["tags"] == tags

    listed = scorer.get(f"/events/{event.slug}/entries/").json()["results"]
    assert [row["tags"] for row in listed if row["number"] != 2] == [[], [], []]
