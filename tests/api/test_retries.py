"""`Idempotency-Key`: a repeated request acts once and gets the same response."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest.mock import patch

import pytest
import time_machine
from cryptography.exceptions import InvalidTag

from api.resources import Resource
from tests.api.client import Client
from tests.builders import a_table, make_key, next_document, running_event
from tournaments.clubs.verbs.accounts import key_of_secret
from tournaments.core import stored_responses
from tournaments.core.secrets import decrypt, encrypt
from tournaments.models import ApiKey, Club, Event, Player, StoredAnswer
from tournaments.tasks import forget_responses

KEY = {"Idempotency-Key": "8e03978e-40d5-43dd-bc93-6894a57f9324"}


def add(client: Client, club: Club, name: str = "Zoe", query: str = "", **headers: str) -> Any:
    """Put somebody on the roster, with the key of all these tests."""
    return client.send("POST", f"/clubs/{club.slug}/players/{query}", {"name": name}, **{**KEY, **headers})


def test_a_repeated_post_acts_once_and_gets_the_same_response(director: Client, club: Club) -> None:
    first, again = add(director, club), add(director, club)
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.content == again.content
    for header in ("Content-Type", "ETag", "Location"):
        assert first.headers[header] == again.headers[header]
    assert "Idempotency-Replayed" not in first.headers
    assert again.headers["Idempotency-Replayed"] == "true"
    assert Player.objects.filter(name="Zoe").count() == 1
    director.send("PATCH", first.headers["Location"], {"name": "Zoë"})
    spelled = director.generic(
        "POST", f"/clubs/{club.slug}/players/", '{ "name":"\\u005aoe" }', "application/json", headers=KEY
    )
    assert spelled.json()["name"] == "Zoe", "it outlives its object"
    other = add(Client(make_key(club, "director")), club, "Yves")
    assert (other.status_code, other.json()["name"]) == (201, "Yves"), "the key of another client"


def test_only_a_success_with_an_effect_is_stored(
    director: Client, scorer: Client, anybody: Client, club: Club
) -> None:
    owner, body = Client(make_key(club, "owner")), {"role": "scorer"}
    made = [owner.send("POST", f"/clubs/{club.slug}/members/", body).json()["token"] for _ in range(2)]
    assert made[0] != made[1], "without a key the request acts again"
    for _ in range(2):
        answer = anybody.send("POST", "/replay/", {"document": {}}, **KEY)
        assert "Idempotency-Replayed" not in answer.headers
    document = next_document(a_table(4))
    assert scorer.send("POST", "/replay/", {"document": document}, **KEY).status_code == 200
    assert add(director, club, "\u0007").status_code == 422
    assert add(director, club, query="?dry_run=true").json()["dry_run"] is True
    assert not StoredAnswer.objects.exists()
    assert add(director, club).status_code == 201
    assert add(director, club, query="?dry_run=true").json()["code"] == "name_taken"


def test_the_key_of_another_request_is_refused(director: Client, club: Club, event: Event) -> None:
    add(director, club)
    others = [
        add(director, club, "Yves"),
        add(director, club, query="?dry_run=false"),
        director.send("POST", f"/events/{event.slug}/entries/", {"name": "Zoe"}, **KEY),
    ]
    assert [answer.status_code for answer in others] == [422] * 3
    assert {answer.json()["code"] for answer in others} == {"idempotency_key_reused"}
    assert not Player.objects.filter(name="Yves").exists()


def test_a_malformed_idempotency_key_is_refused(
    director: Client, club: Club, stored: Any, subtests: pytest.Subtests
) -> None:
    for key in ["", "a b", "x" * 256, "é", "a\tb"]:
        with subtests.test(key):
            before = stored()
            answer = add(director, club, **{"Idempotency-Key": key})
            assert (answer.status_code, answer.json()["code"]) == (400, "idempotency_key_malformed")
            assert stored() == before


def test_a_key_that_lost_its_rights_gets_no_stored_response(club: Club) -> None:
    secret = make_key(club, "director")
    client = Client(secret)
    add(client, club)
    key = key_of_secret(secret)
    assert key is not None
    ApiKey.objects.filter(pk=key.pk).update(scopes=["read"])
    assert add(client, club).status_code == 403
    ApiKey.objects.filter(pk=key.pk).update(revoked_at=datetime.now(UTC))
    assert add(client, club).status_code == 401


def test_a_retry_may_repeat_its_if_match(director: Client, event: Event) -> None:
    drawn = director.send("POST", f"/events/{event.slug}/rounds/", {}, **KEY)
    seen = {"If-Match": drawn.headers["ETag"], "Idempotency-Key": "publish"}
    path = f"/rounds/{drawn.json()['id']}/publish/"
    first, again = (director.send("POST", path, {}, **seen) for _ in range(2))
    assert (first.status_code, again.status_code) == (200, 200)
    assert again.content == first.content


def test_a_stored_secret_is_encrypted_and_can_be_returned_again(owner: Client, club: Club) -> None:
    request = ("POST", f"/clubs/{club.slug}/members/", {"role": "scorer"})
    first = owner.send(*request, **KEY)
    token = first.json()["token"]
    assert token in first.headers["Location"]
    assert token not in str(StoredAnswer.objects.values().get())
    again = owner.send(*request, **KEY)
    assert (again.json()["token"], again.headers["Location"]) == (token, first.headers["Location"])


def test_a_stored_response_can_be_decrypted_only_with_its_key_in_its_row() -> None:
    kept = encrypt("the token", "poch_secret", "row 1")
    assert decrypt(kept, "poch_secret", "row 1") == "the token"
    assert encrypt("the token", "poch_secret", "row 1") != kept
    for secret, label in (("poch_other", "row 1"), ("poch_secret", "row 2")):
        with pytest.raises(InvalidTag):
            decrypt(kept, secret, label)


def test_after_seven_days_an_idempotency_key_can_be_used_again(director: Client, club: Club) -> None:
    now = datetime(2026, 3, 6, 20, tzinfo=UTC)
    with time_machine.travel(now, tick=False) as clock:
        add(director, club)
        clock.shift(timedelta(days=7) - timedelta(seconds=1))
        assert "Idempotency-Replayed" in add(director, club).headers
        clock.shift(timedelta(seconds=1))
        assert add(director, club).json()["code"] == "name_taken"


def test_the_sweep_deletes_responses_after_seven_days(director: Client, club: Club) -> None:
    add(director, club)
    assert stored_responses.forget_old() == 0
    with time_machine.travel(datetime.now(UTC) + stored_responses.KEEP, tick=False):
        assert forget_responses() == 1
    assert not StoredAnswer.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_retry_gets_the_response_that_was_lost_after_the_commit() -> None:
    event = running_event(4)
    client, path = Client(make_key(event.club, "director")), f"/events/{event.slug}/rounds/"
    answered: Callable[..., Any] = Resource.dispatch
    lost: list[bytes] = []

    def crash_after_commit(view: Any, *args: Any, **kwargs: Any) -> Any:
        lost.append(answered(view, *args, **kwargs).content)
        raise ConnectionResetError

    with patch.object(Resource, "dispatch", crash_after_commit):
        assert client.send("POST", path, {}, **KEY).status_code == 500
    retried = client.send("POST", path, {}, **KEY)
    assert (retried.status_code, retried.content) == (201, lost[0])
    assert event.rounds.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_change_is_rolled_back_if_its_response_cannot_be_stored() -> None:
    event = running_event(4)
    client, path = Client(make_key(event.club, "director")), f"/events/{event.slug}/rounds/"
    with patch("api.retries.store_response", side_effect=RuntimeError("full")):
        failed = client.send("POST", path, {}, **KEY)
    assert (failed.status_code, failed.json()["code"]) == (500, "internal")
    assert not event.rounds.exists()
