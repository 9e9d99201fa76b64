"""A deal and the total of its table are entered at the same moment, on PostgreSQL.

A barrier makes the race certain (see `test_at_once`).
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Event as Signal
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction

from tests.builders import a_table, next_document, owner_of, play
from tests.race.together import TIMEOUT, at_once, meet
from tournaments.core.rules.refusals import Conflict
from tournaments.models import BOARD, Account, Deal, Table
from tournaments.play.verbs import corrections, results
from tournaments.tables.verbs import ledger
from tournaments.tables.verbs.table_states import TOTAL, table_state

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

NOTHING: dict[str, Any] = {"format": "poch-count/1", "deals": 12, "net": [0, 0, 0, 0]}
COUNT = {**NOTHING, "net": [14, -6, 3, -15], "board": 4}


def a_deal_and_a_count(table: Table) -> list[Any]:
    actor, document = owner_of(table.round.event.club), next_document(table)
    return at_once(
        lambda: results.record(table, actor, TOTAL, COUNT),
        lambda: results.record(table, actor, 1, document),
    )


def test_one_of_a_deal_and_a_count_at_once_is_recorded_and_the_other_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    meet(monkeypatch, results, "lock_and_bump")
    answers = a_deal_and_a_count(a_table(4))
    refused = [answer for answer in answers if isinstance(answer, Conflict)]
    assert len(refused) == 1, answers
    assert refused[0].code in ("table_has_deals", "table_has_count")
    assert Deal.objects.count() == 1


def test_the_same_correction_by_two_at_once_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    table = a_table(4)
    actor = owner_of(table.round.event.club)
    results.record(table, actor, TOTAL, COUNT)
    answers = at_once(*[lambda: corrections.correct(table, actor, TOTAL, NOTHING, "wrong")] * 2)
    assert sorted(answer.changed for answer in answers) == [False, True]
    assert Deal.objects.count() == 3


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
