"""Nonsense in any field is refused with a reason or accepted, and never causes a crash."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction

from tests.api.client import Client
from tests.builders import enter, make_event, make_key, owner_of, running_event
from tournaments.draw.verbs import draws

pytestmark = pytest.mark.django_db

NOWHERE = "01980000-0000-7000-8000-000000000000"

NONSENSE: list[Any] = [
    *("", "\u0000", "\ud800", "a" * 300, NOWHERE),
    *(-1, 0, 2**31, 2**70, 1.5, True, None),
    *([], [[]], [None], [[None]], [[[NOWHERE]]], [NOWHERE, NOWHERE], [[NOWHERE] * 3]),
    *({}, {"repeats": 2**70}, {"repeats": True}, [{}], [{"format": "swiss", "weights": {"small": None}}]),
]


@pytest.fixture
def routes() -> tuple[Client, list[tuple[str, str, dict[str, Any]]]]:
    """A director, and every route that plans or seats, with a body that makes sense."""
    event = running_event(8, rounds_planned=2)
    boss = owner_of(event.club)
    ready = make_event(event.club)
    enter(ready, 4)
    drawn = draws.draw_round(event, boss)
    client = Client(make_key(event.club, "director"))
    entries = [str(entry.pk) for entry in event.entries.order_by("number")]
    players = [str(entry.player_id) for entry in event.entries.order_by("number")[:2]]
    table, stage = drawn.tables.get(number=2).pk, ready.stages.get().pk
    settings = {
        "format": "final", "rounds_planned": 1, "cut": 4, "size": 4, "least": 3, "most": 6,
        "deals_per_round": 2, "advance": 1, "reseed": "snake", "carry": True, "small_tables": "high",
        "prefer": "fair", "weights": {}, "plan_public": True,
    }  # fmt: skip
    wish = {"kind": "apart", "players": players, "must": False, "note": "x"}
    club, path, round_ = f"/clubs/{event.club.slug}/", f"/events/{event.slug}/", f"/rounds/{drawn.pk}/"
    return client, [
        ("POST", f"{club}events/", {"name": "x", "stages": [{"format": "swiss"}]}),
        ("POST", f"/events/{ready.slug}/stages/", settings),
        ("PATCH", f"/events/{ready.slug}/stages/{stage}/", settings),
        ("POST", f"{club}wishes/", wish),
        ("POST", f"{path}wishes/", {**wish, "always": True, "number": 1}),
        ("PUT", f"{path}seeding/", {"order": entries}),
        ("PATCH", f"{path}entries/{entries[0]}/", {"seeding": 1}),
        ("POST", f"/events/{ready.slug}/rounds/", {"seed": 1, "seats": [entries[:4]]}),
        ("POST", f"{round_}move/", {"entry": entries[0], "table": str(table), "draw": 1}),
        ("PUT", f"{round_}seating/", {"seats": [entries[:4], entries[4:]], "draw": 1}),
        ("POST", f"{round_}substitute/", {"out": entries[0], "into": entries[1], "draw": 1}),
        ("POST", f"{round_}leave-out/", {"entry": entries[0], "withdraw": True, "draw": 1}),
        ("POST", f"{round_}search/", {"moves": 10, "draw": 1}),
        ("POST", f"{round_}search/take/", {"draw": 1}),
    ]


@pytest.mark.parametrize("values", [NONSENSE[::6], pytest.param(NONSENSE, marks=pytest.mark.nightly)])
def test_no_field_crashes_the_service_and_every_refusal_is_explained(
    routes: tuple[Client, list[tuple[str, str, dict[str, Any]]]], values: list[Any]
) -> None:
    client, requests = routes
    wrong = []
    for method, path, body in requests:
        for name in body:
            for nonsense in values:
                with transaction.atomic():
                    answer = client.send(method, path, {**body, name: nonsense})
                    if answer.status_code >= 500 or (
                        answer.status_code >= 400 and not answer.json()["title"]
                    ):
                        wrong.append(f"{method} {path} {name}={nonsense!r}: {answer.content!r:.200}")
                    transaction.set_rollback(True)
    assert wrong == []
