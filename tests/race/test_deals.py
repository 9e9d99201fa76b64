"""Deals, totals and corrections of one table at the same moment, on PostgreSQL."""

from __future__ import annotations

import itertools
from concurrent.futures import ThreadPoolExecutor
from threading import Event as Signal
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction

from tests.builders import (
    a_table,
    actor_of,
    another_document,
    boss,
    make_member,
    next_document,
    owner_of,
    play,
)
from tests.race.together import TIMEOUT, at_once, meet, meet_across
from tournaments.core.rules.refusals import Conflict
from tournaments.models import BOARD, Account, Deal, DealClaim, Role, Table
from tournaments.play.verbs import claims, corrections, results
from tournaments.tables.verbs import ledger
from tournaments.tables.verbs.table_states import TOTAL, table_state

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


@pytest.fixture
def table() -> Table:
    table = a_table(4, deals_per_round=6)
    play(table, 2)
    return table


def seen(document: dict[str, Any]) -> dict[str, Any]:
    """Return a document without the values of the table, so that it fits any state of the table."""
    return {key: value for key, value in document.items() if key not in results.FILLED_IN}


def gaps(table: Table) -> list[int]:
    """Return the deals that do not start with the chips that the deal before left."""
    chain = list(Deal.objects.effective().filter(table=table).order_by("number"))
    return [
        after.number
        for before, after in itertools.pairwise(chain)
        if (after.document["chips"], after.document["pools"])
        != (before.result["chips"], before.result["pools"])
    ]


def test_a_deal_posted_and_the_last_voided_at_once_happen_one_after_the_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = a_table(4)
    actor = owner_of(table.round.event.club)
    play(table)
    second = next_document(table)
    meet_across(monkeypatch, (results, "lock_and_bump"), (corrections, "lock_table"))
    posted, voided = at_once(
        lambda: results.record(table, actor, 2, second),
        lambda: corrections.void(table, actor, 1, "wrong"),
    )
    # The first one wins: either deal 2 follows deal 1, or deal 1 is void and there is no deal 2.
    assert isinstance(posted, Conflict) is not isinstance(voided, Conflict)
    assert Deal.objects.effective().count() == (0 if isinstance(posted, Conflict) else 2)
    assert sum(Account.objects.values_list("balance", flat=True)) == 0


def test_a_deal_recorded_during_a_correction_starts_from_the_corrected_chips(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    meet_across(monkeypatch, (corrections, "lock_table"), (results, "lock_and_bump"))
    actor, right, third = boss(table.round), another_document(table, 1), seen(next_document(table))
    corrected, recorded = at_once(
        lambda: corrections.correct(table, actor, 1, right, "wrong"),
        lambda: results.record(table, actor, 3, third),
    )
    assert isinstance(corrected, corrections.Correction), corrected
    assert isinstance(recorded, results.Recorded), recorded
    assert Deal.objects.effective().filter(table=table).count() == 3
    assert gaps(table) == []
    assert sum(Account.objects.values_list("balance", flat=True)) == 0


def test_two_corrections_of_two_deals_at_once_are_both_made(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    actor = owner_of(table.round.event.club)
    first, second = another_document(table, 1), seen(another_document(table, 2))
    meet(monkeypatch, corrections, "lock_table")
    answers = at_once(
        lambda: corrections.correct(table, actor, 1, first, "wrong"),
        lambda: corrections.correct(table, actor, 2, second, "wrong, too"),
    )
    assert [answer.changed for answer in answers] == [True, True]
    assert [
        seen(document)
        for document in Deal.objects.effective()
        .filter(table=table)
        .order_by("number")
        .values_list("document", flat=True)
    ] == [seen(first), second]
    assert gaps(table) == []


def test_a_claim_confirmed_by_two_and_disputed_by_a_third_at_once_is_settled_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = a_table(4, two_agree=True)
    actors = [actor_of(make_member(table.round.event.club, Role.SCORER)) for _ in range(4)]
    claim = claims.claim_deal(table, actors[0], 1, seen(next_document(table)))
    meet(monkeypatch, claims, "lock_table", times=3)
    answers = at_once(
        lambda: claims.confirm_claim(claim, actors[1]),
        lambda: claims.confirm_claim(claim, actors[2]),
        lambda: claims.dispute_claim(claim, actors[3], "no"),
    )
    refused = [answer for answer in answers if isinstance(answer, Conflict)]
    assert len(refused) == 2, answers
    settled = DealClaim.objects.get()
    assert settled.status in ("confirmed", "disputed")
    assert Deal.objects.count() == (1 if settled.status == "confirmed" else 0)


NOTHING: dict[str, Any] = {"format": "poch-count/1", "deals": 12, "net": [0, 0, 0, 0]}


COUNT = {**NOTHING, "net": [14, -6, 3, -15], "board": 4}


def test_one_of_a_deal_and_a_count_at_once_is_recorded_and_the_other_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    meet(monkeypatch, results, "lock_and_bump")
    table = a_table(4)
    actor, document = boss(table.round), next_document(table)
    answers = at_once(
        lambda: results.record(table, actor, TOTAL, COUNT),
        lambda: results.record(table, actor, 1, document),
    )
    refused = [answer for answer in answers if isinstance(answer, Conflict)]
    assert len(refused) == 1, answers
    assert refused[0].code in ("table_has_deals", "table_has_count")
    assert Deal.objects.count() == 1


@pytest.mark.parametrize("guarded", [True, False])
def test_the_trigger_waits_for_a_count_that_is_not_committed_yet(guarded: bool) -> None:
    """A count that moves no chips shares no account with a deal. The control has no trigger."""
    table = a_table(4)
    actor = owner_of(table.round.event.club)
    deal = play(table, 1)[0]
    void = corrections.void(table, actor, 1)
    Account.objects.create(table=table, name=BOARD)
    _document, nothing = results.complete(table_state(table), NOTHING, total=True)
    about = {"table": table, "via": "page", "event_version": 99, "document": NOTHING, "next_dealer": 0}
    inserted, done = Signal(), Signal()

    def insert(row: Deal, result: dict[str, Any]) -> None:
        with connection.cursor() as cursor:
            if not guarded:
                cursor.execute("SET LOCAL session_replication_role = replica")
        ledger.write(row, result)

    def count() -> None:
        row = Deal(**about, number=1, revision=3, replaces=void, counted=12, result=nothing)
        with transaction.atomic():
            insert(row, nothing)
            inserted.set()
            with connection.cursor() as cursor:
                while not done.is_set():
                    cursor.execute("SELECT EXISTS (SELECT 1 FROM pg_locks WHERE NOT granted)")
                    if cursor.fetchone()[0]:
                        return

    def another_deal() -> None:
        row = Deal(**about, number=2, result=deal.result)
        try:
            assert inserted.wait(TIMEOUT)
            with transaction.atomic():
                insert(row, deal.whole_result)
        finally:
            done.set()

    def run(call: Any) -> Any:
        try:
            return call()
        except DatabaseError as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(run, (count, another_deal)))
    assert [answer is None for answer in answers] == [True, not guarded]
    assert not guarded or "count_or_deals" in str(answers[1])
