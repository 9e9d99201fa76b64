"""A deal is corrected while others record, correct and confirm, on PostgreSQL.

A barrier makes each race certain (see `test_at_once`).
"""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from tests.builders import a_table, actor_of, another_document, make_member, next_document, owner_of, play
from tests.race.together import at_once, meet, meet_across
from tournaments.core.rules.refusals import Conflict
from tournaments.models import Account, Deal, DealClaim, Role, Table
from tournaments.play.verbs import claims, corrections, results

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


def correcting_and_recording(table: Table) -> list[Any]:
    actor = owner_of(table.round.event.club)
    right, third = another_document(table, 1), seen(next_document(table))
    return at_once(
        lambda: corrections.correct(table, actor, 1, right, "wrong"),
        lambda: results.record(table, actor, 3, third),
    )


def test_a_deal_recorded_during_a_correction_starts_from_the_corrected_chips(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    meet_across(monkeypatch, (corrections, "lock_table"), (results, "lock_and_bump"))
    corrected, recorded = correcting_and_recording(table)
    assert isinstance(corrected, corrections.Correction), corrected
    assert isinstance(recorded, results.Recorded), recorded
    assert Deal.objects.effective().filter(table=table).count() == 3
    assert gaps(table) == []
    assert sum(Account.objects.values_list("balance", flat=True)) == 0


def test_the_same_correction_by_two_at_once_is_made_once(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    actor, right = owner_of(table.round.event.club), another_document(table, 1)
    meet(monkeypatch, corrections, "lock_table")
    answers = at_once(*[lambda: corrections.correct(table, actor, 1, right, "wrong")] * 2)
    assert sorted(answer.changed for answer in answers) == [False, True]
    assert Deal.objects.filter(table=table, number=1).count() == 3
    assert gaps(table) == []


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
