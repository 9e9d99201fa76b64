"""A message to a webhook is sent until it is taken or too late, and keeps nobody else waiting."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from tests.builders import DOORS, a_table, owner_of, play, the_table
from tests.tournaments.following import follow, one_deal, work
from tests.tournaments.receiver import Receiver, answer, receiving
from tournaments.models import AuditEntry, OutboxTask, Webhook, WebhookDelivery
from tournaments.programs.webhooks import deliveries, webhooks
from tournaments.programs.webhooks.deliveries import DOWN_AFTER, RETRIES

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("webhooks_here")]


def test_a_message_that_is_not_taken_is_sent_again_with_the_same_id_and_later_each_time() -> None:
    with receiving(answer(500)) as receiver:
        message = one_deal(receiver)
        start = timezone.now()
        for count, gap in enumerate(RETRIES, 1):
            message.refresh_from_db()
            assert (message.status, message.attempts, message.answer_status) == ("pending", count, 500)
            assert message.next_try_at is not None
            after = message.next_try_at - (message.tried_at or start)
            assert gap <= after <= gap * 1.11
            # Others are taken meanwhile: it is this one that nobody wants.
            Webhook.objects.update(failures=0, failing_since=None, rests_until=None)
            with time_machine.travel(message.next_try_at + timedelta(seconds=1), tick=False):
                work()
        message.refresh_from_db()
        assert (message.status, message.attempts) == ("failed", 1 + len(RETRIES))
        work(timedelta(days=2))
        assert len(receiver.received) == 1 + len(RETRIES)
    assert {received.headers["webhook-id"] for received in receiver.received} == {str(message.pk)}
    assert sum(RETRIES, timedelta()) > timedelta(days=3)


def test_a_resumed_webhook_gets_the_deliveries_that_its_receiver_missed() -> None:
    with receiving(answer(500)) as receiver:
        message = one_deal(receiver)
        while message.next_try_at is not None:
            with time_machine.travel(message.next_try_at + timedelta(seconds=1), tick=False):
                work()
            message.refresh_from_db()
        assert Webhook.objects.get().paused_for == "failing"
        assert (message.status, message.attempts) == ("pending", 1 + len(RETRIES))
        receiver.answers = [answer(200)]
        webhook = Webhook.objects.select_related("club").get()
        webhooks.resume_webhook(webhook, owner_of(webhook.club))
        work()
        message.refresh_from_db()
        assert message.status == "delivered"


def test_it_is_sent_until_it_is_taken() -> None:
    with receiving(answer(503), answer(404), answer(204)) as receiver:
        message = one_deal(receiver)
        work(timedelta(seconds=10))
        work(timedelta(minutes=10))
        message.refresh_from_db()
        assert (message.status, message.attempts, message.answer_status) == ("delivered", 3, 204)
        webhook = Webhook.objects.get()
        assert (webhook.failures, webhook.failing_since, webhook.rests_until) == (0, None, None)
        work(timedelta(days=1))
        assert len(receiver.received) == 3


def test_an_attempt_that_was_planned_before_another_was_made_is_not_made(receiver: Receiver) -> None:
    receiver.answers = [answer(500)]
    message = one_deal(receiver)
    (planned,) = OutboxTask.objects.filter(task="webhooks.deliver", done_at__isnull=True)
    webhooks.redeliver(message, owner_of(message.webhook.club))
    work()
    assert len(receiver.received) == 2
    # The attempt that had been planned after the first comes too: another is planned after the second.
    with time_machine.travel(timezone.now() + timedelta(minutes=1), tick=False):
        DOORS[planned.task](str(planned.pk))
    assert len(receiver.received) == 2
    message.refresh_from_db()
    assert message.attempts == 1


def test_a_message_that_comes_too_early_costs_no_attempt(receiver: Receiver) -> None:
    receiver.answers = [answer(500), answer(200)]
    one_deal(receiver)
    # As from a machine whose clock is ahead.
    for row in OutboxTask.objects.filter(done_at__isnull=True).order_by("-not_before"):
        DOORS[row.task](str(row.pk))
    work(timedelta(minutes=10))
    assert [message.status for message in WebhookDelivery.objects.all()] == ["delivered"]


@pytest.mark.parametrize(
    ("retry_after", "least"),
    [("3600", timedelta(hours=1)), ("9999999", timedelta(days=1)), ("1", RETRIES[0])],
)
def test_a_receiver_that_asks_for_a_rest_has_it_within_reason(retry_after: str, least: timedelta) -> None:
    with receiving(answer(429, f"Retry-After: {retry_after}")) as receiver:
        message = one_deal(receiver)
    assert message.tried_at is not None
    assert message.next_try_at is not None
    assert least <= message.next_try_at - message.tried_at <= least * 1.11


def test_410_pauses_and_what_waits_is_sent_when_it_is_resumed() -> None:
    with receiving(answer(410), answer(200)) as receiver:
        message = one_deal(receiver)
        webhook = Webhook.objects.get()
        assert (webhook.paused_for, message.status) == ("gone", "pending")
        table = message.webhook.event and the_table(message.webhook.event.rounds.get())
        assert table
        play(table)
        work(timedelta(days=1))
        assert len(receiver.received) == 1
        webhooks.resume_webhook(webhook, owner_of(webhook.club))
        play(table)
        work()
        # What happened while it was paused is not told.
        numbers = [json.loads(received.body)["data"]["number"] for received in receiver.received]
        assert numbers == [1, 1, 3]
    verbs = AuditEntry.objects.filter(target=f"webhook {webhook.pk}").order_by("id")
    assert list(verbs.values_list("verb", "via")) == [
        ("add_webhook", "page"),
        ("pause_webhook", "task"),
        ("resume_webhook", "page"),
    ]


def test_a_dead_receiver_costs_an_attempt_now_and_then_and_gets_everything_when_it_lives() -> None:
    with receiving(answer(500)) as receiver:
        table = a_table(deals_per_round=40)
        work()
        follow(table.round.event, receiver, "deal.recorded")
        play(table, 30)
        work()
        assert len(receiver.received) == DOWN_AFTER
        work(timedelta(seconds=6))
        assert len(receiver.received) == DOWN_AFTER + 1
        receiver.answers = [answer(200)]
        work(timedelta(minutes=10))
        assert WebhookDelivery.objects.filter(status="delivered").count() == 30
        assert len(receiver.received) == DOWN_AFTER + 31


def test_a_redelivery_in_the_middle_of_a_rest_loses_no_waiting_message() -> None:
    with receiving(answer(503, "Retry-After: 60"), answer(200)) as receiver:
        table = a_table(deals_per_round=10)
        work()
        follow(table.round.event, receiver, "deal.recorded")
        play(table, 3)
        work()
        first = WebhookDelivery.objects.select_related("webhook__club").get(attempts=1)
        assert len(receiver.received) == 1
        webhooks.redeliver(first, owner_of(first.webhook.club))
        work()
        assert len(receiver.received) == 2
        work(timedelta(seconds=61))
        assert WebhookDelivery.objects.filter(status="delivered").count() == 3


def test_a_worker_that_dies_after_sending_sends_the_same_message_again(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = a_table()
    work()
    _webhook, secret = follow(table.round.event, receiver, "deal.recorded")
    play(table)

    def dies(*_args: object) -> None:
        raise SystemExit

    with monkeypatch.context() as patched:
        patched.setattr(deliveries, "store_attempt", dies)
        with pytest.raises(SystemExit):
            work()
    work()
    first, second = receiver.received
    assert first.headers["webhook-id"] == second.headers["webhook-id"]
    assert first.verified(secret) == second.verified(secret)
    assert WebhookDelivery.objects.get().status == "delivered"
