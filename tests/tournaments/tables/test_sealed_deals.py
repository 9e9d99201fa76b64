"""A deal is recorded whole or not at all, and nothing joins it: the database says so, not the code alone."""

from __future__ import annotations

import uuid
from collections import Counter
from contextlib import nullcontext
from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, connection, models, transaction
from django.db.models import Sum

import games.services as games
from tests.builders import (
    a_table,
    enter,
    next_document,
    owner_of,
    play,
    play_round,
    published_round,
    running_event,
    the_table,
)
from tests.by_hand import by_hand, sqlite
from tournaments.desk.verbs.rounds import close_round
from tournaments.models import (
    BANK,
    Account,
    Adjustment,
    AuditEntry,
    Deal,
    Event,
    Payout,
    Seat,
    SeatResult,
    Showdown,
    Table,
    Transfer,
)
from tournaments.play.verbs import corrections, results
from tournaments.play.verbs.leftovers import issue_chips
from tournaments.standings.verbs.adjustments import add_adjustment, cancel_adjustment
from tournaments.tables.verbs.table_states import table_state

pytestmark = [pytest.mark.django_db, pytest.mark.both]


@pytest.fixture
def table() -> Table:
    table = a_table(4)
    play(table, 2)
    return table


def last_deal(table: Table) -> Deal:
    return Deal.objects.effective().filter(table=table).latest("number")


def forged(table: Table, **changes: Any) -> Deal:
    """An unsaved deal that would be the next of this table."""
    like = last_deal(table)
    fields: dict[str, Any] = {
        "table_id": table.pk,
        "number": like.number + 1,
        "document": like.document,
        "result": like.result,
        "next_dealer": 0,
        "via": "command",
        "event_version": 99,
    }
    return Deal(**fields | changes)


def result_of(deal: Deal, seat: Seat, net: int) -> SeatResult:
    return SeatResult(
        deal=deal, seat=seat, deals=1, net=net, staked=0, pots=0, out=0, pools=0, showdowns=0, left=0
    )


def pay(deal: Deal, source: str, target: str, chips: int, seq: int = 0) -> None:
    ends = [Account.objects.get(table=deal.table, name=name) for name in (source, target)]
    Transfer.objects.bulk_create(
        [
            Transfer(
                table=deal.table,
                deal=deal,
                seq=seq,
                source=ends[0],
                target=ends[1],
                chips=chips,
                reason="void" if deal.kind == "void" else "stop",
            )
        ]
    )


def refused(name: str) -> Any:
    return pytest.raises(DatabaseError, match=name)


def test_a_deal_without_results_is_refused(table: Table) -> None:
    with refused("deal_is_whole"), transaction.atomic():
        forged(table).save()


def test_a_deal_whose_results_are_its_transfers_is_taken(table: Table) -> None:
    """The control."""
    deal = forged(table)
    pay(deal, "seat 0", "seat 1", 3)
    nets = [-3, 3, 0, 0]
    SeatResult.objects.bulk_create(result_of(deal, seat, nets[seat.number]) for seat in table.seats.all())
    deal.save()
    assert last_deal(table) == deal


def test_a_deal_whose_results_are_not_its_transfers_is_refused(table: Table) -> None:
    deal = forged(table)
    with refused("deal_is_its_transfers"), transaction.atomic():
        pay(deal, "seat 0", "seat 1", 3)
        nets = [-3, 4, 0, 0]
        SeatResult.objects.bulk_create(result_of(deal, seat, nets[seat.number]) for seat in table.seats.all())
        deal.save()


def test_a_deal_with_two_transfers_of_one_number_is_refused(table: Table) -> None:
    deal = forged(table)
    with refused("transfer_seq_once_in_a_deal"), transaction.atomic():
        pay(deal, "seat 0", "seat 1", 3)
        pay(deal, "seat 1", "seat 0", 3)
        SeatResult.objects.bulk_create(result_of(deal, seat, 0) for seat in table.seats.all())
        deal.save()


def test_a_deal_takes_no_transfers_of_another_table(table: Table) -> None:
    other = a_table(3)
    deal = forged(table)
    with refused("deal_is_its_transfers"), transaction.atomic():
        elsewhere = Deal(pk=deal.pk, table=other, kind="recorded")
        pay(elsewhere, "seat 0", "seat 1", 3)
        SeatResult.objects.bulk_create(result_of(deal, seat, 0) for seat in table.seats.all())
        deal.save()


@pytest.mark.parametrize("model", [Transfer, SeatResult, Showdown])
def test_nothing_joins_a_deal_that_is_recorded(table: Table, model: type[models.Model]) -> None:
    deal = last_deal(table)
    with refused("deal_is_sealed"), transaction.atomic():
        if model is Transfer:
            pay(deal, "seat 0", "seat 1", 1, seq=999)
        elif model is SeatResult:
            SeatResult.objects.create(**_fields(result_of(deal, a_table(3).seats.all()[0], 0)))
        else:
            seat = a_table(3).seats.all()[0]
            Showdown.objects.create(deal=deal, seat=seat, stake=0, passed=True, chips=0)


def _fields(row: models.Model) -> dict[str, Any]:
    return {field.name: getattr(row, field.name) for field in row._meta.fields if field.name != "id"}


