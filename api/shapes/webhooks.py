"""Webhooks and their deliveries."""

from datetime import datetime
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.programs.webhooks.feed import TYPES
from tournaments.programs.webhooks.sending import LONGEST_URL, SendFailure

from .base import Flag, Id, Moment, Object, OneOf, Shape, Text

URL = "An https address on the public internet, with port 443 or 8443."
TYPES_HELP = "The types of messages to send."
PAUSED_FOR = ["hand", "gone", "failing", "no_secret"]
STATUSES = ["pending", "delivered", "failed"]


class SecretShape(Shape):
    """A valid secret. The secret itself is shown only when it is created."""

    made_at = Moment()
    expires_at = Moment(allow_null=True, help_text="Null: it does not expire.")


class WebhookShape(Shape):
    """An address that receives messages about the events of a club, or about one of them."""

    id = Id()
    url = serializers.CharField(read_only=True)
    types = serializers.ListField(child=serializers.ChoiceField(TYPES), read_only=True, help_text=TYPES_HELP)
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

    secret = serializers.CharField(
        read_only=True, help_text="In the format of Standard Webhooks: `whsec_...`."
    )


class NewWebhook(Shape):
    url = Text(max_length=LONGEST_URL, help_text=URL)
    types = serializers.ListField(
        child=OneOf(list(TYPES)), required=False, min_length=1, max_length=len(TYPES), help_text=TYPES_HELP
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
        child=OneOf(list(TYPES)), min_length=1, max_length=len(TYPES), help_text=TYPES_HELP
    )
    paused = Flag(help_text="`false` resumes the webhook and sends the waiting messages.")


class Rotation(Shape):
    at_once = Flag(
        required=False, help_text="Revoke the old secret immediately, because somebody else knows it."
    )


class DeliveryShape(Shape):
    """A message to a webhook. Its id is the header `webhook-id` of each attempt."""

    id = Id()
    webhook = Id(source="webhook_id")
    type = serializers.CharField(read_only=True)
    payload = Object(read_only=True, help_text="The body of the message.")
    status = serializers.ChoiceField(STATUSES, read_only=True)
    attempts = serializers.IntegerField(read_only=True)
    answer_status = serializers.IntegerField(
        read_only=True,
        allow_null=True,
        help_text="The status of the response to the last attempt. Null: no response.",
    )
    error = serializers.SerializerMethodField(help_text="Why the last attempt got no response.")
    created_at = Moment()
    tried_at = Moment(allow_null=True)
    next_try_at = Moment(allow_null=True)
    delivered_at = Moment(allow_null=True)

    @extend_schema_field(serializers.ChoiceField([fault.value for fault in SendFailure], allow_null=True))
    def get_error(self, delivery: Any) -> str | None:
        return delivery.error or None
