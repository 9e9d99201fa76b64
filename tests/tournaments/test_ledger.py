"""Chips are conserved, whoever writes to the database."""

from __future__ import annotations

import uuid

import pytest
from django.db import DatabaseError, connection, transaction
from django.db.models import Sum

import games.services as games
from tests.builders import (
    a_table,
    next_document,
    owner_of,
    play,
    play_round,
    published_round,
    running_event,
    the_table,
)
from tests.by_hand import by_hand, sqlite
from tournaments.core.rules.refusals import Invalid
from tournaments.models import (
    BANK,
    Account,
    AuditEntry,
    Deal,
    Payout,
    Seat,
    SeatResult,
    Showdown,
    Table,
    Transfer,
)
from tournaments.play.verbs import corrections
from tournaments.play.verbs.leftovers import issue_chips
from tournaments.tables.verbs import ledger
from tournaments.tables.verbs.table_states import table_state, unfinished_tables

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def chips_on_the_table(table: Table) -> int:
    total = Account.objects.filter(table=table).exclude(name=BANK).aggregate(total=Sum("balance"))["total"]
    assert total is not None
    return int(total)


@pytest.fixture
def table() -> Table:
    """A table with two deals played and chips left in its pools."""
    table = a_table(4)
    play(table, 2)
    return table


def test_balances_are_what_the_transfers_say_and_add_up(table: Table) -> None:
    for account in Account.objects.filter(table=table):
        came = account.incoming.aggregate(chips=Sum("chips"))["chips"] or 0
        went = account.outgoing.aggregate(chips=Sum("chips"))["chips"] or 0
        assert account.balance == came - went
    assert chips_on_the_table(table) == 0


def test_with_table_purses_the_bank_has_brought_the_chips() -> None:
    table = a_table(4, rules={"preset": "pagat", "purse": "table"}, starting_chips=50)
    play(table)
    assert chips_on_the_table(table) == 200
    issue_chips(table, owner_of(table.round.event.club), [0, 1, 2, 3], 25, "Ben cannot equal a bet")
    assert chips_on_the_table(table) == 300
    assert Account.objects.get(table=table, name=BANK).balance == -300


def test_a_balance_changes_by_transfers_alone(table: Table) -> None:
    """Two changes by hand that keep the sum are refused as well."""
    for change in (
        "balance = balance + 1 WHERE table_id = %s AND name = 'seat 0'",
        (
            "balance = balance + CASE name WHEN 'seat 0' THEN 1 ELSE -1 END "
            "WHERE table_id = %s AND name IN ('seat 0', 'seat 1')"
        ),
    ):
        with pytest.raises(DatabaseError, match="account_balance_is_its_transfers"):
            by_hand(f"UPDATE tournaments_account SET {change}", table.pk)
    with pytest.raises(DatabaseError, match="account_balance_is_its_transfers"):
        by_hand("UPDATE tournaments_account SET table_id = %s WHERE table_id = %s", a_table(3).pk, table.pk)
    with pytest.raises(DatabaseError, match="account_opens_empty"):
        by_hand(
            "INSERT INTO tournaments_account (table_id, name, balance, overdraft) VALUES (%s, 'sock', 5, %s)",
            table.pk,
            True,
        )
    with pytest.raises(DatabaseError, match="append_only"):
        by_hand("DELETE FROM tournaments_account WHERE name = 'bets'")


@pytest.mark.parametrize("model", [Deal, Transfer, SeatResult, Payout, Showdown, AuditEntry])
def test_records_cannot_be_changed_or_removed(table: Table, model: type[Deal]) -> None:
    assert model.objects.exists()
    name = model._meta.db_table
    with pytest.raises(DatabaseError, match="append_only"):
        by_hand(f"DELETE FROM {name}")
    with pytest.raises(DatabaseError, match="append_only"):
        by_hand(f"UPDATE {name} SET id = id")


@pytest.mark.parametrize("model", [Deal, Transfer, SeatResult, Payout, Showdown, AuditEntry, Account])
def test_records_cannot_be_replaced(table: Table, model: type[Deal]) -> None:
    """SQLite's REPLACE removes a row without asking its DELETE triggers, unless its connection says so."""
    if not sqlite():
        pytest.skip("only SQLite knows INSERT OR REPLACE")
    name = model._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA recursive_triggers = OFF")
        try:
            with pytest.raises(DatabaseError, match=r"append_only|deal_is_sealed|account_opens_empty"):
                by_hand(f"INSERT OR REPLACE INTO {name} SELECT * FROM {name} LIMIT 1")
        finally:
            cursor.execute("PRAGMA recursive_triggers = ON")