def test_rows_without_their_deal_do_not_survive_the_commit(table: Table) -> None:
    savepoint = transaction.savepoint()
    pay(forged(table), "seat 0", "seat 1", 3)
    with pytest.raises(IntegrityError):
        connection.check_constraints()  # what a commit does
    transaction.savepoint_rollback(savepoint)


def test_a_void_must_undo_what_it_voids(table: Table) -> None:
    voided = last_deal(table)
    void = forged(table, number=voided.number, revision=2, kind="void", replaces=voided)
    with refused("void_undoes_its_deal"), transaction.atomic():
        SeatResult.objects.bulk_create(result_of(void, seat, 0) for seat in table.seats.all())
        void.save()


@pytest.mark.parametrize("more", [0, 1])
def test_a_void_moves_back_the_chips_of_its_deal_and_no_other(table: Table, more: int) -> None:
    """With no chip more it is taken, as a control."""
    voided = last_deal(table)
    void = forged(table, number=voided.number, revision=2, kind="void", replaces=voided)
    moved = list(voided.transfers.select_related("source", "target").order_by("-seq"))
    between_players = next(each for each in moved if each.reason == "out")
    net = Counter[str]()
    with refused("void_undoes_its_deal") if more else nullcontext(), transaction.atomic():
        for transfer in moved:
            chips = transfer.chips + more * (transfer == between_players)
            pay(void, transfer.target.name, transfer.source.name, chips, len(moved) - transfer.seq)
            net[transfer.target.name] -= chips
            net[transfer.source.name] += chips
        SeatResult.objects.bulk_create(
            result_of(void, seat, net[f"seat {seat.number}"]) for seat in table.seats.all()
        )
        void.save()


def test_one_number_has_one_deal_that_counts(table: Table) -> None:
    """A further recording of a number is refused unless it takes the place of a void."""
    for changes in ({"revision": 2}, {"revision": 2, "replaces": last_deal(table)}):
        deal = forged(table, number=1, **changes)
        with refused("deal_replaces_the_one_before"), transaction.atomic():
            SeatResult.objects.bulk_create(result_of(deal, seat, 0) for seat in table.seats.all())
            deal.save()


def test_the_seats_of_a_table_with_a_deal_stay_taken(table: Table) -> None:
    bystander = enter(table.round.event, 1)[0]
    seat = table.seats.get(number=0)
    with refused("seats_are_taken"), transaction.atomic():
        Seat.objects.filter(pk=seat.pk).update(entry=bystander)
    with refused("seats_are_taken"), transaction.atomic():
        Seat.objects.create(table=table, round=table.round, number=4, entry=bystander)


def test_a_seat_belongs_to_one_round_and_event() -> None:
    here, elsewhere = a_table(3), a_table(3)
    stranger = elsewhere.seats.get(number=0).entry
    with refused("seat_of_its_round"), transaction.atomic():
        Seat.objects.create(table=here, round=here.round, number=5, entry=stranger)
    with refused("seat_of_its_round"), transaction.atomic():
        Seat.objects.create(table=here, round=elsewhere.round, number=5, entry=stranger)


def test_the_version_of_an_event_does_not_fall_and_its_rules_stay_frozen(table: Table) -> None:
    events = Event.objects.filter(pk=table.round.event_id)
    with refused("event_version_grows"), transaction.atomic():
        events.update(version=0)
    with refused("event_rules_frozen"), transaction.atomic():
        events.update(frozen_rules={"preset": "pagat-open"})


def test_an_adjustment_is_cancelled_and_that_is_all() -> None:
    event = running_event(4)
    actor = owner_of(event.club)
    adjustment = add_adjustment(event, actor, event.entries.all()[0], "late", chips=-5)
    rows = Adjustment.objects.filter(pk=adjustment.pk)
    with refused("adjustment_stays"), transaction.atomic():
        rows.update(chips=500)
    with refused("adjustment_stays"), transaction.atomic():
        rows.delete()
    cancel_adjustment(adjustment, actor)
    with refused("adjustment_stays"), transaction.atomic():
        rows.update(cancelled_at=None)


def test_split_leftovers_are_paid_when_the_round_is_closed_in_the_order_of_its_last_deal() -> None:
    rules = {"preset": "pagat", "leftover": "split"}
    round_ = published_round(running_event(4, rules=rules, deals_per_round=3))
    table = the_table(round_)
    last = play(table, 3)[-1]
    before, version = table_state(table), Event.objects.get().version
    close_round(round_, owner_of(table.round.event.club))
    shares = games.leftover(before.rules, pools=before.pools, seats=4, last_dealer=last.document["dealer"])
    paid = Transfer.objects.filter(table=table, reason="leftover").order_by("id")
    assert [
        {"from": row.source.name, "to": row.target.name, "chips": row.chips, "reason": row.reason}
        for row in paid
    ] == shares
    assert shares
    assert set(table_state(table).pools.values()) == {0}
    assert Event.objects.get().version == version + 1


def test_recording_a_deal_takes_few_statements(django_assert_max_num_queries: Any) -> None:
    table = a_table(4)
    actor, document = owner_of(table.round.event.club), next_document(table)
    table = Table.objects.select_related("round__event__club").get(pk=table.pk)
    with django_assert_max_num_queries(21):  # with the savepoint of the test
        results.record(table, actor, 1, document)


def chips_on_the_table(table: Table) -> int:
    total = Account.objects.filter(table=table).exclude(name=BANK).aggregate(total=Sum("balance"))["total"]
    assert total is not None
    return int(total)


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
