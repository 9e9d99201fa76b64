"""The invitation over REST: what it says, who comes, personal links; and events like an earlier one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.api.client import Client
from tests.api.contract import breaches
from tests.builders import make_event, owner_of
from tournaments.clubs.verbs.people import add_player
from tournaments.models import Club, Entry, Event, Reply, StoredAnswer


@pytest.fixture
def coming(club: Club) -> Event:
    """An open event with two places."""
    return make_event(club, sign_up="open", capacity=2, price=800)


def sign_up(client: Client, event: Event, **body: Any) -> Any:
    answer = client.send("POST", f"/events/{event.slug}/replies/", body)
    assert answer.status_code == 201, answer.content
    return answer.json()


def test_everybody_signs_up_and_changes_the_answer_by_the_link(anybody: Client, coming: Event) -> None:
    anna, _ben, cleo = (sign_up(anybody, coming, name=name) for name in ("Anna", "Ben", "Cleo"))
    assert [anna["answer"], cleo["answer"]] == ["yes", "waiting"]
    assert anna["url"].endswith(f"/reply/{anna['token']}/")
    own = f"/reply/{anna['token']}/"
    assert anybody.send("PATCH", own, {"answer": "no"}).json()["answer"] == "no"
    assert anybody.send("GET", f"/reply/{cleo['token']}/").json()["answer"] == "yes"
    assert anybody.send("PATCH", own, {"answer": "yes"}).json()["answer"] == "waiting"
    assert anybody.send("GET", "/reply/guessed/").status_code == 404


def test_a_sign_up_that_is_sent_again_gets_the_same_link(anybody: Client, coming: Event) -> None:
    key = {"Idempotency-Key": "8e03978e-40d5-43dd-bc93-6894a57f9324"}
    path, body = f"/events/{coming.slug}/replies/", {"name": "Anna", "contact": "anna@example.org"}
    first, again = (anybody.send("POST", path, body, **key) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    assert again.headers["Idempotency-Replayed"] == "true"
    assert "no-store" in again.headers["Cache-Control"]
    assert Reply.objects.count() == 1
    # Nobody gets the link of another request, and the key is not stored as it is.
    other = anybody.send("POST", path, {"name": "Anna"}, **key)
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")
    elsewhere = make_event(coming.club, sign_up="open")
    away = anybody.send("POST", f"/events/{elsewhere.slug}/replies/", body, **key)
    assert (away.status_code, Reply.objects.count()) == (201, 2)
    assert away.json()["token"] != first.json()["token"]
    assert not StoredAnswer.objects.filter(key__contains=key["Idempotency-Key"]).exists()


def test_a_key_that_somebody_else_may_guess_gives_nobody_else_the_link(coming: Event) -> None:
    path, body, key = f"/events/{coming.slug}/replies/", {"name": "Anna"}, {"Idempotency-Key": "1"}
    here, away = Client(), Client()
    away.defaults["REMOTE_ADDR"] = "203.0.113.9"
    assert [here.send("POST", path, body, **key).status_code for _ in range(2)] == [201, 201]
    assert away.send("POST", path, body, **key).json()["code"] == "signed_up_already"


def test_only_the_club_signs_up_its_players(
    anybody: Client, scorer: Client, director: Client, coming: Event
) -> None:
    player = add_player(coming.club, owner_of(coming.club), "Anna")
    path, body = f"/events/{coming.slug}/replies/", {"player": str(player.pk)}
    assert anybody.send("POST", path, body).json()["code"] == "player_unknown"
    assert sign_up(scorer, coming, **body)["answer"] == "yes"
    Event.objects.update(sign_up="closed")
    assert scorer.send("POST", path, {"name": "Ben"}).json()["code"] == "sign_up_closed"
    assert sign_up(director, coming, name="Ben")["answer"] == "yes"


def test_a_director_approves_notes_payments_and_checks_in(
    anybody: Client, director: Client, coming: Event
) -> None:
    Event.objects.filter(pk=coming.pk).update(sign_up="approve")
    anna, ben = (
        sign_up(anybody, coming, name=name, contact="me@example.org")["id"] for name in ("Anna", "Ben")
    )
    path = f"/events/{coming.slug}/replies/"
    listed = director.send("GET", f"{path}?answer=pending").json()["results"]
    assert [(row["name"], row["contact"], row["paid"]) for row in listed] == [
        ("Anna", "me@example.org", "0.00"),
        ("Ben", "me@example.org", "0.00"),
    ]
    edited = director.send("PATCH", f"{path}{anna}/", {"answer": "yes", "paid": "8"}).json()
    assert (edited["answer"], edited["paid"]) == ("yes", "8.00")
    assert director.send("PATCH", f"{path}{ben}/", {"answer": "refused"}).json()["answer"] == "refused"
    assert director.send("DELETE", f"{path}{anna}/").json()["code"] == "reply_has_paid"
    assert director.send("DELETE", f"{path}{ben}/").status_code == 204
    entry = director.send("POST", f"{path}{anna}/check-in/", {}).json()
    assert (entry["name"], entry["status"]) == ("Anna", "checked_in")
    sign_up(director, coming, name="Cleo")
    assert director.send("POST", f"{path}enter/", {}).json() == {"entered": 1, "left": []}
    assert Entry.objects.filter(event=coming).count() == 2
    assert Reply.objects.filter(player__isnull=True).count() == 0


def test_a_stale_answer_is_not_overwritten(anybody: Client, director: Client, coming: Event) -> None:
    anna = sign_up(anybody, coming, name="Anna")
    path = f"/events/{coming.slug}/replies/{anna['id']}/"
    seen = director.send("GET", path).headers["ETag"]
    anybody.send("PATCH", f"/reply/{anna['token']}/", {"answer": "no"})
    assert director.send("PATCH", path, {"paid": "8"}, **{"If-Match": seen}).status_code == 412


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


Stored = Callable[[], dict[str, int]]
SERIES = {"first": "2026-12-03", "every": "month", "step": 1, "count": 3}


def test_a_series_is_tried_and_then_created(director: Client, event: Event, stored: Stored) -> None:
    path = f"/events/{event.pk}/again/"
    before = stored()
    tried = director.send("POST", f"{path}?dry_run=true", {"series": SERIES, "players": True})
    assert (tried.status_code, stored()) == (200, before)
    done = director.send("POST", path, {"series": SERIES, "players": True})
    assert (done.status_code, breaches("POST", path, done)) == (201, [])
    for answer in (tried, done):
        made = answer.json()["results"]
        assert [one["starts_on"] for one in made] == ["2026-12-03", "2027-01-07", "2027-02-04"]
        assert {one["status"] for one in made} == {"open"}
    last = Event.objects.get(pk=done.json()["results"][-1]["id"])
    assert last.entries.filter(status="registered").count() == 4


def test_a_request_without_sense_is_refused_and_names_its_place(
    director: Client, event: Event, subtests: pytest.Subtests
) -> None:
    cases: list[tuple[Any, str, str]] = [
        ({}, "dates_or_series", "/dates"),
        ({"dates": ["2026-12-03"], "series": SERIES}, "dates_or_series", "/dates"),
        ({"series": {"first": "2026-12-03"}}, "rhythm_endless", "/series"),
        ({"series": {"first": "2026-12-03", "until": "2026-12-02"}}, "rhythm_ends_early", "/series"),
        ({"series": {"first": "2026-12-03", "until": "2029-12-02"}}, "too_many_days", "/series"),
        ({"series": {"first": "3000-12-03", "count": 1}}, "date_out_of_range", "/series"),
        ({"series": SERIES | {"step": 13}}, "bad_body", "/series/step"),
        ({"dates": []}, "bad_body", "/dates"),
        ({"dates": ["3.12.2026"]}, "bad_body", "/dates/0"),
    ]
    for body, code, pointer in cases:
        with subtests.test(f"{body} {code}"):
            answer = director.send("POST", f"/events/{event.pk}/again/", body)
            problem = answer.json()
            assert (problem["code"], problem["errors"][0]["pointer"]) == (code, pointer)
            assert Event.objects.count() == 1