@pytest.mark.parametrize("model", [Deal, Transfer, SeatResult, Payout, Showdown, AuditEntry, Account])
def test_records_cannot_be_truncated(table: Table, model: type[Deal]) -> None:
    if sqlite():
        pytest.skip("SQLite knows no TRUNCATE")
    connection.check_constraints()  # PostgreSQL truncates nothing while foreign keys are to be checked
    with pytest.raises(DatabaseError, match="append_only"):
        by_hand(f"TRUNCATE {model._meta.db_table} CASCADE")


def insert_transfer(
    table: Table,
    deal: uuid.UUID | None,
    source: Account,
    target: Account,
    chips: int = 1,
    *,
    reason: str = "meld",
) -> None:
    by_hand(
        "INSERT INTO tournaments_transfer"
        " (table_id, deal_id, seq, source_id, target_id, chips, reason, note, created_at) "
        "VALUES (%s, %s, 9999, %s, %s, %s, %s, '', CURRENT_TIMESTAMP)",
        table.pk,
        deal,
        source.pk,
        target.pk,
        chips,
        reason,
    )


def account(table: Table, name: str) -> Account:
    return Account.objects.get(table=table, name=name)


def test_a_transfer_is_between_accounts_of_one_table_that_is_there(table: Table) -> None:
    bank, purse, nobodys = account(table, BANK), account(table, "seat 1"), Account(pk=0)
    elsewhere = account(a_table(3), "seat 0")
    for where, deal, source, target, reason in (
        (table, uuid.uuid4(), purse, elsewhere, "meld"),
        (table, None, nobodys, purse, "issue"),
        (table, None, bank, nobodys, "issue"),
        (Table(pk=uuid.uuid4()), None, bank, purse, "issue"),
    ):
        with pytest.raises(DatabaseError, match="transfer_at_one_table"):
            insert_transfer(where, deal, source, target, reason=reason)


def test_a_transfer_moves_at_least_one_chip(table: Table) -> None:
    for chips in (0, -3):
        with pytest.raises(DatabaseError, match="transfer_of_some_chips"):
            insert_transfer(
                table, None, account(table, BANK), account(table, "seat 1"), chips, reason="issue"
            )


def test_a_pool_cannot_be_overdrawn(table: Table) -> None:
    pool = account(table, "marriage")
    with pytest.raises(DatabaseError, match="account_not_overdrawn"):
        insert_transfer(table, uuid.uuid4(), pool, account(table, "seat 1"), pool.balance + 1)


def test_a_transfer_that_is_allowed_moves_the_balances_itself(table: Table) -> None:
    """The control: the triggers refuse what is wrong, not everything."""
    before = account(table, BANK).balance, account(table, "seat 1").balance
    insert_transfer(table, None, account(table, BANK), account(table, "seat 1"), 7, reason="issue")
    assert (account(table, BANK).balance, account(table, "seat 1").balance) == (before[0] - 7, before[1] + 7)


def test_outside_a_deal_chips_come_from_the_bank_alone_which_has_no_part_in_one(table: Table) -> None:
    for source, target, reason in (
        ("seat 0", "seat 1", "meld"),
        ("seat 0", "seat 1", "issue"),
        ("seat 0", BANK, "issue"),
        (BANK, "ace", "start"),
        ("poch", "seat 0", "leftover"),  # the round is being played, and its rules let the pools stay
        ("seat 0", "seat 1", "leftover"),
    ):
        with pytest.raises(DatabaseError, match="transfer_has_its_reason"):
            insert_transfer(table, None, account(table, source), account(table, target), reason=reason)
    for source, reason in ((BANK, "meld"), ("seat 1", "issue"), ("seat 1", "leftover")):
        with pytest.raises(DatabaseError, match="transfer_has_its_reason"):
            insert_transfer(
                table, uuid.uuid4(), account(table, source), account(table, "seat 0"), reason=reason
            )


