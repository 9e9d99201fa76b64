"""Two people do the same thing at the same moment, on PostgreSQL.

A barrier makes each race certain: it holds both until both have read the state and neither has changed it.
Take a lock away to see its test fail.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.builders import a_table, next_document, owner_of, running_event
from tests.race.together import at_once, meet, meet_across
from tournaments.core.rules.refusals import Conflict
from tournaments.desk.verbs import publish
from tournaments.draw.verbs import draws
from tournaments.models import Account, Deal, Round, Table
from tournaments.play.verbs import corrections, results

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


@pytest.fixture
def table() -> Table:
    return a_table(4)


def posting(table: Table, document: dict[str, Any]) -> Callable[[], results.Recorded]:
    actor = owner_of(table.round.event.club)
    return lambda: results.record(table, actor, 1, document)


def test_the_same_deal_posted_at_once_is_recorded_once(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    post = posting(table, next_document(table))
    meet(monkeypatch, results, "lock_and_bump")
    answers = at_once(post, post)
    assert sorted(answer.created for answer in answers) == [False, True]
    assert Deal.objects.count() == 1


def test_two_deals_posted_at_once_for_one_number_are_one_and_a_conflict(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    documents = [next_document(table, seed=seed) for seed in (1, 2)]
    meet(monkeypatch, results, "lock_and_bump")
    answers = at_once(*(posting(table, document) for document in documents))
    refused = [answer for answer in answers if isinstance(answer, Conflict)]
    assert [error.code for error in refused] == ["deal_number_taken"]
    assert Deal.objects.count() == 1
    assert sum(Account.objects.values_list("balance", flat=True)) == 0


def test_a_deal_posted_and_the_last_voided_at_once_happen_one_after_the_other(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    actor = owner_of(table.round.event.club)
    posting(table, next_document(table))()
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


def test_two_simultaneous_draws_make_one_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    event = running_event(8)
    actor = owner_of(event.club)
    meet(monkeypatch, draws, "propose")
    answers = at_once(*[lambda: draws.draw_round(event, actor)] * 2)
    refused = [answer for answer in answers if isinstance(answer, Conflict)]
    assert [error.code for error in refused] == ["round_drawn"]
    assert Round.objects.count() == 1


def test_a_draw_published_at_once_by_two_is_published_once(monkeypatch: pytest.MonkeyPatch) -> None:
    event = running_event(8)
    actor = owner_of(event.club)
    drawn = draws.draw_round(event, actor)
    meet(monkeypatch, publish, "lock_round")
    answers = at_once(*[lambda: publish.publish_round(drawn, actor, 1)] * 2)
    refused = [answer for answer in answers if isinstance(answer, Conflict)]
    assert [error.code for error in refused] == ["round_published"]


def test_a_draw_published_and_discarded_at_once_is_one_of_the_two(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = running_event(8)
    actor = owner_of(event.club)
    drawn = draws.draw_round(event, actor)
    meet_across(monkeypatch, (publish, "lock_round"), (draws, "lock_round"))
    published, discarded = at_once(
        lambda: publish.publish_round(drawn, actor, 1), lambda: draws.discard_draw(drawn, actor)
    )
    if isinstance(published, Conflict):
        assert (published.code, discarded, Round.objects.count()) == ("round_gone", None, 0)
    else:
        assert (discarded.code, Round.objects.get().status) == ("round_published", "published")
