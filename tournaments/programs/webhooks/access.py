"""Who may see and change a webhook and its deliveries."""

from __future__ import annotations

from tournaments.clubs.access import row_for
from tournaments.clubs.models import Role
from tournaments.core.actors import Actor
from tournaments.programs.webhooks.models import Webhook, WebhookDelivery


def webhook_for_owner(actor: Actor, ref: object) -> Webhook:
    """A webhook of a club that the actor owns."""
    return row_for(actor, Role.OWNER, Webhook.objects.select_related("event").filter(removed_at=None), ref)


def delivery_for_owner(actor: Actor, ref: object) -> WebhookDelivery:
    """A delivery to a webhook of a club that the actor owns."""
    rows = WebhookDelivery.objects.filter(webhook__removed_at=None)
    return row_for(actor, Role.OWNER, rows, ref, "webhook__club")
