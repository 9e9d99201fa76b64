"""The stream of an event's changes: its messages, where it resumes, and when it ends."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db.models import F

from api.live import Following, StreamResponse
from tests.api.client import Client
from tests.builders import make_key, owner_of, play, play_round, published_round, running_event
from tests.builders import the_table as table_of
from tournaments.clubs.verbs.accounts import key_of_secret, revoke_key, still_in_force
from tournaments.core.actors import COMMAND
from tournaments.desk.verbs.lifecycle import finish_event
from tournaments.models import Event
from tournaments.programs.webhooks import feed
from tournaments.standings.verbs import standings

pytestmark = pytest.mark.django_db


def path_of(event: Event) -> str:
    return f"/events/{event.pk}/stream/"


def following(answer: Any) -> Following:
    """Whom the server goes on telling after this answer."""
    assert isinstance(answer, StreamResponse)
    return answer.following


def messages(answer: Any) -> list[dict[str, Any]]:
    """The events in an answer: id, event, data."""
    assert answer.status_code == 200, answer.content
    assert answer.headers["Content-Type"] == "text/event-stream"
    blocks = [
        dict(line.split(": ", 1) for line in block.split("\n"))
        for block in answer.text.split("\n\n")
        if block
    ]
    assert list(blocks[0]) == ["retry", "id"]
    return [{**block, "data": json.loads(block["data"])} for block in blocks[1:]]


def finished(event: Event) -> Event:
    """The event after one round, its last standing computed."""
    play_round(published_round(event))
    finish_event(event, owner_of(event.club))
    standings.refresh(event.pk)
    return event


def test_a_stream_sends_a_cursor_before_any_change(event: Event, anybody: Client) -> None:
    """So a client that disconnects at once misses nothing."""
    opening = anybody.get(path_of(event)).text
    assert messages(anybody.get(path_of(event))) == []
    round_ = published_round(event)
    cursor = opening.split("id: ")[1].strip()
    (first,) = messages(anybody.get(path_of(event), headers={"Last-Event-ID": cursor}))
    assert first["event"] == "round.published"
    assert first["data"]["data"] == {"event": str(event.pk), "round": str(round_.pk), "number": 1}


def test_a_stream_resumes_from_each_id_without_loss_or_repetition(event: Event, anybody: Client) -> None:
    play(table_of(published_round(event)), 2)
    standings.refresh(event.pk)
    whole = messages(anybody.get(f"{path_of(event)}?last_event_id=0"))
    assert [message["event"] for message in whole] == [
        "round.published",
        "deal.recorded",
        "deal.recorded",
        "standing.changed",
    ]
    for at, message in enumerate(whole):
        assert (
            messages(anybody.get(path_of(event), headers={"Last-Event-ID": message["id"]})) == whole[at + 1 :]
        )


def test_a_stream_sends_the_same_as_webhooks_without_names(event: Event, anybody: Client) -> None:
    (deal,) = play(table_of(published_round(event)))
    message = messages(anybody.get(f"{path_of(event)}?last_event_id=0"))[1]
    assert set(message["data"]) == {"type", "timestamp", "data"}
    assert message["data"]["type"] == message["event"] == "deal.recorded"
    assert message["data"]["data"]["deal"] == str(deal.pk)
    assert message["data"]["timestamp"].endswith("Z")
    assert not any(
        entry.player.name in json.dumps(message) for entry in event.entries.select_related("player")
    )


def test_a_client_that_has_the_last_change_gets_204(event: Event, anybody: Client) -> None:
    finished(event)
    whole = messages(anybody.get(f"{path_of(event)}?last_event_id=0"))
    assert whole[-1]["event"] == "standing.changed"
    assert [message["event"] for message in whole].count("event.finished") == 1
    assert anybody.get(path_of(event), headers={"Last-Event-ID": whole[-1]["id"]}).status_code == 204
    assert anybody.get(path_of(event)).status_code == 204


def test_a_stream_ends_after_the_last_standing_of_a_finished_event(event: Event, anybody: Client) -> None:
    play_round(published_round(event))
    finish_event(event, owner_of(event.club))
    Event.objects.filter(pk=event.pk).update(version=F("version") + 1)
    assert anybody.get(path_of(event)).status_code == 200
    standings.refresh(event.pk)
    assert anybody.get(path_of(event)).status_code == 204


def test_an_invalid_event_id_is_refused(event: Event, anybody: Client, subtests: pytest.Subtests) -> None:
    for nonsense in ["x", "-1", "1-2-3", "1;2", "9" * 30, "٣"]:
        with subtests.test(nonsense):
            answer = anybody.get(path_of(event), {"last_event_id": nonsense})
            assert (answer.status_code, answer.json()["code"]) == (400, "bad_event_id")


def test_a_private_event_is_followed_only_with_a_key() -> None:
    event = running_event(4, visibility="private")
    assert Client().get(path_of(event)).status_code == 404
    assert Client(make_key(running_event(4).club, "owner")).get(path_of(event)).status_code == 404
    assert Client(make_key(event.club, "scorer")).get(path_of(event)).status_code == 200
    assert Client("pk_nonsense").get(path_of(event)).status_code == 401


def test_a_cursor_in_the_future_begins_with_new_changes(event: Event, anybody: Client) -> None:
    """Otherwise other streams of the event would wait for that cursor too."""
    play(table_of(published_round(event)), 1)
    ahead = anybody.get(path_of(event), {"last_event_id": "9" * 18 + "-" + "9" * 18})
    assert following(ahead).cursor == feed.newest_cursor(event)


def test_a_stream_ends_with_the_key_of_its_reader(event: Event) -> None:
    secret = make_key(event.club, "scorer")
    key = key_of_secret(secret)
    assert key is not None
    keyed = following(Client(secret).get(path_of(event)))
    assert (keyed.key, keyed.holder.partition(" ")[0]) == (key.pk, "key")
    assert following(Client().get(path_of(event))).holder == "address 127.0.0.1"
    assert still_in_force([key.pk]) == {key.pk}
    revoke_key(key, COMMAND)
    assert still_in_force([key.pk]) == set()


def test_a_stream_takes_a_constant_number_of_queries(
    event: Event, anybody: Client, django_assert_max_num_queries: Any
) -> None:
    play(table_of(published_round(event)), 3)
    with django_assert_max_num_queries(8):
        anybody.get(f"{path_of(event)}?last_event_id=0")
