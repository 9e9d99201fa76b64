"""Recording deals: what goes in, what is refused, and that a refusal leaves nothing behind."""

from __future__ import annotations

from typing import Any

import pytest
from django.apps import apps

import games.services as games
from tests.builders import a_table, next_document, owner_of, play
from tournaments.core.rules.refusals import Conflict, Invalid
from tournaments.models import AuditEntry, Deal, OutboxTask, Payout, SeatResult, Showdown, Table, Transfer
from tournaments.play.verbs import corrections, results
from tournaments.play.verbs.results import FILLED_IN, Recorded
from tournaments.tables.verbs.table_states import table_state

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return a_table(4)


def record(table: Table, number: int, document: dict[str, Any]) -> Recorded:
    return results.record(table, owner_of(table.round.event.club), number, document)


def everything_stored() -> dict[str, int]:
    return {
        model.__name__: model._default_manager.count()
        for model in apps.get_app_config("tournaments").get_models()
    }


def test_a_deal_writes_its_ledger_payouts_and_showdown_as_rows(table: Table) -> None:
    document = next_document(table)
    result = games.replay(document)
    deal = record(table, 1, document).deal
    rows = Transfer.objects.filter(deal=deal).order_by("seq")
    assert [
        {"from": row.source.name, "to": row.target.name, "chips": row.chips, "reason": row.reason}
        for row in rows.select_related("source", "target")
    ] == result["transfers"]
    assert (
        list(SeatResult.objects.filter(deal=deal).order_by("seat__number").values_list("net", flat=True))
        == result["net"]
    )
    carried = dict(Payout.objects.filter(deal=deal, how="carried").values_list("pool", "chips"))
    assert carried == {pool: chips for pool, chips in result["pools"].items() if chips}
    paid = Payout.objects.filter(deal=deal, how="meld").values_list("pool", "seat__number", "chips")
    assert sorted(paid) == sorted(
        (meld["pool"], meld["seat"], meld["chips"]) for meld in result["melds"] if meld["chips"]
    )
    stakes = Showdown.objects.filter(deal=deal).order_by("seat__number").values_list("stake", flat=True)
    assert list(stakes) == result["pochen"]["stakes"]
    assert table_state(table).purses == result["chips"]
    assert table_state(table).pools == result["pools"]
    assert table_state(table).next_dealer == result["next_dealer"]


def test_a_deal_grows_the_version_and_asks_for_standings(table: Table) -> None:
    table.round.event.refresh_from_db()
    before = table.round.event.version
    OutboxTask.objects.all().delete()
    deal = play(table)[0]
    table.round.event.refresh_from_db()
    assert table.round.event.version == before + 1 == deal.event_version
    assert OutboxTask.objects.filter(task="standings.refresh").count() == 1
    assert AuditEntry.objects.filter(verb="record_deal", target=f"deal {deal.pk}").count() == 1


def test_the_same_deal_sent_twice_is_recorded_once(table: Table) -> None:
    document = next_document(table)
    first = record(table, 1, document)
    stored = everything_stored()
    second = record(table, 1, document)
    assert (first.created, second.created, second.deal) == (True, False, first.deal)
    assert everything_stored() == stored


def test_the_same_deal_is_recognized_with_or_without_optional_fields(table: Table) -> None:
    document = next_document(table)
    first = record(table, 1, document)
    bare = {key: value for key, value in document.items() if key not in FILLED_IN}
    assert record(table, 1, bare).deal == first.deal
    assert record(table, 1, document | {"rules": {"preset": "pagat"}}).deal == first.deal


def refused(table: Table, number: int, document: dict[str, Any], code: str) -> Conflict:
    """Recording it is a conflict of this code, and stores nothing."""
    stored = everything_stored()
    with pytest.raises(Conflict) as caught:
        record(table, number, document)
    assert caught.value.code == code
    assert everything_stored() == stored
    return caught.value


def test_a_part_of_a_recorded_document_is_malformed_as_it_is_under_a_free_number(table: Table) -> None:
    document = next_document(table)
    record(table, 1, document)
    stored = everything_stored()
    for number in (1, 2):
        with pytest.raises(games.EngineError) as caught:
            record(table, number, {"format": document["format"]})
        assert caught.value.kind == "schema"
    assert everything_stored() == stored


def test_the_refusal_of_a_repeated_number_states_the_next_number(table: Table) -> None:
    for _ in range(3):
        play(table)
    refusal = refused(table, 1, next_document(a_table(4), seed=2), "deal_number_taken")
    assert refusal.extra == {"stated": 1, "expected": 4}


@pytest.mark.parametrize(("reason", "kept"), [("x" * 201, None), ("a\x00b\n c\ud800", "ab c")])
def test_a_reason_is_a_line_that_can_be_stored(table: Table, reason: str, kept: str | None) -> None:
    play(table)
    actor = owner_of(table.round.event.club)
    if kept is None:
        with pytest.raises(Invalid):
            corrections.void(table, actor, 1, reason)
    else:
        assert corrections.void(table, actor, 1, reason).reason == kept


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("dealer", 2),
        ("chips", [1, 0, 0, 0]),
        ("chips", [0, 0, 0]),
        ("pools", {"ace": 3}),
        ("rules", {"preset": "pagat-open"}),
    ],
)
def test_a_document_that_disagrees_with_the_table_is_a_conflict(table: Table, key: str, value: Any) -> None:
    error = refused(table, 1, next_document(table) | {key: value}, f"{key}_disagree")
    assert error.extra["stated"] == value


def test_an_illegal_action_is_refused_at_its_index(table: Table) -> None:
    document = next_document(table)
    document["actions"] = [*document["actions"][:-1], "0 bet 1"]
    stored = everything_stored()
    with pytest.raises(games.EngineError) as caught:
        record(table, 1, document)
    assert (caught.value.kind, caught.value.at) == ("rule", len(document["actions"]) - 1)
    assert everything_stored() == stored


def test_a_voided_deal_can_be_entered_again(table: Table) -> None:
    actor = owner_of(table.round.event.club)
    first = play(table)[0]
    void = corrections.void(table, actor, 1, "wrong table")
    assert (void.number, void.revision, void.kind, void.replaces) == (1, 2, "void", first)
    again = record(table, 1, next_document(table, seed=5)).deal
    assert (again.number, again.revision) == (1, 3)
    assert list(Deal.objects.effective().filter(table=table)) == [again]
    assert sum(SeatResult.objects.filter(deal__table=table).values_list("deals", flat=True)) == 4
