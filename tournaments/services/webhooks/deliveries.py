"""Telling webhooks what happened: a message for each, sent until it is taken or it is too late.

A message is a row, and its id goes with every attempt: a receiver may be told the same thing twice (an answer
may be lost on its way), never a thing that did not happen. Messages are signed as Standard Webhooks 1.0 wants
it, with every secret in force. Attempts are made outside any transaction; what came of one is stored together
with the duty to make the next.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from standardwebhooks.webhooks import Webhook as Signer

from tournaments.kernel import outbox
from tournaments.kernel.audit import SYSTEM, log
from tournaments.kernel.outbox import TaskCall
from tournaments.models import DeliveryStatus, Event, FeedMark, PausedFor, Webhook, WebhookDelivery

from . import feed
from .feed import Position
from .sending import Answer, Unanswered, post

TEST = "webhook.test"
"""The type of a message that tells of nothing, sent when an owner asks for it."""

RETRIES = tuple(
    timedelta(seconds=seconds) for seconds in (5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400)
)
"""How long after each attempt that failed the next is made: the standard's schedule, of three days and some
hours. After the last the message is given up; a webhook that takes nothing at all is paused before."""

SPREAD = 0.1
"""By up to this part an attempt is made later, so that not all that failed together come back together."""

FIRST_REST, LONGEST_REST = timedelta(seconds=5), timedelta(minutes=10)
"""After failures nothing is sent to a webhook for a while, longer each time: a dead receiver of a thousand
messages costs an attempt now and then, and keeps nobody else's waiting."""

WOKEN = 20
"""So many messages that waited for the end of a rest are tried then; once one is taken, all of them."""

LONGEST_RETRY_AFTER = timedelta(days=1)
"""However long a receiver asks to be left alone."""

PAUSE_AFTER = timedelta(days=3)
"""A webhook that has taken nothing for so long is paused."""

KEEP = timedelta(days=30)
"""The log of deliveries reaches back so far."""

GONE = 410
"""The status by which a receiver says that it wants no more messages."""


@dataclass(frozen=True)
class Attempt:
    """What came of trying to deliver a message."""

    answer: Answer | None = None
    fault: str = ""
    rest: bool = False
    """It was not sent, since its webhook rests."""

    @property
    def delivered(self) -> bool:
        return self.answer is not None and 200 <= self.answer.status < 300


def tell(event_id: str | UUID) -> int:
    """Write a message for every webhook about each change that they were not told yet; returns how many."""
    with transaction.atomic():
        event = Event.objects.get(pk=event_id)
        mark, _new = FeedMark.objects.select_for_update().get_or_create(
            event=event, defaults={"entry": 0, "version": 0}
        )
        webhooks = list(
            Webhook.objects.filter(
                Q(event=event) | Q(event__isnull=True),
                club_id=event.club_id,
                paused_at__isnull=True,
                removed_at__isnull=True,
            )
        )
        told = 0
        while changes := feed.changes(event, Position(mark.entry, mark.version)):
            messages = [
                WebhookDelivery(
                    webhook=webhook,
                    type=change.type,
                    payload=payload(change.type, change.at, change.data),
                )
                for change in changes
                for webhook in webhooks
                if change.type in webhook.types and change.at >= webhook.since
            ]
            send(WebhookDelivery.objects.bulk_create(messages))
            told += len(messages)
            mark.entry, mark.version = changes[-1].position.entry, changes[-1].position.version
        mark.save(update_fields=["entry", "version"])
        return told


def payload(type_: str, at: datetime, data: dict[str, Any]) -> dict[str, Any]:
    """A message's body: what happened, when it happened, and the ids to ask for it."""
    return {"type": type_, "timestamp": at.astimezone(UTC).isoformat().replace("+00:00", "Z"), "data": data}


def send(messages: Iterable[WebhookDelivery]) -> None:
    """Make sure that an attempt is made to deliver each of these pending messages."""
    outbox.add_all(TaskCall("webhooks.deliver", (message.pk, "")) for message in messages)


def attempt(delivery_id: str | UUID, due: str) -> Attempt | None:
    """Try to deliver a message, outside any transaction; None if this attempt is not to be made any more.

    due: when the attempt was planned for; "": at once. It names the attempt, whatever the clock says.
    """
    delivery = WebhookDelivery.objects.select_related("webhook").filter(pk=delivery_id).first()
    now = timezone.now()
    if delivery is None or not _is_wanted(delivery, due):
        return None
    webhook = delivery.webhook
    if delivery.type != TEST and webhook.rests_until is not None and webhook.rests_until > now:
        return Attempt(rest=True)
    body = json.dumps(delivery.payload, separators=(",", ":"), sort_keys=True)
    secrets = [kept["secret"] for kept in webhook.secrets_in_force(now)]
    try:
        return Attempt(post(webhook.url, signed(str(delivery.pk), body, secrets, now), body.encode()))
    except Unanswered as error:
        return Attempt(fault=error.fault.value)


def signed(message_id: str, body: str, secrets: Iterable[str], now: datetime) -> dict[str, str]:
    """The headers of a message: its id, the time of the attempt, a signature by each of the secrets."""
    return {
        "User-Agent": "Pochleague-Webhooks/1",
        "Content-Type": "application/json",
        "webhook-id": message_id,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": " ".join(Signer(secret).sign(message_id, now, body) for secret in secrets),
    }


