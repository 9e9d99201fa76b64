"""The invitation of an event over REST."""

from __future__ import annotations

import pytest

from tests.api.client import Client
from tournaments.models import Club, Event

INVITATION = {
    "starts_on": "2026-10-31",
    "starts_at": "19:30",
    "place": "Café Central",
    "about": "Bring **change**.",
    "price": "12.50",
    "capacity": 18,
    "sign_up": "approve",
    "sign_up_until": "2026-10-30T18:00:00Z",
}


def test_a_program_writes_the_invitation_and_everybody_reads_it(
    director: Client, anybody: Client, event: Event
) -> None:
    answer = director.send("PATCH", f"/events/{event.slug}/", INVITATION)
    assert answer.status_code == 200, answer.content
    shown = anybody.send("GET", f"/events/{event.slug}/").json()
    assert {name: shown[name] for name in INVITATION} == INVITATION
    listed = anybody.send("GET", f"/clubs/{event.club.slug}/events/").json()["results"]
    assert listed[0]["price"] == "12.50"
    assert director.send("PATCH", f"/events/{event.slug}/", {"price": None}).json()["price"] is None


def test_a_bad_invitation_is_refused(director: Client, event: Event, subtests: pytest.Subtests) -> None:
    cases: list[tuple[object, int, str]] = [
        ({"starts_at": "19:30"}, 422, "hour_without_day"),
        ({"price": 8}, 400, "bad_body"),
        ({"price": ""}, 400, "bad_body"),
        ({"price": "-1"}, 400, "bad_body"),
        ({"capacity": 1}, 422, "number_out_of_range"),
        ({"sign_up": "perhaps"}, 400, "bad_body"),
        ({"starts_at": "half past seven"}, 400, "bad_body"),
    ]
    for body, status, code in cases:
        with subtests.test(f"{body} {status}"):
            answer = director.send("PATCH", f"/events/{event.slug}/", body)
            assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_an_hour_that_the_clocks_skip_is_refused(director: Client, event: Event) -> None:
    Club.objects.filter(pk=event.club_id).update(time_zone="Europe/Berlin")
    night = {"starts_on": "2027-03-28", "starts_at": "02:30"}
    answer = director.send("PATCH", f"/events/{event.slug}/", night)
    assert (answer.status_code, answer.json()["code"]) == (422, "hour_skipped")
    assert director.send("PATCH", f"/events/{event.slug}/", night | {"starts_at": "03:30"}).status_code == 200
