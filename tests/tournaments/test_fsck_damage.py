"""Damage that somebody planted in the database: fsck finds each kind, and says where it is.

The triggers refuse nearly all of it, so they are switched off first. A class builds its evening once.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar
from uuid import uuid4

from django.db import connection, transaction
from django.db.models import F, Model
from django.test import TestCase
from django.utils import timezone

from tests.builders import a_table, play, published_round, running_event, the_table
from tests.tournaments.evenings import evening
from tournaments.kernel import outbox
from tournaments.models import (
    Account,
    Adjustment,
    AuditEntry,
    Club,
    Deal,
    Event,
    OutboxTask,
    Payout,
    Round,
    Seat,
    SeatResult,
    Showdown,
    Stage,
    Standing,
    Table,
    Transfer,
    Webhook,
    WebhookDelivery,
)
from tournaments.services.fsck import run as fsck


def switch_triggers_off() -> None:
    """Until the test ends, the database takes any row."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL session_replication_role = replica")
            return
        cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        for (name,) in cursor.fetchall():
            cursor.execute(f'DROP TRIGGER "{name}"')


def remove(rows: Iterable[Model]) -> None:
    """Delete rows with plain SQL, although others refer to them."""
    with connection.cursor() as cursor:
        for row in rows:
            key = row._meta.pk.get_db_prep_value(row.pk, connection)
            cursor.execute(f"DELETE FROM {row._meta.db_table} WHERE {row._meta.pk.column} = %s", [key])


def change(row: Model, **fields: Any) -> None:
    """Update columns of one row."""
    type(row)._base_manager.filter(pk=row.pk).update(**fields)


def shift(transfer: Transfer, chips: int) -> None:
    """Change the amount of a transfer, and the two balances with it."""
    change(transfer, chips=transfer.chips + chips)
    change(transfer.source, balance=F("balance") - chips)
    change(transfer.target, balance=F("balance") + chips)


def found() -> list[dict[str, Any]]:
    return [damage.as_json() for damage in fsck.run().damage]


def codes() -> set[str]:
    """The codes of all damage that a full run finds."""
    return {damage["code"] for damage in found()}


class Planted(TestCase):
    """Tests that plant damage. Its foreign keys may lead nowhere."""

    def setUp(self) -> None:
        switch_triggers_off()

    def tearDown(self) -> None:
        transaction.set_rollback(True)


