"""Table links: who they let in, for how long, and how little a guess is worth."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any
from uuid import UUID, uuid4

import pytest
import time_machine
from django.db import IntegrityError, transaction
from django.utils import timezone

from tests.builders import (
    a_table,
    actor_of,
    make_member,
    next_document,
    owner_of,
    play,
    play_round,
    published_round,
    running_event,
    the_table,
)
from tournaments.errors import Conflict, Invalid, NotAllowed, ServiceError, TooMany
from tournaments.kernel.audit import Actor
from tournaments.models import AuditEntry, Phone, PinFailure, Round, Table, TableLink
from tournaments.services.draw.tables import table_plays
from tournaments.services.evening import rounds, seats
from tournaments.services.evening.publish import publish_round
from tournaments.services.play import links, phones
from tournaments.services.play.results import record_deal

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return a_table(4)


@pytest.fixture
def made(table: Table) -> links.NewLink:
    return links.make_link(table, owner_of(table.round.event.club))


def other_than(pin: str) -> str:
    return f"{(int(pin) + 1) % 1_000_000:06}"


def code_of(verb: Any, *args: Any) -> str:
    """The code with which a verb refuses; empty if it does not."""
    try:
        verb(*args)
    except ServiceError as refusal:
        return refusal.code
    return ""


def guess(table: Table, pin: str, place: int) -> str:
    """The code with which this PIN is refused that comes from this place."""
    return code_of(partial(links.enter_by_pin, table.pk, pin, address=f"192.0.2.{place}"))


def test_a_phone_comes_in_by_secret_or_pin_and_neither_is_stored(made: links.NewLink, table: Table) -> None:
    for entered in (links.enter_by_secret(made.secret), links.enter_by_pin(table.pk, made.pin)):
        phone = links.phone_of_token(entered.token)
        assert phone is not None
        assert phone.link.table_id == table.pk
        assert entered.token not in str(Phone.objects.values())
    assert made.secret not in str(TableLink.objects.values())
    assert made.pin not in [*TableLink.objects.values_list("pin_hash", flat=True)]
    assert len(made.secret) == 22, "128 bits in base64url"


def test_a_pin_works_only_at_its_own_table() -> None:
    round_ = published_round(running_event(8))
    first, second = links.make_links(round_, owner_of(round_.event.club))
    assert first.pin != second.pin
    with pytest.raises(NotAllowed):
        links.enter_by_pin(second.link.table_id, first.pin)


def test_a_new_link_revokes_the_earlier_one_and_its_phones(made: links.NewLink, table: Table) -> None:
    token = links.enter_by_secret(made.secret).token
    again = links.make_link(table, owner_of(table.round.event.club))
    assert links.phone_of_token(token) is None
    assert code_of(links.enter_by_secret, made.secret) == "link_ended"
    assert code_of(links.enter_by_pin, table.pk, made.pin) == "pin_wrong"
    assert links.enter_by_secret(again.secret).token
    assert TableLink.objects.filter(revoked_at__isnull=True).count() == 1


def test_revoking_a_link_ends_the_access_of_its_phones(made: links.NewLink, table: Table) -> None:
    token = links.enter_by_secret(made.secret).token
    links.revoke_link(table, owner_of(table.round.event.club))
    assert links.phone_of_token(token) is None
    assert links.link_of(table) is None


def test_a_closed_round_ends_every_link(made: links.NewLink, table: Table) -> None:
    token = links.enter_by_secret(made.secret).token
    actor = owner_of(table.round.event.club)
    rounds.close_round(table.round, actor, early=True)
    assert links.phone_of_token(token) is None
    assert code_of(links.enter_by_secret, made.secret) == "link_ended"
    assert code_of(links.enter_by_pin, table.pk, made.pin) == "pin_wrong"
    assert code_of(links.make_link, table, actor) == "round_not_open"


def locked_in(round_: Round) -> list[UUID]:
    return [table.id for table in links.tables_with_locked_pin(round_, table_plays(round_))]


def test_ten_wrong_pins_lock_the_pin(made: links.NewLink, table: Table) -> None:
    wrong = other_than(made.pin)
    assert [guess(table, wrong, n) for n in range(11)] == ["pin_wrong"] * 10 + ["pin_burnt"]
    assert code_of(links.enter_by_pin, table.pk, made.pin) == "pin_burnt"
    assert locked_in(table.round) == [table.pk]
    assert links.enter_by_secret(made.secret).token, "the QR code is still good"
    links.make_link(table, owner_of(table.round.event.club))
    assert locked_in(table.round) == []


def test_nine_wrong_pins_do_not_lock_the_pin(made: links.NewLink, table: Table) -> None:
    for n in range(9):
        guess(table, other_than(made.pin), n)
    assert links.enter_by_pin(table.pk, made.pin).token


def test_five_wrong_pins_stop_only_the_network_that_sent_them(made: links.NewLink, table: Table) -> None:
    wrong = other_than(made.pin)
    assert [guess(table, wrong, 1) for _try in range(7)] == ["pin_wrong"] * 5 + ["pins_paused"] * 2
    assert guess(table, made.pin, 1) == "pins_paused"
    assert links.enter_by_pin(table.pk, made.pin, address="192.0.2.2").token
    assert locked_in(table.round) == []
    again = links.make_link(table, owner_of(table.round.event.club))
    assert links.enter_by_pin(table.pk, again.pin, address="192.0.2.1").token, "a new card is a new start"


def test_a_stopped_network_may_try_again_after_an_hour(made: links.NewLink, table: Table) -> None:
    TableLink.objects.update(created_at=timezone.now() - timedelta(hours=3))
    for _try in range(5):
        guess(table, other_than(made.pin), 1)
    assert guess(table, made.pin, 1) == "pins_paused"
    PinFailure.objects.update(at=timezone.now() - timedelta(minutes=61))
    assert links.enter_by_pin(table.pk, made.pin, address="192.0.2.1").token


def test_one_network_cannot_pause_the_pins_of_others(made: links.NewLink, table: Table) -> None:
    with time_machine.travel(timezone.now(), tick=False):  # all in one minute, also on a busy machine
        codes = [code_of(links.enter_by_pin, str(uuid4()), "000000") for _try in range(31)]
    assert codes == ["pin_wrong"] * 30 + ["pins_paused"]
    assert links.ONE_NETWORK_IN_A_MINUTE * 5 < links.WRONG_IN_A_MINUTE
    assert links.enter_by_pin(table.pk, made.pin, address="192.0.2.2").token
    assert links.enter_by_secret(made.secret).token


def test_an_unknown_table_is_refused_like_a_wrong_pin(
    made: links.NewLink, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared = []

    def compare(pin: str, hashed: str) -> bool:
        compared.append(hashed.split("$", maxsplit=1)[0])
        return False

    monkeypatch.setattr(links, "check_password", compare)
    refusals = set()
    for ref in (table.pk, "01980000-0000-7000-8000-000000000001", "no id", None):
        with pytest.raises(NotAllowed) as refused:
            links.enter_by_pin(ref, "000000")
        refusals.add((refused.value.code, refused.value.detail))
    assert len(refusals) == 1
    assert len(compared) == 4
    assert len(set(compared)) == 1, "by the same hasher"
    assert PinFailure.objects.count() == 4


def test_too_many_wrong_pins_pause_all_pins_but_no_qr_code(made: links.NewLink, table: Table) -> None:
    PinFailure.objects.bulk_create(PinFailure(network="192.0.2.9") for _ in range(links.WRONG_IN_A_MINUTE))
    with pytest.raises(TooMany) as refused:
        links.enter_by_pin(table.pk, made.pin)
    assert refused.value.retry_after
    assert links.enter_by_secret(made.secret).token
    PinFailure.objects.update(at=timezone.now() - timedelta(seconds=61))
    assert links.enter_by_pin(table.pk, made.pin).token


def test_nobody_comes_in_when_wrong_pins_cannot_be_counted(
    made: links.NewLink, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_args: object) -> None:
        raise ConnectionError

    monkeypatch.setattr(links, "_refuse_while_paused", broken)
    with pytest.raises(ConnectionError):
        links.enter_by_pin(table.pk, made.pin)
    assert not Phone.objects.exists()


def test_a_phone_chooses_its_seat_once(made: links.NewLink) -> None:
    phone = links.enter_by_secret(made.secret).phone
    with pytest.raises(Invalid):
        phones.take_seat(phone, 9)
    phones.take_seat(phone, 2)
    phones.take_seat(phone, 2)
    with pytest.raises(Conflict) as refused:
        phones.take_seat(phone, 1)
    assert refused.value.code == "seat_chosen"


def came_in(made: links.NewLink, identity: str = "") -> Phone:
    return links.enter_by_secret(made.secret, identity=identity).phone


def test_a_seat_has_one_phone_until_the_phone_leaves(made: links.NewLink, table: Table) -> None:
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


def test_a_phone_that_comes_in_again_can_take_its_seat_again(made: links.NewLink) -> None:
    token = links.enter_by_secret(made.secret, identity="anna's").token
    before = links.phone_of_token(token)
    assert before is not None
    phones.take_seat(before, 1)
    assert phones.take_seat(came_in(made, "anna's"), 1).seat == 1
    assert links.phone_of_token(token) is None, "the earlier row has left"
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


def test_the_database_refuses_a_second_phone_at_a_seat(made: links.NewLink) -> None:
    first, second = came_in(made), came_in(made)
    phones.take_seat(first, 1)
    with pytest.raises(IntegrityError, match=r"phone_one_for_a_seat|tournaments_phone"), transaction.atomic():
        Phone.objects.filter(pk=second.pk).update(seat=1)


def test_a_new_link_frees_all_seats(made: links.NewLink, table: Table) -> None:
    phones.take_seat(came_in(made), 1)
    again = links.make_link(table, owner_of(table.round.event.club))
    assert not phones.phones_at(table).exists()
    assert phones.take_seat(came_in(again), 1).seat == 1


def test_phones_choose_their_seat_again_after_a_change_of_seats() -> None:
    round_ = published_round(running_event(8))
    owner = owner_of(round_.event.club)
    first, second = (the_table(round_, number) for number in (1, 2))
    made = links.make_link(first, owner)
    moved, stays = phones.take_seat(came_in(made), 2), phones.take_seat(came_in(made), 0)
    entry, other_entry = (table.seats.get(number=2).entry for table in (first, second))
    seats.swap_seats(round_, owner, entry, other_entry, round_.draw)
    for phone in (moved, stays):
        phone.refresh_from_db()
    assert (moved.seat, stays.seat, moved.left_at) == (None, 0, None)


def test_the_log_names_the_table_the_seat_and_the_mark_of_a_phone(made: links.NewLink, table: Table) -> None:
    phone = phones.take_seat(links.enter_by_secret(made.secret).phone, 1)
    recorded = record_deal(table, Actor.of_phone(phone), 1, next_document(table))
    entry = AuditEntry.objects.get(verb="record_deal")
    assert (entry.actor, entry.via) == (None, "link")
    assert (entry.data["link_of_table"], entry.data["link_seat"]) == (1, 1)
    assert entry.data["link_phone"] == phone.identity[:4]
    assert (recorded.deal.recorded_by, recorded.deal.via) == (None, "link")


def test_tables_of_bots_get_no_link() -> None:
    round_ = published_round(running_event(4, bot="cautious"))
    assert links.make_links(round_, owner_of(round_.event.club)) == []


def test_links_are_made_for_a_round_that_is_played(table: Table) -> None:
    event = running_event(4)
    actor = owner_of(event.club)
    from tournaments.services.draw import draws

    drawn = draws.draw_round(event, actor)
    assert code_of(links.make_links, drawn, actor) == "round_not_open"
    round_ = publish_round(drawn, actor, drawn.draw)
    assert len(links.make_links(round_, actor)) == 1
    play(the_table(round_))
    assert len(links.make_links(round_, actor)) == 1, "and while it is played"
    closed = play_round(round_)
    assert code_of(links.make_links, closed, actor) == "round_not_open"


def test_a_scorer_may_make_links(table: Table) -> None:
    scorer = actor_of(make_member(table.round.event.club, "scorer"))
    assert links.make_link(table, scorer).link.created_by == scorer.user
