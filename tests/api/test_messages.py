"""The messages to webhooks are as the API's document says."""

from __future__ import annotations

from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from api.messages import ALL
from tests.builders import owner_of, play, play_round, published_round, running_event, the_table, work
from tournaments.desk.verbs.lifecycle import finish_event
from tournaments.models import WebhookDelivery
from tournaments.play.verbs import corrections, results
from tournaments.programs.webhooks import deliveries, sending, webhooks
from tournaments.programs.webhooks.models import ChangeType
from tournaments.seasons.verbs import ending, seasons
from tournaments.tables.verbs.table_states import TOTAL

pytestmark = pytest.mark.django_db


def bodies() -> dict[str, Any]:
    """What the document says of each type's body."""
    return {name: hook["post"]["requestBody"]["content"]["application/json"] for name, hook in ALL.items()}


def breaches(schema: Any, message: Any) -> list[str]:
    """What is wrong with a message; nothing is told that the document does not tell of."""
    strict = {**schema["properties"]["data"], "additionalProperties": False}
    whole = {**schema, "properties": {**schema["properties"], "data": strict}, "additionalProperties": False}
    return [
        f"{error.json_path}: {error.message}" for error in Draft202012Validator(whole).iter_errors(message)
    ]


def test_every_type_is_in_the_document_with_an_example_that_fits() -> None:
    assert set(bodies()) == {*ChangeType.values, deliveries.TEST}
    for type_, body in bodies().items():
        Draft202012Validator.check_schema(body["schema"])
        assert breaches(body["schema"], body["examples"][type_]["value"]) == []


def test_real_messages_match_the_document(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deliveries, "post", lambda *_args: sending.Reply(200, None))
    event = running_event(4, rounds_planned=1, deals_per_round=2)
    boss = owner_of(event.club)
    webhook, _secret = webhooks.add_webhook(event.club, boss, "https://example.org/")
    round_ = published_round(event)
    play(the_table(round_))
    corrections.void(the_table(round_), boss, 1)
    play_round(round_)
    finish_event(event, boss)
    webhooks.test_webhook(webhook, boss)
    counted = the_table(published_round(running_event(4, club=event.club)))
    total = {"format": "poch-count/1", "deals": 12, "net": [14, -6, 3, -15], "board": 4}
    results.record(counted, boss, TOTAL, total)
    corrections.correct(counted, boss, TOTAL, {**total, "net": [10, -2, 3, -15]}, "the other way round")
    season = seasons.create_season(event.club, boss, "Winter", events=[event])
    ending.end_season(seasons.start_season(season, boss), boss)
    work()
    payloads = {message.type: message.payload for message in WebhookDelivery.objects.all()}
    assert set(payloads) == set(bodies())
    for type_, payload in payloads.items():
        assert breaches(bodies()[type_]["schema"], payload) == [], type_
