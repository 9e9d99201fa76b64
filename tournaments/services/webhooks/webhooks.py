"""Webhooks: making, changing, pausing, removing; their secrets; test messages and second tries."""

from __future__ import annotations

import base64
import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.errors import Conflict, Invalid
from tournaments.kernel.audit import Actor, log
from tournaments.models import (
    Club,
    DeliveryStatus,
    Event,
    PausedFor,
    Webhook,
    WebhookDelivery,
)

from . import deliveries, feed
from .sending import place_of

MOST = 20
"""Webhooks that a club may have."""

SECRET_BYTES = 32

OVERLAP = timedelta(days=1)
"""For so long after a rotation messages are signed with the old secret as well."""

SIGNED_WITH = 3
"""So many secrets at most: each is a signature in every message."""


@transaction.atomic
def add_webhook(
    club: Club, actor: Actor, url: str, types: Sequence[str] | None = None, *, event: Event | None = None
) -> tuple[Webhook, str]:
    """Tell `url` from now on what happens in the club's events, or in this one; with its secret, shown once.

    `types`: of `feed.TYPES`; None: all. Raises Invalid for an address that is not taken (see
    `outward.place_of`), unknown types, another club's event; Conflict if the club has too many webhooks.
    """
    place_of(url)
    types = _known(feed.TYPES if types is None else types)
    if event is not None and event.club_id != club.pk:
        raise Invalid("not_of_this_club", _("This is no event of the club."), field="event")
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)  # or two at once would be one too many
    if Webhook.objects.filter(club=club, removed_at__isnull=True).count() >= MOST:
        raise Conflict(
            "too_many_webhooks",
            _("A club has at most %(most)d webhooks; remove one that is not needed.") % {"most": MOST},
        )
    now = timezone.now()
    secret = _new_secret()
    webhook = Webhook.objects.create(
        club=club,
        event=event,
        url=url,
        types=types,
        secrets=[_kept(secret, now)],
        created_by=actor.user,
        since=now,
    )
    log(actor, "add_webhook", webhook, within=club, types=types)
    return webhook, secret


@transaction.atomic
def edit_webhook(
    webhook: Webhook,
    actor: Actor,
    *,
    url: str | None = None,
    types: Sequence[str] | None = None,
    paused: bool | None = None,
) -> Webhook:
    """Change what is given; see `add_webhook`, `pause_webhook` and `resume_webhook`."""
    webhook = _locked(webhook)
    changed = []
    if url is not None and url != webhook.url:
        place_of(url)
        webhook.url = url
        changed.append("url")
    if types is not None and (known := _known(types)) != webhook.types:
        webhook.types = known
        changed.append("types")
    if changed:
        webhook.save(update_fields=changed)
        log(actor, "edit_webhook", webhook, within=webhook.club, changed=changed)
    if paused is not None:
        webhook = pause_webhook(webhook, actor) if paused else resume_webhook(webhook, actor)
    return webhook


@transaction.atomic
def pause_webhook(webhook: Webhook, actor: Actor) -> Webhook:
    """Send nothing more until it is resumed. What happens meanwhile is not told."""
    webhook = _locked(webhook)
    if webhook.paused_at is None:
        webhook.paused_at, webhook.paused_for = timezone.now(), PausedFor.HAND
        webhook.save(update_fields=["paused_at", "paused_for"])
        log(actor, "pause_webhook", webhook, within=webhook.club, why=PausedFor.HAND.value)
    return webhook


@transaction.atomic
def resume_webhook(webhook: Webhook, actor: Actor) -> Webhook:
    """Send again: what was waiting when it was paused, and what happens from now on."""
    webhook = _locked(webhook)
    if webhook.paused_at is not None:
        webhook.paused_at, webhook.paused_for, webhook.since = None, "", timezone.now()
        webhook.failures, webhook.failing_since, webhook.rests_until = 0, None, None
        webhook.save()
        log(actor, "resume_webhook", webhook, within=webhook.club)
        deliveries.release(webhook)
    return webhook


