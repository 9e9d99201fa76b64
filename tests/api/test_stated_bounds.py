"""What verbs know stands in the OpenAPI document: bounds, lengths, choices and defaults."""

from __future__ import annotations

import re
from typing import Any

import pytest

import games.services as games
from api.retries import KEY_PATTERN
from tests.api.client import Client
from tests.api.contract import schema
from tests.builders import make_key
from tournaments.models import Club, Event, TieBreak

pytestmark = pytest.mark.django_db


def fields(component: str) -> dict[str, Any]:
    found: dict[str, Any] = schema()["components"]["schemas"][component]["properties"]
    return found


def numbers(component: str) -> list[tuple[str, int, int]]:
    """Return the name and the bounds of each whole number in the body."""
    return [
        (name, field["minimum"], field["maximum"])
        for name, field in fields(component).items()
        if "integer" in (field.get("type") if isinstance(field.get("type"), list) else [field.get("type")])
    ]


@pytest.fixture
def new(director: Client, club: Club) -> Any:
    """Ask for a new event with these settings, and store nothing."""

    def ask(**settings: Any) -> Any:
        body = {"name": "Bounds"} | settings
        return director.send("POST", f"/clubs/{club.slug}/events/?dry_run=true", body)

    return ask


def is_beyond(answer: Any) -> bool:
    return bool(answer.status_code == 422 and answer.json()["code"] == "number_out_of_range")


def test_the_numbers_of_events_and_stages_end_where_the_verbs_end(new: Any) -> None:
    of_events, of_stages = numbers("NewEvent"), numbers("NewStage")
    assert ("deals_per_round", 1, 200) in of_events
    assert {name for name, _low, _high in of_stages} >= {"cut", "advance", "size", "deals_per_round"}
    for name, low, high in of_events:
        for value in (low - 1, high + 1):
            assert is_beyond(new(**{name: value})), (name, value)
        for value in (low, high):
            assert not is_beyond(new(**{name: value})), (name, value)
    for name, low, high in of_stages:
        for value in (low - 1, high + 1):
            assert is_beyond(new(stages=[{"format": "ladder", name: value}])), (name, value)
        for value in (low, high):
            assert not is_beyond(new(stages=[{"format": "ladder", name: value}])), (name, value)


def test_the_words_are_those_that_the_verbs_know(new: Any, director: Client, club: Club) -> None:
    ties = fields("NewEvent")["tie_breaks"]["items"]["enum"]
    assert set(ties) == set(TieBreak.values)
    for name in ties:
        assert new(tie_breaks=[name]).status_code == 200, name
    bots = fields("NewPlayer")["bot"]["enum"]
    assert bots == [bot.name for bot in games.bots()]
    assert fields("NewSimulation")["seats"]["items"]["enum"] == bots
    for name in bots:
        sent = {"name": f"A {name}", "bot": name}
        assert director.send("POST", f"/clubs/{club.slug}/players/", sent).status_code == 201
    for name, field in fields("NewEvent").items():
        for value in field.get("enum", ()):
            assert new(**{name: value}).json().get("code") not in ("bad_body", f"{name}_unknown"), name


def test_a_new_event_has_the_stated_defaults(director: Client, club: Club) -> None:
    made = director.send("POST", f"/clubs/{club.slug}/events/", {"name": "Plain"}).json()
    stated = {name: field["default"] for name, field in fields("NewEvent").items() if "default" in field}
    assert {"scoring", "size", "tie_breaks", "visibility"} <= set(stated)
    assert {name: made[name] for name in stated} == stated
    assert not [name for name, field in fields("PatchedEventEdit").items() if "default" in field], (
        "a PATCH has none"
    )
    explicit = director.send("POST", f"/clubs/{club.slug}/events/", {"name": "Said"} | stated)
    assert explicit.status_code == 201, "a generated client may send them all"


def test_the_pattern_of_an_idempotency_key_is_the_one_that_is_checked(event: Event) -> None:
    (stated,) = {
        parameter["schema"]["pattern"]
        for methods in schema()["paths"].values()
        for operation in methods.values()
        for parameter in operation.get("parameters", ())
        if parameter["name"] == "Idempotency-Key"
    }
    assert stated == KEY_PATTERN
    path = f"/events/{event.slug}/rounds/"
    client = Client(make_key(event.club))
    for key, fits in (("a" * 255, True), ("a" * 256, False), ("with space", False)):
        assert bool(re.fullmatch(stated, key)) is fits
        refused = client.send("POST", path, {"x": 1}, **{"Idempotency-Key": key}).json()["code"]
        assert (refused == "idempotency_key_malformed") is not fits


def test_an_address_must_be_a_text(new: Any) -> None:
    refused = new(slug=0)
    assert (refused.status_code, refused.json()["errors"][0]["code"]) == (400, "not_text")
    assert new(slug="zero-0").status_code == 200
    assert new(slug="not a slug").status_code == 400


def test_a_replay_requires_in_the_document_what_it_requires() -> None:
    alone = {"PochDealComplete", "PochScorecardComplete"}
    body = fields("ReplayBody")["document"]
    assert {variant["$ref"].rpartition("/")[2] for variant in body["oneOf"]} == alone
    for component in alone:
        required = set(schema()["components"]["schemas"][component]["required"])
        assert required >= {"format", "rules", "dealer", "chips", "pools"}
        assert required >= set(
            schema()["components"]["schemas"][component.removesuffix("Complete")]["required"]
        )
    whole = games.play_deal(
        games.resolve_rules({"preset": "pagat"}),
        dealer=0,
        chips=[0, 0, 0],
        pools={},
        bots=["bold"] * 3,
        seed=1,
        number=1,
    )
    assert Client().send("POST", "/replay/", {"document": whole}).status_code == 200
    for name in ("format", "rules", "dealer", "chips", "pools", "actions"):
        part = {key: value for key, value in whole.items() if key != name}
        refused = Client().send("POST", "/replay/", {"document": part})
        assert refused.status_code == 400, name


def test_a_dry_run_and_the_real_response_are_one_class() -> None:
    def content(response: dict[str, Any]) -> Any:
        return response.get("content", {}).get("application/json", {}).get("schema")

    several = 0
    for path, methods in schema()["paths"].items():
        for method, operation in methods.items():
            if not any(parameter["name"] == "dry_run" for parameter in operation.get("parameters", ())):
                continue
            answers = operation["responses"]
            assert "allOf" not in (content(answers["200"]) or {}), (method, path)
            if content(answers["200"]) and content(answers.get("201", {})):
                several += 1
                assert content(answers["200"]) == content(answers["201"]), (method, path)
                name = content(answers["200"])["$ref"].rpartition("/")[2]
                shape = schema()["components"]["schemas"][name]
                assert "dry_run" in shape["properties"]
                assert "dry_run" not in shape["required"]
    assert several > 10
