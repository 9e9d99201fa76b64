"""Webhooks. Only owners of the club can use these routes."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from api.resources import Collection, Item, Resource
from api.rights import Right
from api.shapes import Answer, Flag, Id, Moment, Object, OneOf, Shape, Text
from tournaments.clubs.access import club_for
from tournaments.events.access import event_for_director
from tournaments.programs.webhooks import webhooks
from tournaments.programs.webhooks.access import delivery_for_owner, webhook_for_owner
from tournaments.programs.webhooks.models import ChangeType, SendFailure
from tournaments.programs.webhooks.sending import LONGEST_URL
from tournaments.programs.webhooks.webhooks import deliveries_of, webhooks_of

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from tournaments.clubs.models import Club
    from tournaments.programs.webhooks.models import Webhook, WebhookDelivery


URL = "An https address on the public internet, with port 443 or 8443."
TYPES_HELP = "The types of messages to send."
PAUSED_FOR = ["hand", "gone", "failing", "no_secret"]
STATUSES = ["pending", "delivered", "failed"]


class SecretShape(Shape):
    """A valid secret. The secret itself is shown only when it is created."""

    made_at = Moment()
    expires_at = Moment(allow_null=True, help_text="Null: it does not expire.")


class WebhookShape(Answer):
    """An address that receives messages about the events of a club, or about one of them."""

    id = Id()
    url = serializers.CharField()
    types = serializers.ListField(child=serializers.ChoiceField(ChangeType.values), help_text=TYPES_HELP)
    event = Id(source="event_id", allow_null=True, help_text="Null: all events of the club.")
    secrets = serializers.SerializerMethodField(
        help_text="The valid secrets, the newest first. Messages are signed with each."
    )
    paused = serializers.SerializerMethodField()
    paused_for = serializers.SerializerMethodField(
        help_text="`hand`: by an owner. `gone`: it responded with 410. `failing`: it failed for days. "
        "`no_secret`: the server has no secret to sign with; create a new one, and the webhook is resumed."
    )
    failing_since = Moment(allow_null=True, help_text="The first failed attempt since the last success.")
    created_at = Moment()

    @extend_schema_field(SecretShape(many=True))
    def get_secrets(self, webhook: Any) -> Any:
        in_force = [
            {name: kept[name] and datetime.fromisoformat(kept[name]) for name in ("made_at", "expires_at")}
            for kept in webhook.secrets_in_force(timezone.now())
        ]
        return [SecretShape.shared().to_representation(secret) for secret in in_force]

    def get_paused(self, webhook: Any) -> bool:
        return webhook.paused_at is not None

    @extend_schema_field(serializers.ChoiceField(PAUSED_FOR, allow_null=True))
    def get_paused_for(self, webhook: Any) -> str | None:
        return webhook.paused_for or None


class WebhookMadeShape(WebhookShape):
    """A webhook with its newest secret, which is shown only in this response."""

    secret = serializers.CharField(help_text="In the format of Standard Webhooks: `whsec_...`.")


class NewWebhook(Shape):
    url = Text(max_length=LONGEST_URL, help_text=URL)
    types = serializers.ListField(
        child=OneOf(ChangeType.values),
        required=False,
        min_length=1,
        max_length=len(ChangeType),
        help_text=TYPES_HELP,
    )
    event = Text(
        max_length=80,
        required=False,
        allow_null=True,
        help_text="The id or slug of the only event. Default: all events.",
    )


class WebhookEdit(Shape):
    url = Text(max_length=LONGEST_URL, help_text=URL)
    types = serializers.ListField(
        child=OneOf(ChangeType.values), min_length=1, max_length=len(ChangeType), help_text=TYPES_HELP
    )
    paused = Flag(help_text="`false` resumes the webhook and sends the waiting messages.")


class Rotation(Shape):
    at_once = Flag(
        required=False, help_text="Revoke the old secret immediately, because somebody else knows it."
    )


class DeliveryShape(Answer):
    """A message to a webhook. Its id is the header `webhook-id` of each attempt."""

    id = Id()
    webhook = Id(source="webhook_id")
    type = serializers.CharField()
    payload = Object(help_text="The body of the message.")
    status = serializers.ChoiceField(STATUSES)
    attempts = serializers.IntegerField()
    answer_status = serializers.IntegerField(
        allow_null=True, help_text="The status of the response to the last attempt. Null: no response."
    )
    error = serializers.SerializerMethodField(help_text="Why the last attempt got no response.")
    created_at = Moment()
    tried_at = Moment(allow_null=True)
    next_try_at = Moment(allow_null=True)
    delivered_at = Moment(allow_null=True)

    @extend_schema_field(serializers.ChoiceField(SendFailure.values, allow_null=True))
    def get_error(self, delivery: Any) -> str | None:
        return delivery.error or None


class WebhookList(Collection["Club"]):
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
        """List the webhooks of a club."""
        return self.page()

    def post(self, request: Request, **ids: Any) -> Response:
        """Add a webhook for the events of a club, or for one of them.

        Messages are signed according to Standard Webhooks 1.0. The secret is shown only in this response. A
        message counts as delivered when the receiver responds with 2xx. Otherwise that message is sent
        again after growing delays, for a little more than three days, and the others are sent meanwhile.
        After several failures in a row, or for the time of a `Retry-After`, nothing is sent. A message can
        arrive twice (with the same `webhook-id`) and out of order: `version` and `timestamp` show which one
        is newer.
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


