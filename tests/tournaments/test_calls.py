"""Calls of the director: one open call a table, answered, ended, and forgotten."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from tests.builders import a_table, boss, make_card, owner_of, refusal
from tournaments.core.audit import Actor
from tournaments.desk.verbs import calls, rounds
from tournaments.models import AuditEntry, Call, Table
from tournaments.play.verbs import cards, phones
from tournaments.tasks import forget_calls

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return a_table(4)


def phone_at(table: Table, seat: int) -> Actor:
    phone = cards.enter_by_secret(make_card(table).secret).phone
    return Actor.of_phone(phones.take_seat(phone, seat))


def test_a_table_has_one_open_call_until_it_is_ended(table: Table) -> None:
    first = calls.call_director(table, phone_at(table, 3), "rules")
    again = calls.call_director(table, boss(table.round))
    assert (first.created, again.created) == (True, False)
    assert first.call == again.call
    assert (first.call.seat, first.call.by_user, first.call.kind) == (3, None, "rules")
    calls.end_call(first.call, boss(table.round))
    assert calls.call_director(table, boss(table.round)).created


def test_answering_and_ending_twice_change_nothing(table: Table) -> None:
    actor = boss(table.round)
    call = calls.call_director(table, actor).call
    answered = calls.answer_call(call, actor)
    assert calls.answer_call(call, actor).answered_at == answered.answered_at
    ended = calls.end_call(call, actor)
    assert calls.end_call(call, actor).ended_at == ended.ended_at
    assert calls.answer_call(call, actor).answered_at == answered.answered_at
    verbs = AuditEntry.objects.filter(verb__endswith="_call").order_by("id").values_list("verb", flat=True)
    assert list(verbs) == ["answer_call", "end_call"]


def test_a_table_calls_three_times_in_ten_minutes(table: Table) -> None:
    actor = boss(table.round)
    for _call in range(3):
        calls.end_call(calls.call_director(table, actor).call, actor)
    with refusal("too_many_calls") as refused:
        calls.call_director(table, actor)
    assert refused.value.retry_after == 600
    Call.objects.update(opened_at=timezone.now() - timedelta(minutes=11))
    assert calls.call_director(table, actor).created


def test_a_call_needs_a_round_that_is_played_and_a_known_reason(table: Table) -> None:
    actor = boss(table.round)
    with refusal("call_kind_unknown"):
        calls.call_director(table, actor, "gossip")
    calls.call_director(table, actor)
    rounds.close_round(table.round, actor, early=True)
    assert list(calls.open_calls(table.round.event)) == [], "the end of the round makes it pointless"
    with refusal("round_not_open"):
        calls.call_director(table, actor)


def test_calls_are_forgotten_after_thirty_days(table: Table) -> None:
    calls.call_director(table, owner_of(table.round.event.club))
    assert forget_calls() == 0
    with time_machine.travel(timezone.now() + timedelta(days=31), tick=False):
        assert forget_calls() == 1
    assert not Call.objects.exists()
