"""Corrections: a new revision, later deals replayed, the ledger reversed and rewritten, standings moved."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import games.services as games
from tests.builders import (
    a_table,
    another_document,
    owner_of,
    play,
    play_round,
    published_round,
    refusal,
    running_event,
    the_table,
)
from tournaments.core.rules.refusals import Conflict
from tournaments.models import Account, AuditEntry, Deal, Event, SeatResult, Standing, Table, Transfer
from tournaments.play.verbs import corrections
from tournaments.play.verbs.corrections import Correction, preview_correction
from tournaments.programs.webhooks import feed
from tournaments.standings.verbs import adjustments
from tournaments.standings.verbs.standings import standing_after
from tournaments.tables.verbs.table_states import table_state

pytestmark = pytest.mark.django_db


def correct(table: Table, number: int, *, seed: int = 77, closed_too: bool = False) -> Correction:
    actor = owner_of(table.round.event.club)
    return corrections.correct(
        table, actor, number, another_document(table, number, seed=seed), "miscounted", closed_too=closed_too
    )


def documents(table: Table) -> list[dict[str, Any]]:
    return list(
        Deal.objects.effective().filter(table=table).order_by("number").values_list("document", flat=True)
    )


def balances(table: Table) -> dict[str, int]:
    return dict(Account.objects.filter(table=table).values_list("name", "balance"))


def test_later_deals_start_from_the_chips_of_the_corrected_deal() -> None:
    table = a_table(4, deals_per_round=6)
    play(table, 5)
    seen = [without_start(document) for document in documents(table)]
    old = Deal.objects.effective().get(table=table, number=2)
    correction = correct(table, 2)
    assert correction.deal.replaces is not None
    assert (correction.deal.replaces.kind, correction.deal.replaces.replaces) == ("void", old)
    assert correction.deal.reason == "miscounted"
    chain = list(Deal.objects.effective().filter(table=table).order_by("number"))
    assert [deal.number for deal in chain] == [1, 2, 3, 4, 5]
    assert [deal.revision for deal in chain] == [1, 3, 3, 3, 3]
    for before, after in pairwise(chain):
        assert after.document["chips"] == before.result["chips"]
        assert after.document["pools"] == before.result["pools"]
        assert after.document["dealer"] == before.next_dealer
    # What was seen at the table is not touched.
    kept = [without_start(deal.document) for deal in chain]
    assert kept[:1] + kept[2:] == seen[:1] + seen[2:]
    assert [deal.new.number for deal in correction.later] == [3, 4, 5]
    for deal in chain:
        replayed = games.replay(deal.document)
        assert {key: value for key, value in replayed.items() if key != "transfers"} == deal.result


def without_start(document: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in document.items() if key not in ("chips", "pools")}


def test_the_same_document_changes_nothing() -> None:
    table = a_table(4)
    play(table, 3)
    first = Deal.objects.effective().get(table=table, number=1)
    before = (Deal.objects.count(), Transfer.objects.count(), AuditEntry.objects.count())
    version = Event.objects.get(pk=table.round.event_id).version
    for document in (first.document, without_start(first.document)):
        correction = corrections.correct(table, owner_of(table.round.event.club), 1, document, "again")
        assert not correction.changed
        assert correction.deal == first
    assert (Deal.objects.count(), Transfer.objects.count(), AuditEntry.objects.count()) == before
    assert Event.objects.get(pk=table.round.event_id).version == version
    document, actor = another_document(table, 1), owner_of(table.round.event.club)
    made = corrections.correct(table, actor, 1, document, "wrong seat")
    again = corrections.correct(table, actor, 1, document, "wrong seat")
    assert (made.changed, again.changed, again.deal) == (True, False, made.deal)


def test_a_correction_makes_one_version_one_log_entry_and_one_event() -> None:
    table = a_table(4)
    play(table, 3)
    event = Event.objects.get(pk=table.round.event_id)
    here = feed.newest_cursor(event)
    correction = correct(table, 1)
    now = Event.objects.get(pk=event.pk)
    assert now.version == event.version + 1
    entry = AuditEntry.objects.filter(event=event).latest("id")
    assert entry.verb == "correct_deal"
    assert entry.target == f"deal {correction.deal.pk}"
    assert entry.data["old"] == str(correction.deals[0].old.pk)
    assert entry.data["new"] == str(correction.deal.pk)
    assert [old for old, _new in entry.data["later"]] == [str(deal.old.pk) for deal in correction.later]
    corrected = [change for change in feed.changes(now, here) if change.type == "deal.corrected"]
    assert [change.data["deal"] for change in corrected] == [str(correction.deal.pk)]


def test_a_later_deal_that_no_longer_replays_refuses_the_correction_and_is_named() -> None:
    table = a_table(3, rules={"preset": "pagat", "purse": "table"}, starting_chips=30, deals_per_round=9)
    actor = owner_of(table.round.event.club)
    refusals = []
    for seed in range(1, 60):
        if not table_state(table).is_over:
            play(table, seed=seed)
    assert Deal.objects.effective().filter(table=table).count() > 1
    stored = (Deal.objects.count(), Transfer.objects.count(), AuditEntry.objects.count(), balances(table))
    for seed in range(100, 400):
        document = another_document(table, 1, seed=seed)
        try:
            preview_correction(table, actor, 1, document, "wrong")
        except Conflict as refusal:
            refusals.append(refusal)
            break
    assert refusals
    assert refusals[0].code == "later_deal_fails"
    assert refusals[0].extra["expected"] > 1
    assert f"Deal {refusals[0].extra['expected']}" in refusals[0].detail
    now = (Deal.objects.count(), Transfer.objects.count(), AuditEntry.objects.count(), balances(table))
    assert now == stored


def test_an_allowed_correction_of_a_closed_round_changes_its_standing_too() -> None:
    event = running_event(8, rounds_planned=2, deals_per_round=2)
    first = play_round(published_round(event))
    second = play_round(published_round(event), seed=5)
    actor = owner_of(event.club)
    entry = event.entries.first()
    assert entry is not None
    # What came after a round's close does not get into its standing by a correction.
    adjustments.add_adjustment(event, actor, entry, "rude", chips=-500)
    table = the_table(first)
    with refusal("correction_too_late", Conflict):
        correct(table, 1)
    kept = {number: standing_after(event, number) for number in (1, 2)}
    correction = correct(table, 1, closed_too=True)
    assert [moved.round for moved in correction.moved] == [None, 1, 2]
    now = {number: standing_after(event, number) for number in (1, 2)}
    version = Event.objects.get(pk=event.pk).version
    for number, moved in ((1, correction.moved[1]), (2, correction.moved[2])):
        was, after = kept[number], now[number]
        assert was is not None
        assert after is not None
        assert after.covers == version
        assert after.version == was.version
        scores = {row["entry"]: row["score"] for row in was.rows}
        assert {row["entry"]: row["score"] - scores[row["entry"]] for row in after.rows} == {
            str(key): value for key, value in differences(correction).items()
        }
        assert {move.entry for move in moved.entries} >= {
            row["entry"] for row in after.rows if row["score"] != scores[row["entry"]]
        }
    assert second.number == 2
    assert Standing.objects.filter(event=event, version=version).count() == 1


def differences(correction: Correction) -> dict[str, int]:
    """What the correction means for each entry's chips, by the seat results of its deals."""
    table = correction.deal.table
    chips = {str(pk): 0 for pk in table.round.event.entries.values_list("pk", flat=True)}
    for deal in correction.deals:
        for sign, version in ((1, deal.new), (-1, deal.old)):
            for row in SeatResult.objects.filter(deal=version).select_related("seat"):
                chips[str(row.seat.entry_id)] += sign * row.net
    return chips
