"""The cards of tables: who they let in, for how long, and how little a guess is worth."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any
from uuid import UUID

import pytest
import time_machine
from django.utils import timezone

from tests.builders import (
    a_table,
    boss,
    enter,
    make_card,
    owner_of,
    published_round,
    refusal,
    running_event,
    the_table,
)
from tournaments.core.actors import Actor
from tournaments.core.rules.refusals import Refusal, TooMany
from tournaments.desk.verbs import calls, rounds
from tournaments.desk.verbs.rounds import publish_round
from tournaments.draw.verbs import draws
from tournaments.models import AuditEntry, Call, Phone, PinFailure, Round, Table, TableCard
from tournaments.play.verbs import cards, phones
from tournaments.tables.verbs.tables import table_plays
from tournaments.tasks import forget_calls

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return a_table(4)


@pytest.fixture
def made(table: Table) -> cards.NewCard:
    return make_card(table)


def other_than(pin: str) -> str:
    return f"{(int(pin) + 1) % 1_000_000:06}"


def code_of(verb: Any, *args: Any) -> str:
    """The code with which a verb refuses; empty if it does not."""
    try:
        verb(*args)
    except Refusal as refusal:
        return refusal.code
    return ""


def guess(table: Table, pin: str, place: int) -> str:
    """The code with which this PIN is refused that comes from this place."""
    return code_of(partial(cards.enter_by_pin, table.pk, pin, address=f"192.0.2.{place}"))


def next_round(round_: Round) -> Round:
    """Play a round to its end, and publish the next one."""
    rounds.close_round(round_, boss(round_.event), early=True)
    return published_round(round_.event)


def test_a_new_card_revokes_the_earlier_one_and_its_phones(made: cards.NewCard, table: Table) -> None:
    entered = cards.enter_by_secret(made.secret)
    phones.take_seat(entered.phone, 1)
    again = make_card(table)
    assert cards.phone_of_token(entered.token) is None
    assert not phones.phones_at(table).exists()
    assert code_of(cards.enter_by_secret, made.secret) == "link_ended"
    assert code_of(cards.enter_by_pin, table.pk, made.pin) == "pin_wrong"
    assert phones.take_seat(cards.enter_by_secret(again.secret).phone, 1).seat == 1
    assert TableCard.objects.filter(revoked_at__isnull=True).count() == 1


def test_a_card_opens_nothing_between_rounds_and_the_next_table_when_it_is_published() -> None:
    round_ = published_round(running_event(8))
    table, made = the_table(round_), make_card(the_table(round_))
    first = cards.enter_by_secret(made.secret, identity="anna's").token
    phone = cards.phone_of_token(first)
    assert phone is not None
    phones.take_seat(phone, 1)
    rounds.close_round(round_, boss(round_.event), early=True)
    assert cards.phone_of_token(first) is None
    assert code_of(cards.enter_by_secret, made.secret) == "between_rounds"
    assert code_of(cards.enter_by_pin, table.pk, made.pin) == "pin_wrong", (
        "without a round the PIN opens nothing"
    )
    assert TableCard.objects.get().pin_failures == 0, "and does not count as a wrong one"
    after = the_table(published_round(round_.event))
    assert cards.phone_of_token(first) is None, "the cookie of a round is worth nothing in the next one"
    by_code = cards.enter_by_secret(made.secret, identity="anna's").phone
    by_pin = cards.enter_by_pin(after.pk, made.pin).phone
    assert {by_code.table_id, by_pin.table_id} == {after.pk}
    assert by_code.seat is None, "a phone chooses its seat anew"
    assert phones.take_seat(by_code, 2).seat == 2
    assert TableCard.objects.count() == 1, "one card for the whole evening"


def test_cards_are_made_once_for_all_tables_and_later_for_those_without_one() -> None:
    event = running_event(8)
    actor = boss(event)
    assert code_of(cards.make_cards, event, actor) == "cards_too_early"
    drawn = draws.draw_round(event, actor)
    assert code_of(cards.make_cards, event, actor) == "cards_too_early", "a proposal is no table"
    round_ = publish_round(drawn, actor, drawn.draw)
    assert [made.card.number for made in cards.make_cards(event, actor)] == [1, 2]
    assert cards.make_cards(event, actor) == []
    enter(event, 4)
    next_round(round_)
    assert [made.card.number for made in cards.make_cards(event, actor)] == [3], "a third table came later"
    assert [made.card.number for made in cards.make_cards(event, actor, [2])] == [2], "one is made again"
    assert code_of(cards.make_cards, event, actor, [2, 9]) == "no_such_table"
    assert list(cards.cards_by_number(event)) == [1, 2, 3]


def locked_in(round_: Round) -> list[UUID]:
    return [table.id for table in cards.tables_with_locked_pin(round_, table_plays(round_))]


def test_ten_wrong_pins_lock_the_pin(made: cards.NewCard, table: Table) -> None:
    wrong = other_than(made.pin)
    assert [guess(table, wrong, n) for n in range(11)] == ["pin_wrong"] * 10 + ["pin_burnt"]
    assert code_of(cards.enter_by_pin, table.pk, made.pin) == "pin_burnt"
    assert locked_in(table.round) == [table.pk]
    assert cards.enter_by_secret(made.secret).token, "the QR code is still good"
    make_card(table)
    assert locked_in(table.round) == []


def test_five_wrong_pins_stop_only_the_network_that_sent_them(made: cards.NewCard, table: Table) -> None:
    wrong = other_than(made.pin)
    assert [guess(table, wrong, 1) for _try in range(7)] == ["pin_wrong"] * 5 + ["pins_paused"] * 2
    assert guess(table, made.pin, 1) == "pins_paused"
    assert cards.enter_by_pin(table.pk, made.pin, address="192.0.2.2").token
    assert locked_in(table.round) == []
    again = make_card(table)
    assert cards.enter_by_pin(table.pk, again.pin, address="192.0.2.1").token, "a new card is a new start"


def test_too_many_wrong_pins_pause_all_pins_but_no_qr_code(made: cards.NewCard, table: Table) -> None:
    PinFailure.objects.bulk_create(PinFailure(network="192.0.2.9") for _ in range(cards.WRONG_IN_A_MINUTE))
    with pytest.raises(TooMany) as refused:
        cards.enter_by_pin(table.pk, made.pin)
    assert refused.value.retry_after
    assert cards.enter_by_secret(made.secret).token
    PinFailure.objects.update(at=timezone.now() - timedelta(seconds=61))
    assert cards.enter_by_pin(table.pk, made.pin).token


def came_in(made: cards.NewCard, identity: str = "") -> Phone:
    return cards.enter_by_secret(made.secret, identity=identity).phone


def test_a_seat_has_one_phone_until_the_phone_leaves(made: cards.NewCard, table: Table) -> None:
    first, second = came_in(made), came_in(made)
    phones.take_seat(first, 1)
    assert code_of(phones.take_seat, second, 1) == "seat_taken"
    phones.leave(first)
    assert phones.take_seat(second, 1).seat == 1
    phones.free_seat(table, owner_of(table.round.event.club), 1)
    assert phones.take_seat(came_in(made), 1).seat == 1
    log = AuditEntry.objects.filter(verb__endswith="_seat").order_by("id")
    verbs = ["take_seat", "leave_seat", "take_seat", "free_seat", "take_seat"]
    assert [entry.verb for entry in log] == verbs
    assert {entry.data["phone"] for entry in log[:2]} == {first.mark}


def test_a_phone_that_comes_in_again_can_take_its_seat_again(made: cards.NewCard) -> None:
    token = cards.enter_by_secret(made.secret, identity="anna's").token
    before = cards.phone_of_token(token)
    assert before is not None
    phones.take_seat(before, 1)
    assert phones.take_seat(came_in(made, "anna's"), 1).seat == 1
    assert cards.phone_of_token(token) is None, "the earlier row has left"
    assert phones.take_seat(came_in(made, "anna's"), 2).seat == 2
    assert phones.take_seat(came_in(made, "ben's"), 1).seat == 1
    log = AuditEntry.objects.filter(verb__endswith="_seat").order_by("id")
    verbs = [(entry.verb, entry.data["seat"]) for entry in log]
    of_annas_phone = [
        ("take_seat", 1),
        ("leave_seat", 1),
        ("take_seat", 1),
        ("leave_seat", 1),
        ("take_seat", 2),
    ]
    assert verbs == [*of_annas_phone, ("take_seat", 1)]


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
