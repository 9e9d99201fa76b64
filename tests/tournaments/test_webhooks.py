"""Webhooks: what happened is told, signed, once to each that wants to know, until it is taken or too late."""

from __future__ import annotations

import hashlib
import hmac
import json
from base64 import b64decode, b64encode
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import override_settings
from django.utils import timezone
from standardwebhooks.webhooks import WebhookVerificationError

from tests.builders import (
    DOORS,
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
from tests.tournaments.receiver import Receiver, answer, receiving
from tournaments.errors import Conflict, Invalid
from tournaments.models import (
    AuditEntry,
    Club,
    Event,
    FeedMark,
    OutboxTask,
    Webhook,
    WebhookDelivery,
)
from tournaments.services import deliveries, events, voids, webhooks
from tournaments.services.deliveries import RETRIES, forget_old, signed
from tournaments.services.webhooks import add_webhook

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def here() -> Iterator[None]:
    """Receivers are on this machine."""
    with override_settings(WEBHOOK_HTTP=True):
        yield


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as receiver:
        yield receiver


def follow(of: Club | Event, receiver: Receiver | str, *types: str, **kwargs: Any) -> tuple[Webhook, str]:
    """A webhook of a club, or of one event, with its secret."""
    club = of.club if isinstance(of, Event) else of
    url = receiver if isinstance(receiver, str) else receiver.url
    event = of if isinstance(of, Event) else None
    return add_webhook(club, owner_of(club), url, list(types) or None, event=event, **kwargs)


def work(until: timedelta = timedelta(0)) -> int:
    """Do what the outbox holds that is due by then, as a worker and the sweep would."""
    done = 0
    with time_machine.travel(timezone.now() + until):
        while row := (
            OutboxTask.objects.filter(done_at__isnull=True, not_before__lte=timezone.now())
            .order_by("not_before", "created_at", "id")
            .first()
        ):
            DOORS[row.task](str(row.pk))
            done += 1
            assert done < 500, "the work never ends"
    return done


def told(receiver: Receiver) -> list[str]:
    return [json.loads(received.body)["type"] for received in receiver.received]


def test_an_event_is_told_from_its_first_round_to_its_end(receiver: Receiver) -> None:
    event = running_event(4, rounds_planned=1, deals_per_round=1)
    work()
    _webhook, secret = follow(event.club, receiver)
    round_ = published_round(event)
    work()
    play_round(round_)
    events.finish_event(event, owner_of(event.club))
    work()
    assert told(receiver) == [
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


def test_each_is_told_what_it_wants_to_know_and_nobody_of_another_club(receiver: Receiver) -> None:
    table = a_table()
    event = table.round.event
    work()
    with receiving() as deals, receiving() as other_event, receiving() as other_club:
        follow(event, deals, "deal.corrected", "deal.recorded")
        follow(make_event(event.club), other_event)
        follow(make_club(), other_club)
        play(table)
        voids.void_last_deal(table, owner_of(event.club), 1)
        work()
        assert told(deals) == ["deal.recorded", "deal.corrected"]
        assert other_event.received == other_club.received == []


def test_what_happened_before_is_not_told(receiver: Receiver) -> None:
    table = a_table()
    play(table)
    work()
    follow(table.round.event.club, receiver, "deal.recorded")
    play(table)
    work()
    (received,) = receiver.received
    assert json.loads(received.body)["data"]["number"] == 2


def test_telling_twice_tells_once(receiver: Receiver) -> None:
    table = a_table()
    event = table.round.event
    follow(event, receiver, "deal.recorded")
    play(table, 2)
    assert deliveries.tell(event.pk) == 2
    assert deliveries.tell(event.pk) == 0
    mark = FeedMark.objects.get()
    assert mark.entry == AuditEntry.objects.filter(verb="record_deal").latest("id").pk


def test_the_signature_is_that_of_the_standard() -> None:
    # The example of the Standard Webhooks specification's libraries.
    secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    now = datetime.fromtimestamp(1614265330, UTC)
    headers = signed("msg_p5jXN8AQM9LWM0D4loKWxJek", '{"test": 2432232314}', [secret], now)
    assert headers["webhook-id"] == "msg_p5jXN8AQM9LWM0D4loKWxJek"
    assert headers["webhook-timestamp"] == "1614265330"
    assert headers["webhook-signature"] == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
    # And made by hand, without the library.
    content = b'msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{"test": 2432232314}'
    by_hand = hmac.new(b64decode(secret.removeprefix("whsec_")), content, hashlib.sha256).digest()
    assert headers["webhook-signature"] == f"v1,{b64encode(by_hand).decode()}"


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


def test_after_a_rotation_both_secrets_are_good_for_a_day(receiver: Receiver) -> None:
    table = a_table(deals_per_round=10)
    boss = owner_of(table.round.event.club)
    work()
    webhook, old = follow(table.round.event, receiver, "deal.recorded")
    webhook, new = webhooks.rotate_secret(webhook, boss)
    assert old != new
    play(table)
    work()
    assert receiver.received[0].verified(old) == receiver.received[0].verified(new)
    assert len(receiver.received[0].headers["webhook-signature"].split()) == 2
    with time_machine.travel(timezone.now() + timedelta(days=1, seconds=1), tick=False):
        play(table)
        work()
        receiver.received[1].verified(new)
        with pytest.raises(WebhookVerificationError):
            receiver.received[1].verified(old)
        webhook, newest = webhooks.rotate_secret(webhook, boss)
        webhook, last = webhooks.rotate_secret(webhook, boss, at_once=True)
        play(table)
        work()
        receiver.received[2].verified(last)
        for gone in (old, new, newest):
            with pytest.raises(WebhookVerificationError):
                receiver.received[2].verified(gone)


def test_an_altered_message_is_found_out(receiver: Receiver) -> None:
    webhook, secret = follow(make_club(), receiver)
    webhooks.test_webhook(webhook, owner_of(webhook.club))
    work()
    (received,) = receiver.received
    assert received.verified(secret)["type"] == "webhook.test"
    received.body = received.body.replace(b"webhook.test", b"webhook.tess")
    with pytest.raises(WebhookVerificationError):
        received.verified(secret)


def one_deal(receiver: Receiver) -> WebhookDelivery:
    """A message about a deal, which its webhook was not told yet."""
    table = a_table()
    work()
    follow(table.round.event, receiver, "deal.recorded")
    play(table)
    work()
    return WebhookDelivery.objects.get()


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


def test_what_a_receiver_missed_that_took_nothing_at_all_is_sent_when_it_is_resumed() -> None:
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


@pytest.mark.parametrize("status", [301, 302, 304, 308])
def test_a_redirect_delivers_nothing(status: int) -> None:
    with receiving() as inner, receiving(answer(status, f"Location: {inner.url}")) as outer:
        message = one_deal(outer)
        assert (message.status, message.answer_status, message.attempts) == ("pending", status, 1)
        assert inner.received == []


def test_an_attempt_that_was_planned_before_another_was_made_is_not_made(receiver: Receiver) -> None:
    receiver.answers = [answer(500)]
    message = one_deal(receiver)
    (planned,) = OutboxTask.objects.filter(task="webhooks.deliver", done_at__isnull=True)
    webhooks.redeliver(message, owner_of(message.webhook.club))
    work()
    assert len(receiver.received) == 2
    # The attempt that had been planned after the first comes too: another is planned after the second.
    with time_machine.travel(timezone.now() + timedelta(minutes=1)):
        DOORS[planned.task](str(planned.pk))
    assert len(receiver.received) == 2
    message.refresh_from_db()
    assert message.attempts == 1


def test_a_doorbell_that_rings_too_early_loses_no_attempt(receiver: Receiver) -> None:
    receiver.answers = [answer(500), answer(200)]
    one_deal(receiver)
    # As from a machine whose clock is ahead.
    for row in OutboxTask.objects.filter(done_at__isnull=True).order_by("-not_before"):
        DOORS[row.task](str(row.pk))
    work(timedelta(minutes=10))
    assert [message.status for message in WebhookDelivery.objects.all()] == ["delivered"]


def test_an_answer_is_kept_as_its_status_and_nothing_of_its_body() -> None:
    with receiving(answer(500, "X-Inner: secret")) as receiver:
        message = one_deal(receiver)
    row = WebhookDelivery.objects.filter(pk=message.pk).values().get()
    assert row["answer_status"] == 500
    assert "secret" not in str(row)


@pytest.mark.parametrize(
    ("asked", "least"), [("3600", timedelta(hours=1)), ("9999999", timedelta(days=1)), ("1", RETRIES[0])]
)
def test_a_receiver_that_asks_for_a_rest_has_it_within_reason(asked: str, least: timedelta) -> None:
    with receiving(answer(429, f"Retry-After: {asked}")) as receiver:
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


def test_a_webhook_that_fails_for_days_is_paused() -> None:
    with receiving(answer(500)) as receiver:
        table = a_table(deals_per_round=20)
        work()
        follow(table.round.event, receiver, "deal.recorded")
        for day in range(4):
            with time_machine.travel(timezone.now() + timedelta(days=day), tick=False):
                play(table)
                work()
                assert Webhook.objects.get().paused_for == ("failing" if day == 3 else "")


def test_a_dead_receiver_costs_an_attempt_now_and_then_and_gets_everything_when_it_lives() -> None:
    with receiving(answer(500)) as receiver:
        table = a_table(deals_per_round=40)
        work()
        follow(table.round.event, receiver, "deal.recorded")
        play(table, 30)
        work()
        assert len(receiver.received) == 1
        work(timedelta(seconds=6))
        assert len(receiver.received) == 2
        receiver.answers = [answer(200)]
        work(timedelta(minutes=10))
        assert WebhookDelivery.objects.filter(status="delivered").count() == 30
        assert len(receiver.received) == 32


def test_a_slow_receiver_of_one_keeps_nobody_elses_standing() -> None:
    """The queue of webhooks is their own, and only they are in it."""
    from django.conf import settings

    routes = settings.CELERY_TASK_ROUTES
    assert routes["webhooks.*"]["queue"] == "webhooks"
    assert [pattern for pattern in routes if routes[pattern]["queue"] == "webhooks"] == ["webhooks.*"]


def test_what_leads_inside_is_not_sent() -> None:
    table = a_table()
    work()
    with override_settings(WEBHOOK_HTTP=False):
        follow(table.round.event, "https://localhost/", "deal.recorded")
        play(table)
        work()
    message = WebhookDelivery.objects.get()
    assert (message.status, message.answer_status, message.error) == ("pending", None, "not_public")


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
        patched.setattr(deliveries, "keep", dies)
        with pytest.raises(SystemExit):
            work()
    work()
    first, second = receiver.received
    assert first.headers["webhook-id"] == second.headers["webhook-id"]
    assert first.verified(secret) == second.verified(secret)
    assert WebhookDelivery.objects.get().status == "delivered"


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


def test_a_test_message_is_sent_once_even_while_paused() -> None:
    with receiving(answer(500), answer(200)) as receiver:
        webhook, _secret = follow(make_club(), receiver)
        boss = owner_of(webhook.club)
        webhooks.pause_webhook(webhook, boss)
        for _ in range(2):
            webhooks.test_webhook(webhook, boss)
            work(timedelta(days=1))
        assert told(receiver) == ["webhook.test"] * 2
    assert list(WebhookDelivery.objects.order_by("created_at").values_list("status", flat=True)) == [
        "failed",
        "delivered",
    ]
    assert Webhook.objects.get().failures == 0


def test_a_removed_webhook_is_told_nothing_more(receiver: Receiver) -> None:
    table = a_table()
    work()
    webhook, _secret = follow(table.round.event, receiver)
    play(table)
    deliveries.tell(table.round.event_id)
    webhooks.remove_webhook(webhook, owner_of(webhook.club))
    play(table)
    work(timedelta(days=1))
    assert receiver.received == []
    webhook.refresh_from_db()
    assert webhook.secrets == []


def test_a_webhook_is_changed(receiver: Receiver) -> None:
    webhook, _secret = follow(make_club(), receiver)
    boss = owner_of(webhook.club)
    edited = webhooks.edit_webhook(
        webhook, boss, url="https://example.org/", types=["event.finished", "deal.recorded"], paused=True
    )
    assert (edited.url, edited.types) == ("https://example.org/", ["deal.recorded", "event.finished"])
    assert edited.paused_for == "hand"
    assert webhooks.edit_webhook(edited, boss, paused=False).paused_at is None
    with pytest.raises(Invalid):
        webhooks.edit_webhook(webhook, boss, url="https://anna:secret@example.org/")


def test_what_a_club_may_not_have_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_the_log_reaches_back_thirty_days(receiver: Receiver) -> None:
    one_deal(receiver)
    assert forget_old(timezone.now() + timedelta(days=29)) == 0
    assert forget_old(timezone.now() + timedelta(days=31)) == 1