class AnEvening(Planted):
    """A finished event with purses, issued chips, a void, a correction, adjustments and a cut."""

    event: ClassVar[Event]
    other: ClassVar[Event]

    @classmethod
    def setUpTestData(cls) -> None:
        cls.event, cls.other = evening(), running_event(4)

    @property
    def deal(self) -> Deal:
        """A deal of round 2 that counts."""
        return Deal.objects.effective().get(table__round__number=2, table__number=1, number=2)

    def test_control_without_damage_it_is_clean(self) -> None:
        assert codes() == set()

    # The ledger.

    def test_a_balance_is_edited(self) -> None:
        change(Account.objects.filter(table=self.deal.table, name="seat 0").get(), balance=F("balance") + 1)
        assert codes() == {"balance_differs"}

    def test_the_amount_of_a_transfer_is_edited(self) -> None:
        change(self.deal.transfers.earliest("seq"), chips=F("chips") + 1)
        assert {"balance_differs", "transfers_differ"} <= codes()

    def test_an_amount_and_its_balances_are_edited(self) -> None:
        shift(self.deal.transfers.earliest("seq"), 1)
        assert "transfers_differ" in codes()
        assert "balance_differs" not in codes()

    def test_the_ends_of_a_transfer_are_swapped(self) -> None:
        row = self.deal.transfers.earliest("seq")
        change(row, source=row.target_id, target=row.source_id)
        assert {"balance_differs", "transfers_differ"} <= codes()

    def test_a_transfer_is_removed(self) -> None:
        remove([self.deal.transfers.latest("seq")])
        assert {"balance_differs", "transfers_differ"} <= codes()

    def test_a_transfer_is_moved_to_another_table(self) -> None:
        other = self.deal.table.round.tables.get(number=2)
        change(self.deal.transfers.earliest("seq"), table=other)
        assert {"transfer_elsewhere", "transfers_differ"} <= codes()

    def test_a_deal_is_moved_to_another_table(self) -> None:
        deal = self.deal
        change(deal, table=deal.table.round.tables.get(number=2), number=9)
        assert {"deal_missing", "deal_moved", "revision_wrong"} <= codes()

    def test_a_deal_is_removed(self) -> None:
        deal = self.deal
        for part in (deal.transfers, deal.seat_results, deal.payouts, deal.showdowns):
            remove(part.all())
        remove([deal])
        assert "deal_gone" in codes()

    def test_a_deal_is_there_twice(self) -> None:
        deal = Deal.objects.effective().get(table=self.deal.table, number=3)
        parts: list[Any] = [
            *deal.transfers.all(),
            *deal.seat_results.all(),
            *deal.payouts.all(),
            *deal.showdowns.all(),
        ]
        deal.pk, deal.number = uuid4(), 4
        deal.save(force_insert=True)
        for part in parts:
            part.pk, part.deal = None, deal
            part.save(force_insert=True)
        assert {"deal_unlogged", "start_differs", "balance_differs"} <= codes()

    def test_the_version_of_a_deal_is_forged(self) -> None:
        change(self.deal, event_version=self.event.version + 7)
        assert "version_wrong" in codes()

    def test_a_deal_gets_the_version_of_another(self) -> None:
        other = Deal.objects.effective().get(table__round__number=2, table__number=2, number=2)
        change(self.deal, event_version=other.event_version)
        assert "version_wrong" in codes()

    def test_the_purses_in_a_document_are_edited(self) -> None:
        deal = self.deal
        deal.document["chips"][0] += 1
        change(deal, document=deal.document)
        assert "start_differs" in codes()

    def test_the_carry_over_in_a_document_is_edited(self) -> None:
        deal = self.deal
        deal.document["pools"][next(iter(deal.document["pools"]))] += 1
        change(deal, document=deal.document)
        assert "start_differs" in codes()

    def test_the_actions_in_a_document_are_edited(self) -> None:
        deal = self.deal
        change(deal, document=deal.document | {"actions": deal.document["actions"][:-1]})
        assert "document_impossible" in codes()

    def test_a_result_is_edited(self) -> None:
        deal = self.deal
        deal.result["net"][0] += 1
        change(deal, result=deal.result)
        assert codes() == {"result_differs"}

    def test_the_next_dealer_of_a_deal_is_edited(self) -> None:
        change(self.deal, next_dealer=(self.deal.next_dealer + 1) % 4)
        assert {"result_differs", "start_differs"} <= codes()

    def test_a_seat_result_is_edited(self) -> None:
        change(self.deal.seat_results.earliest("pk"), net=F("net") + 1)
        assert "seat_result_differs" in codes()

    def test_a_seat_result_of_a_void_is_edited(self) -> None:
        void = Deal.objects.filter(kind="void").earliest("recorded_at")
        change(void.seat_results.earliest("pk"), deals=0)
        assert "seat_result_differs" in codes()

    def test_a_seat_result_is_removed(self) -> None:
        remove(self.deal.seat_results.all()[:1])
        assert "seat_result_differs" in codes()

    def test_the_chips_of_a_payout_are_edited(self) -> None:
        change(Payout.objects.filter(seat__isnull=False).earliest("pk"), chips=F("chips") + 1)
        assert codes() == {"payout_differs"}

    def test_a_payout_goes_to_another_seat(self) -> None:
        row = Payout.objects.filter(seat__number=0).earliest("pk")
        change(row, seat=Seat.objects.get(table=row.deal.table, number=1))
        assert codes() == {"payout_differs"}

    def test_the_carry_over_of_a_payout_is_edited(self) -> None:
        change(Payout.objects.filter(how="carried").earliest("pk"), chips=F("chips") + 1)
        assert codes() == {"payout_differs"}

    def test_a_showdown_is_edited(self) -> None:
        change(Showdown.objects.earliest("pk"), stake=F("stake") + 1)
        assert codes() == {"showdown_differs"}

    def test_the_chips_that_the_bank_issued_are_edited(self) -> None:
        shift(Transfer.objects.get(reason="issue"), 5)
        assert {"issue_differs", "start_differs"} <= codes()

    def test_the_chips_at_the_start_are_edited(self) -> None:
        shift(Transfer.objects.filter(reason="start", table=self.deal.table).earliest("pk"), 5)
        assert "start_differs" in codes()

    def test_a_share_of_the_leftover_chips_is_edited(self) -> None:
        shift(Transfer.objects.filter(reason="leftover", table=self.deal.table).earliest("pk"), -1)
        assert "leftover_differs" in codes()

    def test_chips_move_without_a_deal(self) -> None:
        row = self.deal.transfers.earliest("seq")
        row.pk, row.deal = None, None
        row.save(force_insert=True)
        assert "transfer_without_reason" in codes()

    def test_the_rules_of_the_event_are_edited(self) -> None:
        rules = self.event.rules_in_force
        change(self.event, frozen_rules=rules | {"leftover": "stay"})
        assert {"start_differs", "leftover_differs"} <= codes()

    # Standings.

    def test_a_row_of_the_standing_is_edited(self) -> None:
        standing = Standing.objects.latest("version")
        standing.rows[0]["score"] += 1
        change(standing, rows=standing.rows)
        assert codes() == {"standing_differs"}

    def test_a_row_of_a_kept_standing_is_edited(self) -> None:
        standing = Standing.objects.get(round__number=1)
        standing.rows[-1]["place"] = 1
        change(standing, rows=standing.rows)
        (damage,) = found()
        assert (damage["code"], damage["where"]["round"]) == ("standing_differs", 1)

    def test_a_kept_standing_is_removed(self) -> None:
        remove([Standing.objects.get(round__number=2)])
        assert codes() == {"kept_standing_missing"}

    def test_a_standing_is_newer_than_its_event(self) -> None:
        change(Standing.objects.latest("version"), version=self.event.version + 5)
        assert "standing_too_new" in codes()

    def test_a_stale_standing_waits_for_nobody(self) -> None:
        change(self.event, version=F("version") + 1)
        OutboxTask.objects.all().delete()
        assert codes() == {"standing_without_task", "ratings_without_task"}

    # The audit log and the rows that it names.

    def entry(self, verb: str) -> AuditEntry:
        return AuditEntry.objects.filter(event=self.event, verb=verb).earliest("pk")

    def test_an_entry_of_the_log_is_removed(self) -> None:
        remove([self.entry("check_in_all")])
        assert codes() == {"audit_gap"}

    def test_an_entry_of_the_log_is_edited(self) -> None:
        change(self.entry("start_event"), via="page2")
        assert codes() == {"audit_changed"}

    def test_the_time_of_an_entry_is_edited(self) -> None:
        change(self.entry("start_event"), at=timezone.now())
        assert codes() == {"audit_changed"}

    def test_an_entry_of_the_log_of_the_club_is_edited(self) -> None:
        entry = AuditEntry.objects.filter(event=None, verb="add_player").earliest("pk")
        change(entry, data={"bot": "bold"})
        (damage,) = found()
        assert (damage["code"], damage["since"]["audit"]) == ("audit_changed", entry.pk)

    def test_an_entry_is_put_into_the_log(self) -> None:
        entry = self.entry("start_event")
        for later in AuditEntry.objects.filter(event=self.event, pk__gt=entry.pk).order_by("-number"):
            change(later, number=later.number + 1)
        entry.pk, entry.number = None, entry.number + 1
        entry.save(force_insert=True)
        assert {"audit_changed", "audit_cut"} <= codes()

    def test_the_tail_of_the_log_is_cut(self) -> None:
        remove(AuditEntry.objects.filter(event=self.event).order_by("-pk")[:1])
        assert codes() == {"audit_cut"}

    def test_the_whole_log_is_removed(self) -> None:
        remove(AuditEntry.objects.filter(event=self.event))
        assert {"audit_cut", "deal_unlogged"} <= codes()

    def test_an_adjustment_is_edited(self) -> None:
        change(Adjustment.objects.get(cancelled_at=None), chips=-50)
        assert {"adjustment_differs", "standing_differs"} <= codes()

    def test_the_reason_of_an_adjustment_is_edited(self) -> None:
        change(Adjustment.objects.get(cancelled_at=None), reason="nothing")
        assert codes() == {"adjustment_differs"}

    def test_an_adjustment_is_removed(self) -> None:
        remove([Adjustment.objects.get(cancelled_at__isnull=False)])
        assert codes() == {"adjustment_differs"}

    def test_a_cancelled_adjustment_counts_again(self) -> None:
        change(Adjustment.objects.get(cancelled_at__isnull=False), cancelled_at=None, cancelled_by=None)
        assert {"adjustment_unlogged", "standing_differs"} <= codes()

    # Draws and seats.

    def test_a_certificate_is_edited(self) -> None:
        round_ = Round.objects.get(number=2)
        round_.certificate["people"]["q"] += 1
        change(round_, certificate=round_.certificate)
        assert codes() == {"certificate_differs"}

    def test_a_part_of_a_certificate_is_removed(self) -> None:
        round_ = Round.objects.get(number=2)
        del round_.certificate["people"]["bound"]
        change(round_, certificate=round_.certificate)
        assert codes() == {"certificate_differs"}

    def test_two_players_change_their_tables(self) -> None:
        one, two = (Seat.objects.get(round__number=2, table__number=table, number=0) for table in (1, 2))
        remove([one])
        first = one.entry_id
        one.entry_id = two.entry_id
        change(two, entry=first)
        one.save(force_insert=True)
        assert "certificate_differs" in codes()

    def test_a_seat_gets_another_number(self) -> None:
        change(Seat.objects.get(round__number=3, table__number=1, number=3), number=7)
        assert "seats_wrong" in codes()

    def test_a_table_gets_another_number_of_deals(self) -> None:
        change(Table.objects.get(round__number=2, number=1), deals_planned=9)
        assert "deals_wrong" in codes()

    def test_a_round_says_another_number_of_deals(self) -> None:
        change(Round.objects.get(number=2), deals_each=9)
        assert "deals_wrong" in codes()

    def test_the_report_of_a_cut_is_edited(self) -> None:
        stage = Stage.objects.get(number=2)
        report = stage.cut_report or {}
        change(stage, cut_report=report | {"last_in": report["first_out"]})
        assert codes() == {"cut_differs"}

    def test_the_entrants_of_a_stage_are_edited(self) -> None:
        stage = Stage.objects.get(number=2)
        change(stage, entrants=(stage.entrants or [])[1:])
        assert "cut_differs" in codes()

    # References, the outbox and messages.

    def test_a_row_refers_to_nothing(self) -> None:
        change(SeatResult.objects.earliest("pk"), deal=uuid4())
        assert "reference_lost" in codes()

    def test_an_adjustment_belongs_to_another_event(self) -> None:
        change(Adjustment.objects.get(cancelled_at=None), event=self.other)
        assert "reference_mixed" in codes()

    def test_a_task_of_the_outbox_is_unknown(self) -> None:
        outbox.add("nobody.knows", self.event.pk)
        assert codes() == {"task_without_duty"}

    def test_a_task_of_the_outbox_has_no_subject(self) -> None:
        outbox.add("standings.refresh", uuid4())
        assert codes() == {"task_without_duty"}

    def test_a_message_of_a_webhook_has_no_task(self) -> None:
        now = timezone.now()
        webhook = Webhook.objects.create(
            club=self.event.club, url="https://example.org/", types=["deal.recorded"], secrets=[], since=now
        )
        WebhookDelivery.objects.create(webhook=webhook, type="deal.recorded", payload={})
        assert codes() == {"duty_without_task"}

    def test_the_length_of_the_log_of_a_club_is_edited(self) -> None:
        change(Club.objects.get(pk=self.event.club_id), log_length=1)
        assert codes() == {"audit_cut"}


class WhileItRuns(TestCase):
    """Events that are not finished."""

    def test_a_played_round_waits_for_nobody(self) -> None:
        event = running_event(4, auto_draw=True, deals_per_round=1)
        play(the_table(published_round(event)))
        assert codes() == set()
        OutboxTask.objects.filter(task="rounds.advance").delete()
        assert codes() == {"duty_without_task"}

    def test_a_table_of_bots_waits_for_nobody(self) -> None:
        table = a_table(bot="random")
        assert codes() == set()
        OutboxTask.objects.filter(task="bots.play_deal", args__0=str(table.pk)).delete()
        (damage,) = found()
        assert (damage["code"], damage["where"]["table"]) == ("duty_without_task", 1)
