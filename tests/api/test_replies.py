"""Who comes, over REST: signing up without a key, the list of the director, and personal links."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction

from tests.api.client import Client
from tests.builders import make_event, owner_of
from tournaments.clubs.verbs.players import add_player
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


def test_a_bad_sign_up_is_refused(anybody: Client, coming: Event, subtests: pytest.Subtests) -> None:
    cases: list[tuple[Any, int, str]] = [
        ({}, 422, "name_or_player"),
        ({"name": ""}, 400, "bad_body"),
        ({"name": "Ben", "contact": "me@"}, 422, "contact_malformed"),
        ({"name": "Anna"}, 422, "signed_up_already"),
        ({"player": "01980000-0000-7000-8000-000000000001"}, 422, "player_unknown"),
    ]
    for body, status, code in cases:
        with subtests.test(f"{body} {status}"), transaction.atomic():
            sign_up(anybody, coming, name="Anna")
            answer = anybody.send("POST", f"/events/{coming.slug}/replies/", body)
            assert (answer.status_code, answer.json()["code"]) == (status, code)
            transaction.set_rollback(True)


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
