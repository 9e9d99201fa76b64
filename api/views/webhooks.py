"""Webhooks: for a club's owners alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from api.resources import Resource, Thing, Things
from api.rights import Right
from api.shapes.webhooks import (
    DeliveryShape,
    NewWebhook,
    Rotation,
    WebhookEdit,
    WebhookMadeShape,
    WebhookShape,
)
from tournaments.access import club_for, delivery_for_owner, event_for_director, webhook_for_owner
from tournaments.services.webhooks import webhooks
from tournaments.services.webhooks.webhooks import deliveries_of, webhooks_of

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from tournaments.models import Club, Webhook, WebhookDelivery


class WebhookList(Things["Club"]):
    rights = {"GET": Right.CLUB, "POST": Right.CLUB}
    bodies = {"POST": NewWebhook}
    shape = WebhookShape
    answers = {"POST": {201: WebhookMadeShape}}
    without = {"POST": ("ETag",)}

    def fetch(self, club: str) -> Club:
        return club_for(self.actor, club, "owner")

    def rows(self) -> QuerySet[Webhook]:
        return webhooks_of(self.target)

    def get(self, request: Request, **ids: Any) -> Response:
        """The webhooks of a club."""
        return self.page()

    def post(self, request: Request, **ids: Any) -> Response:
        """Be told from now on what happens in the club's events, or in one of them.

        Messages are signed as Standard Webhooks 1.0 has it; the secret is told this once. A message is
        delivered when it is answered with 2xx; else it is sent again, later each time, for a day and a half.
        It may come twice (with the same `webhook-id`), and not always in the order of what happened:
        `version` and `timestamp` tell which is newer.
        """
        ref = self.body.get("event")
        webhook, secret = webhooks.add_webhook(
            self.target,
            self.actor,
            self.body["url"],
            self.body.get("types"),
            event=None if ref is None else event_for_director(self.actor, ref),
        )
        location = reverse("api:webhook", kwargs={"webhook": webhook.pk}, request=request)
        return Response(_with_secret(webhook, secret), status=201, headers={"Location": location})


class WebhookOne(Thing["Webhook"]):
    rights = {"GET": Right.CLUB, "PATCH": Right.CLUB, "DELETE": Right.CLUB}
    bodies = {"PATCH": WebhookEdit}
    shape = WebhookShape
    answers = {"DELETE": {204: None}}

    def fetch(self, webhook: str) -> Webhook:
        return webhook_for_owner(self.actor, webhook)

    def get(self, request: Request, **ids: Any) -> Response:
        """A webhook."""
        return self.show()

    def patch(self, request: Request, **ids: Any) -> Response:
        """Change a webhook, pause it or resume it.

        What happens while it is paused is not told; what was waiting to be sent is sent when it is resumed.
        """
        return self.changed(webhooks.edit_webhook(self.target, self.actor, **self.body))

    def delete(self, request: Request, **ids: Any) -> Response:
        """Remove a webhook: nothing is sent to it any more."""
        webhooks.remove_webhook(self.target, self.actor)
        return Response(status=204)


class _OfWebhook(Resource["Webhook"]):
    """A verb for a webhook."""

    def fetch(self, webhook: str) -> Webhook:
        return webhook_for_owner(self.actor, webhook)


class WebhookRotate(_OfWebhook):
    rights = {"POST": Right.CLUB}
    bodies = {"POST": Rotation}
    shape = WebhookMadeShape

    def post(self, request: Request, **ids: Any) -> Response:
        """Make a new secret, told this once.

        For a day messages are signed with the old one as well, so that the receiver can be changed meanwhile.
        """
        return Response(_with_secret(*webhooks.rotate_secret(self.target, self.actor, **self.body)))


class WebhookTest(_OfWebhook):
    rights = {"POST": Right.CLUB}
    shape = DeliveryShape

    def post(self, request: Request, **ids: Any) -> Response:
        """Send a message of the type `webhook.test`, once; the log tells what became of it."""
        return Response(self.tell(webhooks.test_webhook(self.target, self.actor)))


class DeliveryList(Things["Webhook"]):
    rights = {"GET": Right.CLUB}
    shape = DeliveryShape
    order = "-id"

    def fetch(self, webhook: str) -> Webhook:
        return webhook_for_owner(self.actor, webhook)

    def rows(self) -> QuerySet[WebhookDelivery]:
        return deliveries_of(self.target)

    def get(self, request: Request, **ids: Any) -> Response:
        """The messages of the last thirty days, the newest first, and what became of them."""
        return self.page()


class Redeliver(Resource["WebhookDelivery"]):
    rights = {"POST": Right.CLUB}
    shape = DeliveryShape

    def fetch(self, delivery: str) -> WebhookDelivery:
        return delivery_for_owner(self.actor, delivery)

    def post(self, request: Request, **ids: Any) -> Response:
        """Send a message once more, with the same id."""
        return Response(self.tell(webhooks.redeliver(self.target, self.actor)))


def _with_secret(webhook: Webhook, secret: str) -> dict[str, Any]:
    return {**WebhookShape(webhook).data, "secret": secret}
