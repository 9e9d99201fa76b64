"""Damage that somebody planted in the database: fsck finds each kind, and says where it is.

The triggers refuse nearly all of it, so they are switched off first. A class builds its evening once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
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

    def finds(self, *expected: str, plant: Callable[[], object], only: bool = True) -> None:
        """This damage is found, with nothing else unless it has further consequences."""
        with self.subTest(expected), transaction.atomic():
            plant()
            there = codes()
            assert there == set(expected) if only else there >= set(expected)
            transaction.set_rollback(True)

    def also_finds(self, *expected: str, plant: Callable[[], object]) -> None:
        self.finds(*expected, plant=plant, only=False)

    def edited(self, name: str, key: str | int, by: int = 1) -> Callable[[], None]:
        """Change a number in the document or the result of the deal."""

        def edit() -> None:
            deal = self.deal
            part = getattr(deal, name)
            inside = next(iter(part[key])) if isinstance(part[key], dict) else 0
            part[key][inside] += by
            change(deal, **{name: part})

        return edit

    def first(self, verb: str) -> AuditEntry:
        return AuditEntry.objects.filter(event=self.event, verb=verb).earliest("pk")

    def test_control_without_damage_it_is_clean(self) -> None:
        assert codes() == set()

    def test_edited_accounts_and_transfers_are_found(self) -> None:
        deal = self.deal
        purse = Account.objects.get(table=deal.table, name="seat 0")
        row, last = deal.transfers.earliest("seq"), deal.transfers.latest("seq")
        other = deal.table.round.tables.get(number=2)
        issued = Transfer.objects.get(reason="issue")
        start, leftover = (
            Transfer.objects.filter(reason=reason, table=deal.table).earliest("pk")
            for reason in ("start", "leftover")
        )
        self.finds("balance_differs", plant=lambda: change(purse, balance=F("balance") + 1))
        both = "balance_differs", "transfers_differ"
        self.also_finds(*both, plant=lambda: change(row, chips=F("chips") + 1))
        self.also_finds(*both, plant=lambda: change(row, source=row.target_id, target=row.source_id))
        self.also_finds(*both, plant=lambda: remove([last]))
        self.also_finds("transfer_elsewhere", "transfers_differ", plant=lambda: change(row, table=other))
        self.also_finds("issue_differs", "start_differs", plant=lambda: shift(issued, 5))
        self.also_finds("start_differs", plant=lambda: shift(start, 5))
        self.also_finds("leftover_differs", plant=lambda: shift(leftover, -1))
        rules = self.event.rules_in_force | {"leftover": "stay"}
        self.also_finds(
            "start_differs", "leftover_differs", plant=lambda: change(self.event, frozen_rules=rules)
        )

    def test_an_amount_and_its_balances_are_edited(self) -> None:
        shift(self.deal.transfers.earliest("seq"), 1)
        assert "transfers_differ" in codes()
        assert "balance_differs" not in codes()

    def test_chips_move_without_a_deal(self) -> None:
        row = self.deal.transfers.earliest("seq")
        row.pk, row.deal = None, None
        row.save(force_insert=True)
        assert "transfer_without_reason" in codes()

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

    def test_edited_deals_are_found(self) -> None:
        deal = self.deal
        elsewhere = Deal.objects.effective().get(table__round__number=2, table__number=2, number=2)
        self.also_finds(
            "deal_missing", "deal_moved", "revision_wrong",
            plant=lambda: change(deal, table=elsewhere.table, number=9),
        )  # fmt: skip
        for version in (self.event.version + 7, elsewhere.event_version):
            self.also_finds("version_wrong", plant=partial(change, deal, event_version=version))
        self.also_finds("start_differs", plant=self.edited("document", "chips"))
        self.also_finds("start_differs", plant=self.edited("document", "pools"))
        shorter = deal.document | {"actions": deal.document["actions"][:-1]}
        self.also_finds("document_impossible", plant=lambda: change(deal, document=shorter))
        self.finds("result_differs", plant=self.edited("result", "net"))
        dealer = (deal.next_dealer + 1) % 4
        self.also_finds("result_differs", "start_differs", plant=lambda: change(deal, next_dealer=dealer))

    def test_edited_results_payouts_and_showdowns_are_found(self) -> None:
        results = self.deal.seat_results
        void = Deal.objects.filter(kind="void").earliest("recorded_at")
        self.also_finds("seat_result_differs", plant=lambda: change(results.earliest("pk"), net=F("net") + 1))
        self.also_finds(
            "seat_result_differs", plant=lambda: change(void.seat_results.earliest("pk"), deals=0)
        )
        self.also_finds("seat_result_differs", plant=lambda: remove(results.all()[:1]))
        paid = Payout.objects.filter(seat__number=0).earliest("pk")
        carried = Payout.objects.filter(how="carried").earliest("pk")
        neighbour = Seat.objects.get(table=paid.deal.table, number=1)
        for row in (paid, carried):
            self.finds("payout_differs", plant=partial(change, row, chips=F("chips") + 1))
        self.finds("payout_differs", plant=lambda: change(paid, seat=neighbour))
        showdown = Showdown.objects.earliest("pk")
        self.finds("showdown_differs", plant=lambda: change(showdown, stake=F("stake") + 1))

    def test_edited_standings_are_found(self) -> None:
        newest, second = Standing.objects.latest("version"), Standing.objects.get(round__number=2)
        newest.rows[0]["score"] += 1
        self.finds("standing_differs", plant=lambda: change(newest, rows=newest.rows))
        self.finds("kept_standing_missing", plant=lambda: remove([second]))
        self.also_finds("standing_too_new", plant=lambda: change(newest, version=self.event.version + 5))

    def test_a_row_of_a_kept_standing_is_edited(self) -> None:
        standing = Standing.objects.get(round__number=1)
        standing.rows[-1]["place"] = 1
        change(standing, rows=standing.rows)
        (damage,) = found()
        assert (damage["code"], damage["where"]["round"]) == ("standing_differs", 1)

    def test_a_stale_standing_waits_for_nobody(self) -> None:
        change(self.event, version=F("version") + 1)
        OutboxTask.objects.all().delete()
        assert codes() == {"standing_without_task", "ratings_without_task"}

    def test_a_changed_log_is_found(self) -> None:
        log = AuditEntry.objects.filter(event=self.event)
        self.finds("audit_gap", plant=lambda: remove([self.first("check_in_all")]))
        self.finds("audit_changed", plant=lambda: change(self.first("start_event"), via="page2"))
        self.finds("audit_changed", plant=lambda: change(self.first("start_event"), at=timezone.now()))
        self.finds("audit_cut", plant=lambda: remove(log.order_by("-pk")[:1]))
        self.also_finds("audit_cut", "deal_unlogged", plant=lambda: remove(log))
        club = Club.objects.get(pk=self.event.club_id)
        self.finds("audit_cut", plant=lambda: change(club, log_length=1))
        # A log that somebody wrote again has digests that fit, and ends otherwise.
        self.finds("audit_cut", plant=lambda: change(self.event, log_head="0" * 64))

    def test_an_entry_of_the_log_of_the_club_is_edited(self) -> None:
        entry = AuditEntry.objects.filter(event=None, verb="add_player").earliest("pk")
        change(entry, data={"bot": "bold"})
        (damage,) = found()
        assert (damage["code"], damage["since"]["audit"]) == ("audit_changed", entry.pk)

    def test_an_entry_is_put_into_the_log(self) -> None:
        entry = self.first("start_event")
        for later in AuditEntry.objects.filter(event=self.event, pk__gt=entry.pk).order_by("-number"):
            change(later, number=later.number + 1)
        entry.pk, entry.number = None, entry.number + 1
        entry.save(force_insert=True)
        assert {"audit_changed", "audit_cut"} <= codes()

    def test_edited_adjustments_are_found(self) -> None:
        given = Adjustment.objects.get(cancelled_at=None)
        cancelled = Adjustment.objects.get(cancelled_at__isnull=False)
        self.also_finds("adjustment_differs", "standing_differs", plant=lambda: change(given, chips=-50))
        self.finds("adjustment_differs", plant=lambda: change(given, reason="nothing"))
        self.finds("adjustment_differs", plant=lambda: remove([cancelled]))
        self.also_finds(
            "adjustment_unlogged", "standing_differs",
            plant=lambda: change(cancelled, cancelled_at=None, cancelled_by=None),
        )  # fmt: skip
        self.also_finds("reference_mixed", plant=lambda: change(given, event=self.other))

    def test_edited_draws_seats_and_cuts_are_found(self) -> None:
        round_, stage = Round.objects.get(number=2), Stage.objects.get(number=2)
        people = round_.certificate["people"]
        more = {"people": people | {"q": people["q"] + 1}}
        less = {"people": {name: people[name] for name in people if name != "bound"}}
        for forged in (more, less):
            certificate = round_.certificate | forged
            self.finds(
                "certificate_differs",
                plant=partial(change, round_, certificate=certificate),
            )
        seat = Seat.objects.get(round__number=3, table__number=1, number=3)
        self.also_finds("seats_wrong", plant=lambda: change(seat, number=7))
        table = Table.objects.get(round=round_, number=1)
        self.also_finds("deals_wrong", plant=lambda: change(table, deals_planned=9))
        self.also_finds("deals_wrong", plant=lambda: change(round_, deals_each=9))
        report, entrants = stage.cut_report or {}, stage.entrants or []
        self.finds(
            "cut_differs",
            plant=lambda: change(stage, cut_report=report | {"last_in": report["first_out"]}),
        )
        self.also_finds("cut_differs", plant=lambda: change(stage, entrants=entrants[1:]))

    def test_two_players_change_their_tables(self) -> None:
        one, two = (Seat.objects.get(round__number=2, table__number=table, number=0) for table in (1, 2))
        remove([one])
        first = one.entry_id
        one.entry_id = two.entry_id
        change(two, entry=first)
        one.save(force_insert=True)
        assert "certificate_differs" in codes()

    def test_lost_references_and_tasks_without_a_duty_are_found(self) -> None:
        result = SeatResult.objects.earliest("pk")
        self.also_finds("reference_lost", plant=lambda: change(result, deal=uuid4()))
        self.finds("task_without_duty", plant=lambda: outbox.add("nobody.knows", self.event.pk))
        self.finds("task_without_duty", plant=lambda: outbox.add("standings.refresh", uuid4()))

    def test_a_message_of_a_webhook_has_no_task(self) -> None:
        now = timezone.now()
        webhook = Webhook.objects.create(
            club=self.event.club, url="https://example.org/", types=["deal.recorded"], secrets=[], since=now
        )
        WebhookDelivery.objects.create(webhook=webhook, type="deal.recorded", payload={})
        assert codes() == {"duty_without_task"}


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
