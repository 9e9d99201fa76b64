"""The verbs of webhooks: add, change, pause, remove, rotate the secret, test, send again."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from tournaments.clubs.models import Club
from tournaments.core.actors import Actor
from tournaments.core.change import change, keeper, lock, lock_club, log
from tournaments.core.rules.refusals import Conflict, Invalid, gettext_noop
from tournaments.events.models.events import Event
from tournaments.programs.webhooks import deliveries
from tournaments.programs.webhooks.models import (
    ChangeType,
    DeliveryStatus,
    PausedFor,
    Webhook,
    WebhookDelivery,
)
from tournaments.programs.webhooks.secrets import encrypted, need_secret, new_secret, readable
from tournaments.programs.webhooks.sending import target_of

MOST = 20
"""The most webhooks of a club."""

OVERLAP = timedelta(days=1)
"""How long after a rotation messages are signed with the old secret too."""

SIGNED_WITH = 3
"""The most valid secrets of a webhook. Each message has one signature for each."""


class TooManyWebhooks(Conflict):
    """The club has reached its limit of webhooks."""

    sentence = gettext_noop("A club can have at most %(most)d webhooks. Remove one that you do not need.")


class NotOfThisClub(Invalid):
    """The event does not belong to this club."""

    sentence = gettext_noop("This event belongs to another club.")


@transaction.atomic
def add_webhook(
    club: Club, actor: Actor, url: str, types: Sequence[str] | None = None, *, event: Event | None = None
) -> tuple[Webhook, str]:
    """Add a webhook for all events of a club, or for one event. Return it with its secret.

    `types`: some of `ChangeType`, or None for all. Raises Invalid for a bad address, unknown types or an
    event of another club; Conflict if the club has too many webhooks.
    """
    target_of(url)
    types = _checked(ChangeType.values if types is None else types)
    if event is not None and event.club_id != club.pk:
        raise NotOfThisClub(field="event")
    lock_club(club)  # against two requests at once
    if Webhook.objects.filter(club=club, removed_at__isnull=True).count() >= MOST:
        raise TooManyWebhooks(most=MOST)
    now = timezone.now()
    secret = new_secret()
    webhook = Webhook(club=club, event=event, url=url, types=types, created_by=actor.user, since=now)
    webhook.secrets = [encrypted(secret, webhook.pk, now)]
    webhook.save(force_insert=True)
    log(actor, "add_webhook", webhook, within=club, types=types)
    return webhook, secret


@lock.register(Webhook)
def lock_webhook(webhook: Webhook) -> Webhook:
    """Return the webhook with its club, read again and locked."""
    rows = Webhook.objects.select_for_update(of=("self",), no_key=True)
    return rows.select_related("club").get(pk=webhook.pk)


@keeper.register(Webhook)
def _club_of(webhook: Webhook) -> Club:
    return webhook.club


@transaction.atomic
def edit_webhook(
    webhook: Webhook,
    actor: Actor,
    *,
    url: str | None = None,
    types: Sequence[str] | None = None,
    paused: bool | None = None,
) -> Webhook:
    """Change some settings; see `add_webhook`, `pause_webhook` and `resume_webhook`."""
    changed: list[str] = []
    with change(webhook, actor, "edit_webhook", changed=changed) as webhook:
        if url is not None and url != webhook.url:
            target_of(url)
            webhook.url = url
            changed.append("url")
        if types is not None and (checked := _checked(types)) != webhook.types:
            webhook.types = checked
            changed.append("types")
    if paused is not None:
        webhook = pause_webhook(webhook, actor) if paused else resume_webhook(webhook, actor)
    return webhook


def pause_webhook(webhook: Webhook, actor: Actor) -> Webhook:
    """Stop sending until the webhook is resumed. Changes during the pause are not sent."""
    with change(webhook, actor, "pause_webhook", why=PausedFor.HAND.value) as webhook:
        if webhook.paused_at is None:
            webhook.paused_at, webhook.paused_for = timezone.now(), PausedFor.HAND
    return webhook


def resume_webhook(webhook: Webhook, actor: Actor) -> Webhook:
    """Send again: the waiting messages, and the changes from now on.

    Raises Conflict if the webhook needs a new secret first.
    """
    with change(webhook, actor, "resume_webhook") as webhook:
        if webhook.paused_at is not None:
            need_secret(webhook)
            webhook.paused_at, webhook.paused_for, webhook.since = None, "", timezone.now()
            webhook.failures, webhook.failing_since, webhook.rests_until = 0, None, None
            deliveries.send_pending(webhook)
    return webhook


def remove_webhook(webhook: Webhook, actor: Actor) -> None:
    """Remove a webhook. Nothing more is sent to it."""
    with change(webhook, actor, "remove_webhook") as webhook:
        if webhook.removed_at is None:
            webhook.removed_at, webhook.secrets = timezone.now(), []


@transaction.atomic
def rotate_secret(webhook: Webhook, actor: Actor, *, at_once: bool = False) -> tuple[Webhook, str]:
    """Make a new secret and return it. The old one stays valid for a day, so that receivers can change.

    At most SIGNED_WITH secrets are valid. With `at_once`, for a secret that leaked, the old ones end now. A
    webhook that was paused because it had no readable secret is resumed.
    """
    now, secret = timezone.now(), new_secret()
    with change(webhook, actor, "rotate_webhook", at_once=at_once) as webhook:
        old = [] if at_once else [entry for _secret, entry in readable(webhook, now)[: SIGNED_WITH - 1]]
        webhook.secrets = [
            encrypted(secret, webhook.pk, now),
            *({**entry, "expires_at": entry["expires_at"] or (now + OVERLAP).isoformat()} for entry in old),
        ]
    if webhook.paused_for == PausedFor.NO_SECRET:
        webhook = resume_webhook(webhook, actor)
    return webhook, secret


@transaction.atomic
def test_webhook(webhook: Webhook, actor: Actor) -> WebhookDelivery:
    """Send a test message, even while the webhook is paused. Raises Conflict if it needs a new secret."""
    webhook = lock_webhook(webhook)
    need_secret(webhook)
    message = WebhookDelivery.objects.create(
        webhook=webhook,
        type=deliveries.TEST,
        payload=deliveries.payload(deliveries.TEST, timezone.now(), {"webhook": str(webhook.pk)}),
    )
    log(actor, "test_webhook", webhook, within=webhook.club)
    deliveries.send([message])
    return message


class WebhookPaused(Conflict):
    """The webhook is paused."""

    sentence = gettext_noop("This webhook is paused. Resume it first.")


class DeliveryPending(Conflict):
    """The message is already waiting to be sent."""

    sentence = gettext_noop("This message is being sent already.")


@transaction.atomic
def redeliver(delivery: WebhookDelivery, actor: Actor) -> WebhookDelivery:
    """Send a message again, with the same id. Raises Conflict if it cannot be sent now."""
    webhook = lock_webhook(delivery.webhook)
    delivery = WebhookDelivery.objects.select_for_update().get(pk=delivery.pk)
    delivery.webhook = webhook
    if delivery.status == DeliveryStatus.PENDING and delivery.next_try_at is None:
        raise DeliveryPending
    if webhook.paused_at is not None and delivery.type != deliveries.TEST:
        raise WebhookPaused
    need_secret(webhook)
    delivery.status, delivery.next_try_at = DeliveryStatus.PENDING, None
    delivery.attempts = 0
    delivery.save(update_fields=["status", "next_try_at", "attempts"])
    # The owner wants to see the result now, without a back-off.
    Webhook.objects.filter(pk=webhook.pk).update(rests_until=None)
    log(actor, "redeliver", delivery, within=webhook.club)
    deliveries.send([delivery])
    return delivery


class WebhookTypeUnknown(Invalid):
    """A type of message is unknown, or none was named."""

    sentence = gettext_noop("Choose one or more of these types: %(types)s.")


def _checked(types: Sequence[str]) -> list[str]:
    """Each type once, in the order of `ChangeType`."""
    if not types or set(types) - set(ChangeType.values):
        raise WebhookTypeUnknown(types=", ".join(ChangeType.values), field="types")
    return [type_ for type_ in ChangeType.values if type_ in types]


def webhooks_of(club: Club) -> QuerySet[Webhook]:
    """The webhooks of a club. For owners only."""
    return Webhook.objects.filter(club=club, removed_at__isnull=True).select_related("event")


def deliveries_of(webhook: Webhook) -> QuerySet[WebhookDelivery]:
    """The messages of a webhook. For owners only."""
    return WebhookDelivery.objects.filter(webhook=webhook)
