"""A round is taken back or played again while somebody else enters a deal or publishes, on PostgreSQL.

A barrier makes each race certain (see `test_at_once`).
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import next_document, owner_of, published_round, running_event, the_table
from tests.race.together import at_once, meet, meet_across
from tournaments.core import locks
from tournaments.core.rules.refusals import Conflict
from tournaments.desk.verbs import voiding
from tournaments.models import AuditEntry, Deal, DealClaim, Round
from tournaments.play.verbs import claims, results

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


@pytest.fixture
def published() -> Round:
    return published_round(running_event(8))


def take_back(round_: Round) -> Round:
    return voiding.take_back_round(round_, owner_of(round_.event.club), "the wrong draw")


def recording_while_it_is_taken_back(round_: Round) -> list[Any]:
    table, actor = the_table(round_), owner_of(round_.event.club)
    document = next_document(table)
    return at_once(lambda: results.record(table, actor, 1, document), lambda: take_back(round_))


def test_a_deal_recorded_while_its_round_is_taken_back_is_refused_or_keeps_the_round(
    published: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    meet_across(monkeypatch, (results, "lock_and_bump"), (locks, "lock_event"))
    recorded, taken = recording_while_it_is_taken_back(published)
    if isinstance(taken, Conflict):
        assert taken.code == "round_begun"
        assert Deal.objects.count() == 1
        assert Round.with_void.get().status == "playing"
    else:
        assert isinstance(recorded, Conflict)
        assert recorded.code == "round_void"
        assert not Deal.objects.exists()


def test_a_claim_made_while_its_round_is_taken_back_is_refused_or_keeps_the_round(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    published = published_round(running_event(4, two_agree=True))
    table, actor = the_table(published), owner_of(published.event.club)
    document = next_document(table)
    meet(monkeypatch, locks, "lock_event")
    claimed, taken = at_once(
        lambda: claims.claim_deal(table, actor, 1, document, seat=0), lambda: take_back(published)
    )
    if isinstance(taken, Conflict):
        assert taken.code == "round_begun"
        assert DealClaim.objects.get().status == "pending"
    else:
        assert isinstance(claimed, Conflict)
        assert claimed.code == "round_void"
        assert not DealClaim.objects.exists()


def test_two_directors_take_a_round_back_once(published: Round, monkeypatch: pytest.MonkeyPatch) -> None:
    meet(monkeypatch, locks, "lock_event")
    answers = at_once(lambda: take_back(published), lambda: take_back(published))
    assert [answer.code for answer in answers if isinstance(answer, Conflict)] == ["round_void"]
    assert AuditEntry.objects.filter(verb="take_back_round").count() == 1
    assert [round_.status for round_ in Round.objects.all()] == ["drawn"]
