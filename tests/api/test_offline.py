"""A device that had no network sends what it kept: in any order, some of it twice (row F15)."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from django.db import transaction

from tests.api.client import Client
from tests.builders import make_key, next_document, play, published_round, running_event
from tournaments.models import Adjustment, Deal, Event, Table

pytestmark = pytest.mark.django_db

ROUNDS = 8
"""How often a device sends what is left of its queue. Deals of one table must arrive in order."""


@dataclass
class Kept:
    """A change that waits for the network, and the answers that acknowledged it."""

    method: str
    path: str
    body: dict[str, Any]
    headers: dict[str, str] = field(default_factory=dict)
    acknowledged: list[Any] = field(default_factory=list)


def two_deals(table: Table) -> list[Kept]:
    """The next two deals of this table, as a device prepares them without the server."""
    documents = [next_document(table)]
    with transaction.atomic():
        play(table)
        documents.append(next_document(table))
        transaction.set_rollback(True)
    return [
        Kept("PUT", f"/tables/{table.pk}/deals/{number}/", {"document": document})
        for number, document in enumerate(documents, start=1)
    ]


def penalties(event: Event) -> list[Kept]:
    return [
        Kept(
            "POST",
            f"/events/{event.slug}/adjustments/",
            {"entry": str(entry.pk), "chips": -number, "reason": "offline"},
            {"Idempotency-Key": f"penalty-{entry.pk}"},
        )
        for number, entry in enumerate(event.entries.order_by("number")[:3], start=1)
    ]


@pytest.mark.parametrize(
    "seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.nightly) for seed in range(2, 30))]
)
def test_a_queue_in_any_order_is_done_once(seed: int) -> None:
    event = running_event(8, deals_per_round=2)
    tables = list(published_round(event).tables.select_related("round__event__club"))
    queue = [*penalties(event), *(kept for table in tables for kept in two_deals(table))]
    client, chance = Client(make_key(event.club, "director")), Random(seed)
    for _ in range(ROUNDS):
        left = [kept for kept in queue if not kept.acknowledged]
        repeated = chance.sample(queue, 3)
        for kept in chance.sample([*left, *repeated], len(left) + 3):
            answer = client.send(kept.method, kept.path, kept.body, **kept.headers)
            if answer.status_code in (200, 201):
                kept.acknowledged.append(answer.json())
            else:
                assert answer.json()["code"] == "deal_out_of_turn", answer.content
    assert all(kept.acknowledged for kept in queue)
    assert all(answer == kept.acknowledged[0] for kept in queue for answer in kept.acknowledged)
    assert Deal.objects.filter(table__in=tables).count() == 4
    chips = Adjustment.objects.filter(event=event).order_by("chips").values_list("chips", flat=True)
    assert list(chips) == [-3, -2, -1]
