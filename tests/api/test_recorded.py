"""Every operation has a recorded example of a successful response (see `tests.api.recorder`)."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from django.db import transaction

from tests.api.client import Client
from tests.api.contract import breaches, operation_of, schema
from tests.api.recorder import RECORDING, as_example, recorded, update
from tests.api.world import World
from tests.rights import rows_of


def tour(world: World) -> dict[str, dict[str, Any]]:
    """Return the successful responses of all operations, each to the first caller with the right."""
    answers: dict[str, dict[str, Any]] = {}
    for row in rows_of("api"):
        for caller in row.who_may()[:1]:
            with transaction.atomic():
                answer = world.ask(caller, row)
                transaction.set_rollback(True)
            name = operation_of(row.method, world.fill(row.address))["operationId"]
            if answer.status_code < 300:
                answers.setdefault(name, {}).setdefault(str(answer.status_code), as_example(answer))
    return answers


def keys_of(example: Any) -> set[str]:
    """Return the keys of a response, and of the first row of a list."""
    if not isinstance(example, dict):
        return set()
    rows = example.get("results") or [{}]
    return {*example, *(f"results/{name}" for name in rows[0])}


@pytest.mark.django_db
@pytest.mark.nightly
def test_the_recorded_answers_look_like_the_real_ones(world: World) -> None:
    real = tour(world)
    if RECORDING:
        update(answers=real)
    stored = recorded()["answers"]
    assert set(stored) == set(real)
    for name, examples in real.items():
        assert set(stored[name]) == set(examples), name
        for status, example in examples.items():
            assert keys_of(stored[name][status]) == keys_of(example), name
            assert type(stored[name][status]) is type(example), name


def test_every_operation_has_an_example_of_its_success() -> None:
    without = []
    for methods in schema()["paths"].values():
        for operation in methods.values():
            done = [answer for status, answer in operation["responses"].items() if status < "300"]
            shown = [
                content
                for answer in done
                for content in answer.get("content", {}).values()
                if content.get("examples")
            ]
            if not shown and any("content" in answer for answer in done):
                without.append(operation["operationId"])
    assert without == []


def test_the_recorded_answers_match_the_schema() -> None:
    wrong = []
    places = {
        operation["operationId"]: (method, path.removeprefix("/api/v1"))
        for path, methods in schema()["paths"].items()
        for method, operation in methods.items()
    }
    for name, examples in recorded()["answers"].items():
        for status, example in examples.items():
            if isinstance(example, dict):
                answer = SimpleNamespace(
                    status_code=int(status),
                    content=b"{}",
                    headers={"Content-Type": "application/json"},
                    json=lambda example=example: example,
                )
                wrong += [f"{name} {status}: {breach}" for breach in breaches(*places[name], answer)]
    assert wrong == []


@pytest.mark.django_db
def test_the_page_of_a_code_shows_its_recorded_refusal() -> None:
    page = Client().get("/errors/card_not_held/").json()
    assert page["example"]["code"] == "card_not_held"
    assert page["example"] == recorded()["refusals"]["card_not_held"]
