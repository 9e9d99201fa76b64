"""Webhooks: what happened is told, signed, once to each that wants to know; what owners do with them."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone
from standardwebhooks.webhooks import WebhookVerificationError

from tests.builders import (
    a_table,
    make_club,
    make_event,
    owner_of,
    play,
    play_round,
    published_round,
    refusal,
    running_event,
    the_table,
)
from tests.tournaments.programs.following import (
    another_key,
    follow,
    one_deal,
    received_types,
    secrets_of,
    work,
)
from tests.tournaments.programs.receiver import Receiver, answer, receiving
from tournaments.core.rules.refusals import Conflict
from tournaments.desk.verbs.lifecycle import finish_event
from tournaments.models import AuditEntry, Webhook, WebhookDelivery
from tournaments.play.verbs import corrections
from tournaments.programs.webhooks import deliveries, webhooks
from tournaments.programs.webhooks.deliveries import DOWN_AFTER, RETRIES, forget_old
from tournaments.programs.webhooks.secrets import signed
from tournaments.programs.webhooks.webhooks import add_webhook

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("webhooks_here")]


def test_a_webhook_reports_an_event_from_its_first_round_to_its_end(receiver: Receiver) -> None:
    event = running_event(4, rounds_planned=1, deals_per_round=1)
    work()
    _webhook, secret = follow(event.club, receiver)
    round_ = published_round(event)
    work()
    play_round(round_)
    finish_event(event, owner_of(event.club))
    work()
    assert received_types(receiver) == [
        "round.published",
        "standing.changed",
        "deal.recorded",
        "event.finished",
        "standing.changed",
    ]
    messages = [received.verified(secret) for received in receiver.received]
    assert all(message["data"]["event"] == str(event.pk) for message in messages)
    assert messages[2]["data"]["table"] == str(the_table(round_).pk)
    stamp = datetime.fromisoformat(messages[2]["timestamp"])
    assert stamp.tzinfo == UTC
    assert len({received.headers["webhook-id"] for received in receiver.received}) == 5
    assert set(WebhookDelivery.objects.values_list("status", "answer_status")) == {("delivered", 200)}


def test_each_webhook_gets_only_its_types_and_only_from_its_club(receiver: Receiver) -> None:
    table = a_table()
    event = table.round.event
    work()
    with receiving() as deals, receiving() as other_event, receiving() as other_club:
        follow(event, deals, "deal.corrected", "deal.recorded")
        follow(make_event(event.club), other_event)
        follow(make_club(), other_club)
        play(table)
        corrections.void(table, owner_of(event.club), 1)
        work()
        assert received_types(deals) == ["deal.recorded", "deal.corrected"]
        assert other_event.received == other_club.received == []


def test_the_signature_is_that_of_the_standard() -> None:
    # The example of the Standard Webhooks specification's libraries.
    secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    now = datetime.fromtimestamp(1614265330, UTC)
    headers = signed("msg_p5jXN8AQM9LWM0D4loKWxJek", '{"test": 2432232314}', [secret], now)
    assert headers["webhook-id"] == "msg_p5jXN8AQM9LWM0D4loKWxJek"
    assert headers["webhook-timestamp"] == "1614265330"
    assert headers["webhook-signature"] == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_a_second_rotation_on_a_day_cuts_short_nobodys_day(receiver: Receiver) -> None:
    table = a_table(deals_per_round=10)
    boss = owner_of(table.round.event.club)
    work()
    webhook, first = follow(table.round.event, receiver, "deal.recorded")
    webhook, second = webhooks.rotate_secret(webhook, boss)
    webhook, third = webhooks.rotate_secret(webhook, boss)
    play(table)
    work()
    for secret in (first, second, third):
        receiver.received[0].verified(secret)
    webhook, _fourth = webhooks.rotate_secret(webhook, boss)
    assert len(webhook.secrets) == webhooks.SIGNED_WITH
    with time_machine.travel(timezone.now() + timedelta(days=1, seconds=1), tick=False):
        assert len(webhook.secrets_in_force(timezone.now())) == 1


def test_a_secret_is_stored_encrypted_for_its_webhook_only(receiver: Receiver) -> None:
    club = make_club()
    webhook, secret = follow(club, receiver)
    other, other_secret = follow(club, receiver)
    assert secret.removeprefix("whsec_") not in json.dumps(webhook.secrets)
    assert (secrets_of(webhook), secrets_of(other)) == ([secret], [other_secret])
    other.secrets = webhook.secrets
    assert secrets_of(other) == []
    with another_key:
        assert secrets_of(webhook) == []


def test_under_another_key_a_webhook_pauses_until_it_has_a_new_secret(receiver: Receiver) -> None:
    table = a_table(deals_per_round=10)
    boss = owner_of(table.round.event.club)
    webhook, old = follow(table.round.event.club, receiver, "deal.recorded")
    play(table)
    with another_key:
        work()
        webhook.refresh_from_db()
        assert (receiver.received, webhook.paused_for, webhook.failures) == ([], "no_secret", 0)
        assert AuditEntry.objects.filter(verb="pause_webhook").count() == 1
        for verb in (webhooks.resume_webhook, webhooks.test_webhook):
            with refusal("webhook_no_secret"):
                verb(webhook, boss)
        webhook, new = webhooks.rotate_secret(webhook, boss)
        assert (webhook.paused_at, secrets_of(webhook)) == (None, [new])
        work()
    (received,) = receiver.received
    assert received.verified(new)["data"]["number"] == 1
    with pytest.raises(WebhookVerificationError):
        received.verified(old)


def test_a_message_is_sent_again_when_the_owner_asks(receiver: Receiver) -> None:
    message = one_deal(receiver)
    again = webhooks.redeliver(message, owner_of(message.webhook.club))
    with refusal("delivery_pending"):
        webhooks.redeliver(again, owner_of(message.webhook.club))
    work()
    first, second = receiver.received
    assert first.headers["webhook-id"] == second.headers["webhook-id"]
    assert first.body == second.body
    webhooks.pause_webhook(message.webhook, owner_of(message.webhook.club))
    with refusal("webhook_paused"):
        webhooks.redeliver(message, owner_of(message.webhook.club))


def test_a_removed_webhook_gets_no_more_messages(receiver: Receiver) -> None:
    table = a_table()
    work()
    webhook, _secret = follow(table.round.event, receiver)
    play(table)
    deliveries.write_messages(table.round.event_id)
    webhooks.remove_webhook(webhook, owner_of(webhook.club))
    play(table)
    work(timedelta(days=1))
    assert receiver.received == []
    webhook.refresh_from_db()
    assert webhook.secrets == []


def test_an_invalid_webhook_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    club = make_club()
    boss = owner_of(club)
    for types in ([], ["deal.eaten"], ["deal.recorded", "webhook.test"]):
        with refusal("webhook_type_unknown"):
            add_webhook(club, boss, "https://example.org/", types)
    with refusal("not_of_this_club"):
        add_webhook(club, boss, "https://example.org/", event=make_event())
    monkeypatch.setattr(webhooks, "MOST", 1)
    first, _secret = add_webhook(club, boss, "https://example.org/")
    with pytest.raises(Conflict):
        add_webhook(club, boss, "https://example.org/")
    webhooks.remove_webhook(first, boss)
    add_webhook(club, boss, "https://example.org/")


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
        patched.setattr(deliveries, "_delivered", dies)
        with pytest.raises(SystemExit):
            work()
    work()
    first, second = receiver.received
    assert first.headers["webhook-id"] == second.headers["webhook-id"]
    assert first.verified(secret) == second.verified(secret)
    assert WebhookDelivery.objects.get().status == "delivered"


def test_the_log_reaches_back_thirty_days(receiver: Receiver) -> None:
    one_deal(receiver)
    assert forget_old(timezone.now() + timedelta(days=29)) == 0
    assert forget_old(timezone.now() + timedelta(days=31)) == 1