def keep(made: Attempt | None, delivery_id: str | UUID, due: str) -> None:
    """Store what came of an attempt, and see to the next one if there must be one."""
    if made is None:
        return
    found = WebhookDelivery.objects.filter(pk=delivery_id).first()
    if found is None:
        return
    # The webhook is locked first, as by whoever pauses or resumes it.
    webhook = Webhook.objects.select_for_update(no_key=True).get(pk=found.webhook_id)
    delivery = WebhookDelivery.objects.select_for_update().get(pk=found.pk)
    delivery.webhook = webhook
    now = timezone.now()
    if not _is_wanted(delivery, due) and not made.delivered:
        return
    if made.rest:
        delivery.next_try_at = webhook.rests_until  # `wake` comes for it
    else:
        delivery.attempts += 1
        delivery.tried_at, delivery.next_try_at = now, None
        delivery.answer_status = made.answer.status if made.answer else None
        delivery.error = made.fault
        if made.delivered:
            _delivered(delivery, now)
        else:
            _failed(delivery, made, now)
    delivery.save()


def wake(webhook_id: str | UUID, end: str) -> None:
    """At the end of this rest, unless there has been another since: try some of the messages that waited."""
    webhook = Webhook.objects.select_for_update(no_key=True).filter(pk=webhook_id).first()
    if webhook is None or webhook.paused_at or webhook.removed_at:
        return
    if webhook.rests_until is not None and webhook.rests_until.isoformat() == end:
        waited = Q(next_try_at__lte=webhook.rests_until)
        webhook.rests_until = None
        webhook.save(update_fields=["rests_until"])
        release(webhook, waited, most=WOKEN)


def release(webhook: Webhook, which: Q | None = None, *, most: int | None = None) -> int:
    """Try the pending messages of a webhook now, the oldest first; returns how many."""
    waiting = WebhookDelivery.objects.filter(
        which or Q(), webhook=webhook, status=DeliveryStatus.PENDING
    ).order_by("created_at")
    messages = list(waiting[:most])
    WebhookDelivery.objects.filter(pk__in=[message.pk for message in messages]).update(next_try_at=None)
    send(messages)
    return len(messages)


def forget_old(now: datetime | None = None) -> int:
    """Remove what the log keeps no longer; returns how many messages."""
    old = WebhookDelivery.objects.filter(created_at__lte=(now or timezone.now()) - KEEP)
    return old.delete()[0] if old.exists() else 0


def _is_wanted(delivery: WebhookDelivery, due: str) -> bool:
    """Whether the attempt planned for `due` is still to be made, and no other was made or planned since."""
    webhook = delivery.webhook
    planned = "" if delivery.next_try_at is None else delivery.next_try_at.isoformat()
    return (
        delivery.status == DeliveryStatus.PENDING
        and webhook.removed_at is None
        and (webhook.paused_at is None or delivery.type == TEST)
        and planned == due
    )


def _delivered(delivery: WebhookDelivery, now: datetime) -> None:
    webhook = delivery.webhook
    delivery.status, delivery.delivered_at = DeliveryStatus.DELIVERED, now
    if webhook.failures:
        webhook.failures, webhook.failing_since, webhook.rests_until = 0, None, None
        webhook.save(update_fields=["failures", "failing_since", "rests_until"])
        release(webhook, ~Q(pk=delivery.pk))


def _failed(delivery: WebhookDelivery, made: Attempt, now: datetime) -> None:
    webhook = delivery.webhook
    if delivery.type == TEST:  # somebody waits for the answer, and has it
        delivery.status = DeliveryStatus.FAILED
        return
    asked = made.answer.retry_after if made.answer else None
    pause = min(timedelta(seconds=asked or 0), LONGEST_RETRY_AFTER)
    webhook.failures += 1
    webhook.failing_since = webhook.failing_since or now
    rest = min(FIRST_REST * 4 ** min(webhook.failures - 1, 10), LONGEST_REST)
    webhook.rests_until = now + max(rest, pause)
    if made.answer is not None and made.answer.status == GONE:
        _pause(webhook, PausedFor.GONE, now)
    elif webhook.failing_since <= now - PAUSE_AFTER:
        _pause(webhook, PausedFor.FAILING, now)
    else:
        end = webhook.rests_until
        outbox.add("webhooks.wake", webhook.pk, end.isoformat(), delay=end - now)
    webhook.save(update_fields=["failures", "failing_since", "rests_until", "paused_at", "paused_for"])
    if webhook.paused_at is not None:
        return  # what waits is sent when it is resumed
    if delivery.attempts > len(RETRIES):
        delivery.status = DeliveryStatus.FAILED
    else:
        later = RETRIES[delivery.attempts - 1] * (1 + SPREAD * random.random())  # noqa: S311 - no secret
        delivery.next_try_at = due = now + max(later, pause)
        outbox.add("webhooks.deliver", delivery.pk, due.isoformat(), delay=due - now)


def _pause(webhook: Webhook, why: PausedFor, now: datetime) -> None:
    webhook.paused_at, webhook.paused_for = now, why
    log(SYSTEM, "pause_webhook", webhook, within=webhook.club, why=why.value)