def test_voiding_the_last_deal_puts_every_chip_back(table: Table) -> None:
    before = dict(Account.objects.filter(table=table).values_list("name", "balance"))
    state = table_state(table)
    play(table, 1, seed=7)
    corrections.void(table, owner_of(table.round.event.club), 3, "Anna's cards were counted twice")
    assert dict(Account.objects.filter(table=table).values_list("name", "balance")) == before
    after = table_state(table)
    assert (after.purses, after.pools, after.next_dealer, after.next_number) == (
        state.purses,
        state.pools,
        state.next_dealer,
        state.next_number,
    )
    assert after.next_revision == 3


# A seat that goes gives its chips back.


@pytest.fixture
def fresh() -> Table:
    """A table of four who have brought 100 chips each, and have not played."""
    return a_table(4, rules={"preset": "pagat", "purse": "table"})


def test_a_seat_gives_its_chips_back_before_the_first_deal(fresh: Table) -> None:
    insert_transfer(fresh, None, account(fresh, "seat 3"), account(fresh, BANK), 100, reason="return")
    assert (account(fresh, "seat 3").balance, account(fresh, BANK).balance) == (0, -300)
    with pytest.raises(DatabaseError, match="account_not_overdrawn"), transaction.atomic():
        insert_transfer(fresh, None, account(fresh, "seat 3"), account(fresh, BANK), 1, reason="return")


@pytest.mark.parametrize(("source", "target"), [(BANK, "seat 3"), ("seat 3", "seat 0"), ("poch", BANK)])
def test_only_a_seat_gives_back_and_only_to_the_bank(fresh: Table, source: str, target: str) -> None:
    with pytest.raises(DatabaseError, match="transfer_has_its_reason"):
        insert_transfer(fresh, None, account(fresh, source), account(fresh, target), reason="return")


def test_nothing_is_given_back_once_a_deal_was_recorded_though_it_is_void(fresh: Table) -> None:
    play(fresh)
    corrections.void(fresh, owner_of(fresh.round.event.club), 1)
    with pytest.raises(DatabaseError, match="transfer_has_its_reason"):
        insert_transfer(fresh, None, account(fresh, "seat 3"), account(fresh, BANK), reason="return")


def test_the_seats_are_counted_not_their_accounts(fresh: Table) -> None:
    """The account of a seat that was taken away stays: it is no purse any more."""
    insert_transfer(fresh, None, account(fresh, "seat 3"), account(fresh, BANK), 100, reason="return")
    Seat.objects.get(table=fresh, number=3).delete()
    state = table_state(fresh)
    assert (state.seats, state.purses) == (3, [100, 100, 100])
    assert unfinished_tables(fresh.round) == [fresh.pk]
    with pytest.raises(Invalid):
        issue_chips(fresh, owner_of(fresh.round.event.club), [3], 5, "because")
    assert [deal.number for deal in play(fresh, 2)] == [1, 2]
    assert sum(Account.objects.filter(table=fresh).values_list("balance", flat=True)) == 0


def test_a_deal_leaves_nothing_to_a_seat_that_is_gone(fresh: Table) -> None:
    insert_transfer(fresh, None, account(fresh, "seat 3"), account(fresh, BANK), 100, reason="return")
    Seat.objects.get(table=fresh, number=3).delete()
    document = next_document(fresh)
    result = games.replay(document)
    moved = {"from": "seat 0", "to": "seat 3", "chips": 1, "reason": "meld"}
    result["net"][0] -= 1
    result["transfers"] = [*result["transfers"], moved]
    deal = Deal(
        table=fresh,
        number=1,
        document=document,
        result=result,
        next_dealer=0,
        via="command",
        event_version=99,
    )
    with pytest.raises(DatabaseError, match="deal_is_its_transfers"), transaction.atomic():
        ledger.write(deal, result)


# Leftovers that were shared out can be taken back, and no more than that.


def test_a_pool_takes_back_exactly_its_share_of_the_leftovers() -> None:
    rules = {"preset": "pagat", "leftover": "split"}
    event = running_event(4, deals_per_round=1, rules=rules)
    table = the_table(play_round(published_round(event)))
    paid = Transfer.objects.filter(table=table, reason="leftover").first()
    assert paid is not None
    with pytest.raises(DatabaseError, match="transfer_has_its_reason"), transaction.atomic():
        insert_transfer(table, None, paid.target, paid.source, paid.chips + 1, reason="leftover")
    insert_transfer(table, None, paid.target, paid.source, paid.chips, reason="leftover")
    with pytest.raises(DatabaseError, match="transfer_has_its_reason"), transaction.atomic():
        insert_transfer(table, None, paid.target, paid.source, 1, reason="leftover")
