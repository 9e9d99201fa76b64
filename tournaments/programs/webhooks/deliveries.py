"""Deliveries: one message for each change and webhook, sent until the receiver accepts it or time is up.

A message is a row, and each attempt sends its id. A receiver can get a message twice, because a response can
be lost. Messages are signed as Standard Webhooks 1.0 says, with every valid secret. Attempts are made outside
of transactions; the result of an attempt is stored together with the task for the next one.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from tournaments.core import outbox
from tournaments.core.actors import SYSTEM
from tournaments.core.change import log
from tournaments.core.outbox import TaskCall
from tournaments.events.models.events import Event
from tournaments.programs.webhooks import feed
from tournaments.programs.webhooks.feed import Change, Cursor
from tournaments.programs.webhooks.models import DeliveryStatus, FeedMark, PausedFor, Webhook, WebhookDelivery
from tournaments.programs.webhooks.secrets import pause_without_secret, readable, signed
from tournaments.programs.webhooks.sending import Reply, SendError, post
from tournaments.seasons.models import Season
from tournaments.seasons.verbs.tables import END, webhooks_of

TEST = "webhook.test"
"""The type of a test message, which an owner sends."""

RETRIES = tuple(
    timedelta(seconds=seconds)
    for seconds in (5, 15, 60, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400)
)
"""The delay after each failed attempt: the schedule of the standard, with two more attempts in the first two
minutes. It takes a little more than three days. Then the message fails. A webhook that accepts nothing is
paused earlier."""

JITTER = 0.1
"""The part of the delay that is added at random, so that failed messages do not all come back together."""

DOWN_AFTER = 3
"""After so many failed attempts in a row the receiver is down, and its webhook backs off. Before, only the
message that failed is sent again, and the others are sent meanwhile."""

FIRST_BACKOFF, LONGEST_BACKOFF = timedelta(seconds=5), timedelta(minutes=10)
"""How long a webhook gets no messages while its receiver is down: four times longer after each failure. A
dead receiver does not delay other webhooks."""

AFTER_BACKOFF = 20
"""How many waiting messages are sent at the end of a back-off to a receiver that was down. After the first
success all are sent."""

LONGEST_RETRY_AFTER = timedelta(days=1)
"""The longest `Retry-After` of a receiver that is obeyed. No message is sent before."""

PAUSE_AFTER = timedelta(days=3)
"""How long a webhook may fail before it is paused."""

KEEP = timedelta(days=30)
"""How long messages stay in the log."""

GONE = 410
"""The HTTP status of a receiver that wants no more messages."""


@dataclass(frozen=True)
class Attempt:
    """The result of an attempt to deliver a message."""

    reply: Reply | None = None
    failure: str = ""
    backoff: bool = False
    """The message was not sent, because its webhook backs off."""
    unsigned: bool = False
    """The message was not sent, because its webhook has no secret that can be decrypted."""

    @property
    def delivered(self) -> bool:
        return self.reply is not None and 200 <= self.reply.status < 300


@transaction.atomic
def write_messages(event_id: str | UUID) -> int:
    """Write the messages of all new changes of an event, and return how many."""
    event = Event.objects.get(pk=event_id)
    mark, _new = FeedMark.objects.select_for_update().get_or_create(
        event=event, defaults={"entry": 0, "version": 0}
    )
    mine = Q(event=event) | Q(event__isnull=True)
    webhooks = list(Webhook.objects.filter(mine, club=event.club_id, paused_at=None, removed_at=None))
    count = 0
    while changes := feed.changes(event, Cursor(mark.entry, mark.version)):
        count += _write(changes, webhooks)
        mark.entry, mark.version = changes[-1].cursor.entry, changes[-1].cursor.version
    mark.save(update_fields=["entry", "version"])
    return count


@transaction.atomic
def write_season_messages(season_id: str | UUID, about: str) -> int:
    """Write the messages of one change of a season, and return how many.

    about: the version of a table, or `END`. The task runs once, so each message is written once.
    """
    season = Season.objects.select_related("league").filter(pk=season_id).first()
    if season is None:
        return 0
    change = feed.end_change(season) if about == END else feed.standing_change(season, version=about)
    return 0 if change is None else _write([change], webhooks_of(season))


def _write(changes: Sequence[Change], webhooks: Iterable[Webhook]) -> int:
    """Write a message of each change to each of these webhooks that wants it."""
    messages = [
        WebhookDelivery(
            webhook=webhook, type=change.type, payload=payload(change.type, change.at, change.data)
        )
        for change in changes
        for webhook in webhooks
        if change.type in webhook.types and change.at >= webhook.since
    ]
    send(WebhookDelivery.objects.bulk_create(messages))
    return len(messages)


def payload(type_: str, at: datetime, data: dict[str, Any]) -> dict[str, Any]:
    """The body of a message: the type, the time and the ids of a change."""
    return {"type": type_, "timestamp": at.astimezone(UTC).isoformat().replace("+00:00", "Z"), "data": data}


def send(messages: Iterable[WebhookDelivery]) -> None:
    """Store a task for each of these pending messages."""
    outbox.add_all(TaskCall("webhooks.deliver", (message.pk, "")) for message in messages)


def attempt(delivery_id: str | UUID, due: str) -> Attempt | None:
    """Try to deliver a message, outside of transactions; None if this attempt is out of date.

    due: the planned time of the attempt, which identifies it; "" for the first attempt.
    """
    delivery = WebhookDelivery.objects.select_related("webhook").filter(pk=delivery_id).first()
    now = timezone.now()
    if delivery is None or not _is_wanted(delivery, due):
        return None
    webhook = delivery.webhook
    if delivery.type != TEST and webhook.rests_until is not None and webhook.rests_until > now:
        return Attempt(backoff=True)
    body = json.dumps(delivery.payload, separators=(",", ":"), sort_keys=True)
    secrets = [secret for secret, _entry in readable(webhook, now)]
    if not secrets:
        return Attempt(unsigned=True)
    try:
        return Attempt(post(webhook.url, signed(str(delivery.pk), body, secrets, now), body.encode()))
    except SendError as error:
        return Attempt(failure=error.failure.value)


def store_attempt(result: Attempt | None, delivery_id: str | UUID, due: str) -> None:
    """Store the result of an attempt, and the task for the next one if there is one."""
    if result is None:
        return
    row = WebhookDelivery.objects.filter(pk=delivery_id).first()
    if row is None:
        return
    # The verbs lock the webhook first too.
    webhook = Webhook.objects.select_for_update(no_key=True).get(pk=row.webhook_id)
    delivery = WebhookDelivery.objects.select_for_update().get(pk=row.pk)
    delivery.webhook = webhook
    now = timezone.now()
    if not _is_wanted(delivery, due) and not result.delivered:
        return
    if result.unsigned:
        delivery.next_try_at = None
        if not pause_without_secret(webhook, now):
            send([delivery])  # an owner made a new secret meanwhile
    elif result.backoff:
        delivery.next_try_at = webhook.rests_until  # `end_backoff` sends it
    else:
        delivery.attempts += 1
        delivery.tried_at, delivery.next_try_at = now, None
        delivery.answer_status = result.reply.status if result.reply else None
        delivery.error = result.failure
        if result.delivered:
            _delivered(delivery, now)
        else:
            _failed(delivery, result, now)
    delivery.save()


def end_backoff(webhook_id: str | UUID, end: str) -> None:
    """End the back-off with this end, unless a later one began, and send the messages that waited for it.

    Only some are sent to a receiver that was down. A redelivery or a success may have ended the back-off.
    """
    webhook = Webhook.objects.select_for_update(no_key=True).filter(pk=webhook_id).first()
    if webhook is None or webhook.paused_at or webhook.removed_at:
        return
    until = datetime.fromisoformat(end)
    if webhook.rests_until is None or webhook.rests_until == until:
        webhook.rests_until = None
        webhook.save(update_fields=["rests_until"])
        waiting = Q(next_try_at__lte=until)
        send_pending(webhook, waiting, most=AFTER_BACKOFF if _is_down(webhook) else None)


def send_pending(webhook: Webhook, which: Q | None = None, *, most: int | None = None) -> int:
    """Send the pending messages of a webhook now, the oldest first, and return how many."""
    pending = WebhookDelivery.objects.filter(
        which or Q(), webhook=webhook, status=DeliveryStatus.PENDING
    ).order_by("created_at")
    messages = list(pending[:most])
    WebhookDelivery.objects.filter(pk__in=[message.pk for message in messages]).update(next_try_at=None)
    send(messages)
    return len(messages)


def forget_old(now: datetime | None = None) -> int:
    """Delete old messages, and return how many."""
    old = WebhookDelivery.objects.filter(created_at__lte=(now or timezone.now()) - KEEP)
    return old.delete()[0] if old.exists() else 0


def _is_wanted(delivery: WebhookDelivery, due: str) -> bool:
    """Whether the attempt that was planned for `due` is still the next one."""
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
    was_down = _is_down(webhook)
    if webhook.failures:
        webhook.failures, webhook.failing_since = 0, None
        webhook.rests_until = None if was_down else webhook.rests_until
        webhook.save(update_fields=["failures", "failing_since", "rests_until"])
    if was_down:
        # The other messages have a task for their first attempt.
        send_pending(webhook, Q(next_try_at__isnull=False) & ~Q(pk=delivery.pk))


def _is_down(webhook: Webhook) -> bool:
    return webhook.failures >= DOWN_AFTER


def _failed(delivery: WebhookDelivery, result: Attempt, now: datetime) -> None:
    webhook = delivery.webhook
    if delivery.type == TEST:  # a test is never tried again
        delivery.status = DeliveryStatus.FAILED
        return
    retry_after = result.reply.retry_after if result.reply else None
    pause = min(timedelta(seconds=retry_after or 0), LONGEST_RETRY_AFTER)
    webhook.failures += 1
    webhook.failing_since = webhook.failing_since or now
    rest = pause
    if _is_down(webhook):
        rest = max(pause, min(FIRST_BACKOFF * 4 ** min(webhook.failures - DOWN_AFTER, 10), LONGEST_BACKOFF))
    if result.reply is not None and result.reply.status == GONE:
        _pause(webhook, PausedFor.GONE, now)
    elif webhook.failing_since <= now - PAUSE_AFTER:
        _pause(webhook, PausedFor.FAILING, now)
    elif rest:
        webhook.rests_until = end = max(now + rest, webhook.rests_until or now)
        outbox.add("webhooks.wake", webhook.pk, end.isoformat(), delay=end - now)
    webhook.save(update_fields=["failures", "failing_since", "rests_until", "paused_at", "paused_for"])
    if webhook.paused_at is not None:
        return  # waiting messages are sent when it is resumed
    if delivery.attempts > len(RETRIES):
        delivery.status = DeliveryStatus.FAILED
    else:
        later = RETRIES[delivery.attempts - 1] * (1 + JITTER * random.random())  # noqa: S311 - no secret
        delivery.next_try_at = due = now + max(later, pause)
        outbox.add("webhooks.deliver", delivery.pk, due.isoformat(), delay=due - now)


def _pause(webhook: Webhook, why: PausedFor, now: datetime) -> None:
    webhook.paused_at, webhook.paused_for = now, why
    log(SYSTEM, "pause_webhook", webhook, within=webhook.club, why=why.value)