@transaction.atomic
def remove_webhook(webhook: Webhook, actor: Actor) -> None:
    """Never send anything to it again."""
    webhook = _locked(webhook)
    if webhook.removed_at is None:
        webhook.removed_at, webhook.secrets = timezone.now(), []
        webhook.save(update_fields=["removed_at", "secrets"])
        log(actor, "remove_webhook", webhook, within=webhook.club)


@transaction.atomic
def rotate_secret(webhook: Webhook, actor: Actor, *, at_once: bool = False) -> tuple[Webhook, str]:
    """A new secret, shown once. The one before is in force for a day more, so that receivers can follow,
    also when there is another rotation meanwhile (the latest SIGNED_WITH are); with `at_once` (it was found
    out) it ends now.
    """
    webhook = _locked(webhook)
    now = timezone.now()
    secret = _new_secret()
    good = [] if at_once else webhook.secrets_in_force(now)[: SIGNED_WITH - 1]
    webhook.secrets = [_kept(secret, now), *({**kept, "expires_at": _ending(kept, now)} for kept in good)]
    webhook.save(update_fields=["secrets"])
    log(actor, "rotate_webhook", webhook, within=webhook.club, at_once=at_once)
    return webhook, secret


@transaction.atomic
def test_webhook(webhook: Webhook, actor: Actor) -> WebhookDelivery:
    """Send a message that tells of nothing, once, also while the webhook is paused."""
    webhook = _locked(webhook)
    message = WebhookDelivery.objects.create(
        webhook=webhook,
        type=deliveries.TEST,
        payload=deliveries.payload(deliveries.TEST, timezone.now(), {"webhook": str(webhook.pk)}),
    )
    log(actor, "test_webhook", webhook, within=webhook.club)
    deliveries.send([message])
    return message


@transaction.atomic
def redeliver(delivery: WebhookDelivery, actor: Actor) -> WebhookDelivery:
    """Send a message once more, with the same id: one that was given up, or one that the receiver lost."""
    webhook = _locked(delivery.webhook)
    delivery = WebhookDelivery.objects.select_for_update().get(pk=delivery.pk)
    delivery.webhook = webhook
    if delivery.status == DeliveryStatus.PENDING and delivery.next_try_at is None:
        raise Conflict("delivery_pending", _("This message is on its way already."))
    if webhook.paused_at is not None and delivery.type != deliveries.TEST:
        raise Conflict("webhook_paused", _("The webhook is paused: resume it first."))
    delivery.status, delivery.next_try_at = DeliveryStatus.PENDING, None
    delivery.attempts = 0
    delivery.save(update_fields=["status", "next_try_at", "attempts"])
    # Whoever asks wants to see it tried now, not after a rest.
    Webhook.objects.filter(pk=webhook.pk).update(rests_until=None)
    log(actor, "redeliver", delivery, within=webhook.club)
    deliveries.send([delivery])
    return delivery


def _locked(webhook: Webhook) -> Webhook:
    rows = Webhook.objects.select_for_update(of=("self",), no_key=True)
    return rows.select_related("club").get(pk=webhook.pk)


def _known(types: Sequence[str]) -> list[str]:
    """The types, each once, in the order in which they are listed."""
    if not types or any(one not in feed.TYPES for one in types):
        raise Invalid(
            "webhook_type_unknown",
            _("A webhook is told of at least one of: %(types)s.") % {"types": ", ".join(feed.TYPES)},
            field="types",
        )
    return [one for one in feed.TYPES if one in types]


def _new_secret() -> str:
    return "whsec_" + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def _kept(secret: str, now: datetime) -> dict[str, Any]:
    """As it is stored. In clear: whoever signs needs the secret itself."""
    return {"secret": secret, "made_at": now.isoformat(), "expires_at": None}


def _ending(kept: dict[str, Any], now: datetime) -> str:
    return kept["expires_at"] or (now + OVERLAP).isoformat()


def webhooks_of(club: Club) -> QuerySet[Webhook]:
    """A club's webhooks. For owners alone."""
    return Webhook.objects.filter(club=club, removed_at__isnull=True).select_related("event")


def deliveries_of(webhook: Webhook) -> QuerySet[WebhookDelivery]:
    """The log of a webhook: its messages. For owners alone."""
    return WebhookDelivery.objects.filter(webhook=webhook)
