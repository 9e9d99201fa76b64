"""A table calls the director from two phones at the same moment, on PostgreSQL: there is one call."""

from __future__ import annotations

from functools import partial

import pytest

from tests.builders import a_table, boss
from tests.race.together import at_once, meet
from tournaments.desk.verbs import calls
from tournaments.models import Call

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def test_two_calls_at_once_are_one_call(monkeypatch: pytest.MonkeyPatch) -> None:
    table = a_table(4)
    actor = boss(table.round)
    meet(monkeypatch, calls, "lock_table")
    answers = at_once(*[partial(calls.call_director, table, actor)] * 2)
    assert sorted(answer.created for answer in answers) == [False, True]
    assert Call.objects.count() == 1
