"""Migrations are undone where nothing is exposed by it, and refused where something would be."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection
from django.db.migrations.exceptions import IrreversibleError

from tests.builders import (
    a_table,
    make_event,
    owner_of,
    play,
    published_round,
    running_event,
    the_table,
    work,
)
from tournaments.models import (
    Account,
    Adjustment,
    AuditEntry,
    Club,
    Deal,
    Entry,
    Event,
    Round,
    Seat,
    Standing,
    Table,
    TableGuest,
    Transfer,
)
from tournaments.services import links, phones, rehearsals
from tournaments.services.adjustments import add_adjustment
from tournaments.services.voids import void_last_deal

pytestmark = pytest.mark.django_db(transaction=True)

BEFORE_PROGRAMS = "0003_stages_and_wishes"
BEFORE_REHEARSALS = "0005_simulations"
BEFORE_PHONES = "0007_simulation_starts"


def columns() -> set[str]:
    with connection.cursor() as cursor:
        return {
            column.name
            for column in connection.introspection.get_table_description(cursor, Club._meta.db_table)
        }


def test_before_rehearsals_one_goes_back_and_forth_while_there_are_none() -> None:
    assert "rehearses_id" in columns()
    try:
        call_command("migrate", "tournaments", BEFORE_REHEARSALS, verbosity=0)
        assert "rehearses_id" not in columns()
    finally:
        call_command("migrate", verbosity=0)
    assert "rehearses_id" in columns()


def test_nobody_goes_back_to_where_a_rehearsals_club_would_be_one_as_any() -> None:
    event = make_event()
    rehearsals.start_rehearsal(event, owner_of(event.club), players=6)
    try:
        with pytest.raises(IrreversibleError, match=r"clubs of rehearsals \(1\).*restore a backup"):
            call_command("migrate", "tournaments", BEFORE_REHEARSALS, verbosity=0)
        assert Club.objects.filter(rehearses=event.club).count() == 1
    finally:
        call_command("migrate", verbosity=0)


def test_a_phone_whose_seat_was_freed_is_not_let_in_again_by_going_back_and_forth() -> None:
    table = a_table(4)
    owner = owner_of(table.round.event.club)
    made = links.make_link(table, owner)
    freed, stays = (links.enter_by_secret(made.secret) for _phone in range(2))
    phones.take_seat(freed.guest, 1)
    phones.free_seat(table, owner, 1)
    phones.take_seat(stays.guest, 1)
    try:
        call_command("migrate", "tournaments", BEFORE_PHONES, verbosity=0)
    finally:
        call_command("migrate", verbosity=0)
    assert links.guest_of_token(freed.token) is None
    assert links.guest_of_token(stays.token) == stays.guest
    assert phones.phones_at(table).get() == stays.guest


def test_of_two_phones_that_spoke_for_a_seat_before_that_was_refused_the_first_still_does() -> None:
    table = a_table(4)
    made = links.make_link(table, owner_of(table.round.event.club))
    first, second = (links.enter_by_secret(made.secret).guest for _phone in range(2))
    try:
        call_command("migrate", "tournaments", BEFORE_PHONES, verbosity=0)
        with connection.cursor() as cursor:
            cursor.execute("UPDATE tournaments_tableguest SET seat = 1")
    finally:
        call_command("migrate", verbosity=0)
    seats = dict(TableGuest.objects.values_list("pk", "seat"))
    assert seats == {first.pk: 1, second.pk: None}


def test_a_nights_deals_outlive_the_way_back_to_before_programs_and_forth() -> None:
    """SQLite makes changed tables anew, with all their rows; the triggers are there again afterwards."""
    event = running_event(8, deals_per_round=2, rules={"preset": "pagat", "purse": "table"})
    round_ = published_round(event)
    for number in (1, 2):
        play(the_table(round_, number), 2)
    void_last_deal(the_table(round_, 2), owner_of(event.club), 2, "a miscount")
    add_adjustment(event, owner_of(event.club), event.entries.all()[0], -5, "late", round_)
    work()
    models = (
        Club,
        Event,
        Entry,
        Round,
        Table,
        Seat,
        Deal,
        Transfer,
        Account,
        Adjustment,
        Standing,
        AuditEntry,
    )
    rows = [list(model._base_manager.order_by("pk").values()) for model in models]
    try:
        call_command("migrate", "tournaments", BEFORE_PROGRAMS, verbosity=0)
    finally:
        call_command("migrate", verbosity=0)
    assert [list(model._base_manager.order_by("pk").values()) for model in models] == rows
    for statement in (
        "UPDATE tournaments_account SET balance = balance + 1 WHERE name = 'bank'",
        "DELETE FROM tournaments_deal",
        "UPDATE tournaments_event SET version = version - 1",
        "UPDATE tournaments_adjustment SET chips = 5",
        "DELETE FROM tournaments_seat",
    ):
        with pytest.raises(IntegrityError), connection.cursor() as cursor:
            cursor.execute(statement)
