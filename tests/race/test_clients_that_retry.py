"""Clients at tables of one event, twenty at night. The network loses responses and doubles requests."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any
from uuid import UUID

import pytest
from django.db.models import Count, Sum

import games.services as games
from tests.api.client import Client, deal_path
from tests.builders import make_key, published_round, running_event, the_table
from tests.race.together import at_once
from tournaments.models import Account, AuditEntry, Deal, Event, OutboxTask, SeatResult, Table, Transfer
from tournaments.standings.verbs import standings
from tournaments.tables.verbs.table_states import table_state

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

SEED = 1
DEALS = 3
FATES = ("answered", "twice at once", "answer lost", "answer lost twice")
"""The possible fates of a request."""


def evening(table: Table) -> list[dict[str, Any]]:
    """Return the documents of all deals of a table, in their order."""
    state = table_state(table)
    dealer, chips, pools = state.next_dealer, state.purses, state.pools
    documents = []
    for number in range(1, DEALS + 1):
        document = games.play_deal(
            state.rules,
            dealer=dealer,
            chips=chips,
            pools=pools,
            bots=["random"] * state.seats,
            seed=5,
            number=number,
        )
        result = games.replay(document)
        dealer, chips, pools = result["next_dealer"], result["chips"], result["pools"]
        documents.append(document)
    return documents


def put(secret: str, path: str, document: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    answer = Client(secret).send("PUT", path, {"document": document})
    return answer.status_code, answer.json()


def sent(secret: str, path: str, document: dict[str, Any], fate: str) -> list[tuple[int, dict[str, Any]]]:
    """Return all responses to one deal, lost ones too."""
    if fate == "twice at once":
        return at_once(*[lambda: put(secret, path, document)] * 2)
    times = {"answered": 1, "answer lost": 2, "answer lost twice": 3}[fate]
    return [put(secret, path, document) for _ in range(times)]


def client(secret: str, table: Table, chance: Random) -> dict[UUID, int]:
    """Send the deals of a table in order, each until a response arrives. Return their numbers by id."""
    numbers = {}
    for number, document in enumerate(evening(table), 1):
        answers = sent(secret, deal_path(table, number), document, chance.choice(FATES))
        statuses = sorted(status for status, _body in answers)
        assert statuses == [200] * (len(answers) - 1) + [201], answers
        (deal_id,) = {UUID(body["id"]) for _status, body in answers}
        assert all(body == answers[0][1] for _status, body in answers)
        numbers[deal_id] = number
    return numbers


def clients(tables: list[Table]) -> Iterator[Any]:
    secret = make_key(tables[0].round.event.club, "scorer", "results")
    deeds = [lambda table=table: client(secret, table, Random(f"{SEED} {table.number}")) for table in tables]
    return iter(at_once(*deeds))


@pytest.mark.parametrize("count", [5, pytest.param(20, marks=pytest.mark.nightly)])
def test_each_deal_is_recorded_once(count: int) -> None:
    round_ = published_round(running_event(4 * count, deals_per_round=DEALS))
    tables = [the_table(round_, number + 1) for number in range(count)]
    before = Event.objects.get().version
    numbers: dict[UUID, int] = {}
    for answer in clients(tables):
        assert isinstance(answer, dict), answer
        numbers |= answer
    # The clients know exactly the deals in the database. Each version belongs to one deal.
    assert numbers == dict(Deal.objects.values_list("pk", "number"))
    assert len(numbers) == count * DEALS
    versions = Deal.objects.order_by("event_version").values_list("event_version", flat=True)
    assert list(versions) == list(range(before + 1, before + 1 + len(numbers)))
    assert Event.objects.get().version == before + len(numbers)
    # The log has each deal once, in the order of versions.
    log = AuditEntry.objects.filter(verb="record_deal").order_by("pk").values_list("target", flat=True)
    in_order = Deal.objects.order_by("event_version").values_list("pk", flat=True)
    assert list(log) == [f"deal {pk}" for pk in in_order]
    # No worker runs. One refresh of the standings waits for all deals.
    assert OutboxTask.objects.filter(task="standings.refresh").count() == 1
    # The balances agree with the transfers, and the number of chips has not changed.
    for account in Account.objects.annotate(came=Sum("incoming__chips", default=0)):
        went = account.outgoing.aggregate(chips=Sum("chips", default=0))["chips"]
        assert account.balance == account.came - went
    per_table = Account.objects.values("table").annotate(chips=Sum("balance")).values_list("chips", flat=True)
    assert list(per_table) == [0] * count
    assert (
        not Transfer.objects.values("deal", "seq").annotate(n=Count("pk")).filter(deal__isnull=False, n__gt=1)
    )
    assert SeatResult.objects.count() == 4 * len(numbers)
    standings.refresh(Event.objects.get().pk)
    assert all(table_state(table).is_over for table in tables)
