"""Two directors change the prizes at the same moment, on PostgreSQL."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import boss, make_event
from tests.race.together import at_once, meet
from tournaments.core import change
from tournaments.core.rules.refusals import Conflict
from tournaments.models import AuditEntry, Event
from tournaments.standings.rules.prizes import PrizeList
from tournaments.standings.verbs import prizes

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def two_lists(event: Event) -> list[Any]:
    seen, actor = prizes.prizes_of(event).digest, boss(event)
    plans = [PrizeList.read({"prizes": [{"first": 1, "what": what}]}) for what in ("a ham", "a cake")]
    return at_once(*[lambda plan=plan: prizes.set_prizes(event, actor, plan, seen=seen) for plan in plans])


def test_of_two_lists_one_is_stored_and_the_other_director_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    event = make_event()
    meet(monkeypatch, change, "lock")
    results = two_lists(event)
    (refused,) = [result for result in results if isinstance(result, Exception)]
    assert isinstance(refused, Conflict)
    assert refused.code == "prizes_changed"
    assert AuditEntry.objects.filter(verb="set_prizes").count() == 1