class WebhookOne(Item["Webhook"]):
    rights = {"GET": Right.CLUB, "PATCH": Right.CLUB, "DELETE": Right.CLUB}
    bodies = {"PATCH": WebhookEdit}
    shape = WebhookShape
    answers = {"DELETE": {204: None}}

    def fetch(self, webhook: str) -> Webhook:
        return webhook_for_owner(self.actor, webhook)

    def get(self, request: Request, **ids: Any) -> Response:
        """Get a webhook."""
        return self.show()

    def patch(self, request: Request, **ids: Any) -> Response:
        """Change a webhook, pause it or resume it.

        Changes during a pause are not sent. Messages that were already waiting are sent when it is resumed.
        """
        return self.changed(webhooks.edit_webhook(self.target, self.actor, **self.body))

    def delete(self, request: Request, **ids: Any) -> Response:
        """Remove a webhook. No more messages are sent to it."""
        webhooks.remove_webhook(self.target, self.actor)
        return Response(status=204)


class WebhookVerb(Resource["Webhook"]):
    def fetch(self, webhook: str) -> Webhook:
        return webhook_for_owner(self.actor, webhook)


class WebhookRotate(WebhookVerb):
    rights = {"POST": Right.CLUB}
    bodies = {"POST": Rotation}
    shape = WebhookMadeShape

    def post(self, request: Request, **ids: Any) -> Response:
        """Create a new secret, which is shown only in this response.

        For one day, messages are signed with the old secret too, so that you can update the receiver. A
        webhook that is paused for `no_secret` is resumed.
        """
        return Response(_with_secret(*webhooks.rotate_secret(self.target, self.actor, **self.body)))


class WebhookTest(WebhookVerb):
    rights = {"POST": Right.CLUB}
    shape = DeliveryShape

    def post(self, request: Request, **ids: Any) -> Response:
        """Send one message of the type `webhook.test`. GET the deliveries for its result."""
        return Response(self.serialize(webhooks.test_webhook(self.target, self.actor)))


class DeliveryList(Collection["Webhook"]):
    rights = {"GET": Right.CLUB}
    shape = DeliveryShape
    order = "-id"

    def fetch(self, webhook: str) -> Webhook:
        return webhook_for_owner(self.actor, webhook)

    def rows(self) -> QuerySet[WebhookDelivery]:
        return deliveries_of(self.target)

    def get(self, request: Request, **ids: Any) -> Response:
        """List the messages of the last thirty days and their results, the newest first."""
        return self.page()


class Redeliver(Resource["WebhookDelivery"]):
    rights = {"POST": Right.CLUB}
    shape = DeliveryShape

    def fetch(self, delivery: str) -> WebhookDelivery:
        return delivery_for_owner(self.actor, delivery)

    def post(self, request: Request, **ids: Any) -> Response:
        """Send a message again, with the same id."""
        return Response(self.serialize(webhooks.redeliver(self.target, self.actor)))


def _with_secret(webhook: Webhook, secret: str) -> dict[str, Any]:
    return {**WebhookShape(webhook).data, "secret": secret}
