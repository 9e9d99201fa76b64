"""Who may see and change a webhook and its deliveries."""

from __future__ import annotations

from tournaments.clubs.access import by_id, need_role
from tournaments.clubs.models import Role
from tournaments.core.actors import Actor
from tournaments.programs.webhooks.models import Webhook, WebhookDelivery


def webhook_for_owner(actor: Actor, ref: object) -> Webhook:
    """A webhook of a club that the actor owns."""
    webhook: Webhook = by_id(
        Webhook.objects.select_related("club", "event").filter(removed_at__isnull=True), ref
    )
    need_role(actor, webhook.club, Role.OWNER)
    return webhook


def delivery_for_owner(actor: Actor, ref: object) -> WebhookDelivery:
    """A delivery to a webhook of a club that the actor owns."""
    delivery: WebhookDelivery = by_id(
        WebhookDelivery.objects.select_related("webhook__club").filter(webhook__removed_at__isnull=True), ref
    )
    need_role(actor, delivery.webhook.club, Role.OWNER)
    return delivery
