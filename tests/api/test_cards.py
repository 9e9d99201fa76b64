"""The cards of tables over REST: made, used, guessed at, ended; and calls of the director by a phone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.client import Client, deal_path
from tests.builders import (
    a_table,
    make_key,
    next_document,
    owner_of,
    play,
    published_round,
    the_table,
)
from tournaments.desk.verbs import rounds
from tournaments.models import PinFailure, Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return a_table(4, visibility="private")


@pytest.fixture
def scorer(table: Table) -> Client:
    return Client(make_key(table.round.event.club, "scorer"))


def session(table: Table, **body: object) -> Client:
    """A program at the table, let in by what `body` says."""
    answer = Client().send("POST", f"/tables/{table.pk}/session/", body)
    assert answer.status_code == 201, answer.content
    assert answer.json()["table"] == str(table.pk)
    return Client(answer.json()["token"])


def path_of(table: Table) -> str:
    return f"/events/{table.round.event.pk}/cards/"


def made_by(scorer: Client, table: Table) -> Any:
    """A new card for the table, with its secret and PIN."""
    answer = scorer.send("POST", path_of(table), {"tables": [table.number]})
    assert answer.status_code == 201, answer.content
    [card] = answer.json()["cards"]
    return card


def other_than(pin: str) -> str:
    return f"{(int(pin) + 1) % 1_000_000:06}"


def test_a_session_whose_answer_was_lost_can_be_asked_for_again(table: Table, scorer: Client) -> None:
    card = made_by(scorer, table)
    path, body = f"/tables/{table.pk}/session/", {"pin": card["pin"], "seat": 1}
    key = {"Idempotency-Key": "8e03978e-40d5-43dd-bc93-6894a57f9324"}
    answers = [Client().send("POST", path, body, **key) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json() == answers[1].json()
    assert Client().send("POST", path, body).json()["code"] == "seat_taken"


def test_the_secret_of_a_card_is_shown_once_and_opens_its_table(table: Table, scorer: Client) -> None:
    assert scorer.get(path_of(table)).json()["results"] == []
    made = scorer.send("POST", path_of(table), {})
    assert made.status_code == 201
    [card] = made.json()["cards"]
    assert card["url"].endswith(f"/t/#{card['secret']}")
    assert "no-store" in made.headers["Cache-Control"]
    assert scorer.send("POST", path_of(table), {}).json()["cards"] == [], "every table has its card"
    [again] = scorer.get(path_of(table)).json()["results"]
    assert set(again) == {"number", "made_at", "pin_tries_left", "table", "phones"}
    assert scorer.get(f"{path_of(table)}{table.number}/").json() == again
    assert again["table"] == str(table.pk)
    link = card
    for phone in (session(table, secret=link["secret"], seat=1), session(table, pin=link["pin"])):
        assert phone.get(f"/tables/{table.pk}/").status_code == 200
        assert phone.get(f"/tables/{table.pk}/ledger/").status_code == 200
        assert phone.get(f"/events/{table.round.event.pk}/").status_code == 404
    assert phone.send("PUT", deal_path(table), {"document": next_document(table)}).status_code == 201
    assert phone.send("DELETE", deal_path(table, 1)).status_code == 403


def test_a_seat_belongs_to_one_program_until_it_is_freed(table: Table, scorer: Client) -> None:
    path = f"{path_of(table)}{table.number}/"
    secret = made_by(scorer, table)["secret"]
    body = {"secret": secret, "seat": 1}
    first = session(table, **body)
    taken = Client().send("POST", f"/tables/{table.pk}/session/", body)
    assert (taken.status_code, taken.json()["code"], taken.json()["stated"]) == (409, "seat_taken", 1)
    [phone] = scorer.get(path).json()["phones"]
    assert (phone["seat"], len(phone["mark"])) == (1, 4)
    assert scorer.send("POST", f"{path}free/", {"seat": 0}).json()["phones"] == [phone]
    assert scorer.send("POST", f"{path}free/", {"seat": 1}).json()["phones"] == []
    assert first.get(f"/tables/{table.pk}/").json()["code"] == "link_ended"
    assert session(table, **body).get(f"/tables/{table.pk}/").status_code == 200


def test_ten_wrong_pins_burn_the_pin_despite_dry_runs_and_retries(table: Table, scorer: Client) -> None:
    pin = made_by(scorer, table)["pin"]
    wrong, path = {"pin": other_than(pin)}, f"/tables/{table.pk}/session/"
    # Neither a trial run nor a retry's transaction makes a wrong try undone.
    assert scorer.send("POST", f"{path}?dry_run=true", wrong).status_code == 400
    assert Client().send("POST", path, wrong, **{"If-Match": '"x"'}).status_code == 412
    assert PinFailure.objects.count() == 0
    answers = []
    for n in range(11):
        scorer.defaults["REMOTE_ADDR"] = f"192.0.2.{n}"
        answers.append(scorer.send("POST", path, wrong, **{"Idempotency-Key": f"try-{n}"}))
    assert [answer.json()["code"] for answer in answers] == ["pin_wrong"] * 10 + ["pin_burnt"]
    assert PinFailure.objects.count() == 10
    assert Client().send("POST", path, {"pin": pin}).json()["code"] == "pin_burnt"
    assert scorer.get(f"{path_of(table)}{table.number}/").json()["pin_tries_left"] == 0


def test_a_table_that_is_not_there_is_refused_like_a_wrong_pin(table: Table, scorer: Client) -> None:
    pin = made_by(scorer, table)["pin"]
    there = Client().send("POST", f"/tables/{table.pk}/session/", {"pin": other_than(pin)})
    nowhere = Client().send("POST", "/tables/never-was/session/", {"pin": "123456"})
    assert (there.status_code, there.json()) == (nowhere.status_code, nowhere.json())
    for body in ({}, {"seat": 1}, {"secret": "x", "pin": "123456"}):
        assert Client().send("POST", f"/tables/{table.pk}/session/", body).status_code == 400


def test_a_session_ends_with_its_card_and_with_its_round(table: Table, scorer: Client) -> None:
    path = f"{path_of(table)}{table.number}/"
    phone = session(table, secret=made_by(scorer, table)["secret"])
    assert phone.get(f"/tables/{table.pk}/").status_code == 200
    etag = scorer.get(path).headers["ETag"]
    assert scorer.send("DELETE", path, **{"If-Match": etag}).status_code == 204
    assert scorer.get(path).status_code == 404
    ended = phone.get(f"/tables/{table.pk}/")
    assert (ended.status_code, ended.json()["code"]) == (401, "link_ended")
    card = made_by(scorer, table)
    again = session(table, secret=card["secret"])
    play(table)
    rounds.close_round(table.round, owner_of(table.round.event.club), early=True)
    assert again.get(f"/tables/{table.pk}/").status_code == 401
    between = scorer.get(path).json()
    assert (between["table"], between["phones"]) == (None, [])
    refused = Client().send("POST", f"/tables/{table.pk}/session/", {"secret": card["secret"]})
    assert refused.json()["code"] == "link_ended", "the card opens another table now, or none"
    after = the_table(published_round(table.round.event))
    assert session(after, secret=card["secret"], seat=1).get(f"/tables/{after.pk}/").status_code == 200
    assert scorer.get(path).json()["table"] == str(after.pk)
