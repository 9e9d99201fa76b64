"""Webhooks: where a club wants to be told of what happens, and what it was told."""

from datetime import datetime
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.services.webhooks.feed import TYPES
from tournaments.services.webhooks.sending import LONGEST_URL, Fault

from .base import Flag, Id, Moment, Object, OneOf, Shape, Text

URL = "https, at port 443 or 8443 of a host on the open internet."
TYPES_HELP = "What is told."
PAUSED_FOR = ["hand", "gone", "failing"]
STATUSES = ["pending", "delivered", "failed"]


class SecretShape(Shape):
    """A secret in force. The secret itself is told once, when it is made."""

    made_at = Moment()
    expires_at = Moment(allow_null=True, help_text="Null: it stays.")


class WebhookShape(Shape):
    """An address that is told of what happens in a club's events, or in one of them."""

    id = Id()
    url = serializers.CharField(read_only=True)
    types = serializers.ListField(child=serializers.ChoiceField(TYPES), read_only=True, help_text=TYPES_HELP)
    event = Id(source="event_id", allow_null=True, help_text="Null: every event of the club.")
    secrets = serializers.SerializerMethodField(
        help_text="Those in force, the newest first; messages are signed with each."
    )
    paused = serializers.SerializerMethodField()
    paused_for = serializers.SerializerMethodField(
        help_text="`hand`; `gone`: it answered 410; `failing`: it took nothing for days."
    )
    failing_since = Moment(allow_null=True, help_text="Of the attempts that failed since the last success.")
    created_at = Moment()

    @extend_schema_field(SecretShape(many=True))
    def get_secrets(self, webhook: Any) -> Any:
        in_force = [
            {name: kept[name] and datetime.fromisoformat(kept[name]) for name in ("made_at", "expires_at")}
            for kept in webhook.secrets_in_force(timezone.now())
        ]
        return SecretShape(in_force, many=True).data

    def get_paused(self, webhook: Any) -> bool:
        return webhook.paused_at is not None

    @extend_schema_field(serializers.ChoiceField(PAUSED_FOR, allow_null=True))
    def get_paused_for(self, webhook: Any) -> str | None:
        return webhook.paused_for or None


class WebhookMadeShape(WebhookShape):
    """A webhook with its newest secret, told this once."""

    secret = serializers.CharField(read_only=True, help_text="As Standard Webhooks has it: `whsec_...`.")


class NewWebhook(Shape):
    url = Text(max_length=LONGEST_URL, help_text=URL)
    types = serializers.ListField(
        child=OneOf(list(TYPES)), required=False, min_length=1, max_length=len(TYPES), help_text=TYPES_HELP
    )
    event = Text(
        max_length=80, required=False, allow_null=True, help_text="Of this event alone: its id or its slug."
    )


class WebhookEdit(Shape):
    url = Text(max_length=LONGEST_URL, help_text=URL)
    types = serializers.ListField(
        child=OneOf(list(TYPES)), min_length=1, max_length=len(TYPES), help_text=TYPES_HELP
    )
    paused = Flag(help_text="`false` resumes it: what was waiting is sent.")


class Rotation(Shape):
    at_once = Flag(
        required=False, help_text="The old secret was found out: it is not in force for a day more."
    )


class DeliveryShape(Shape):
    """A message to a webhook. Its id is the header `webhook-id`, the same at every attempt."""

    id = Id()
    webhook = Id(source="webhook_id")
    type = serializers.CharField(read_only=True)
    payload = Object(read_only=True, help_text="The body, as it is sent.")
    status = serializers.ChoiceField(STATUSES, read_only=True)
    attempts = serializers.IntegerField(read_only=True)
    answer_status = serializers.IntegerField(
        read_only=True, allow_null=True, help_text="What the last attempt was answered, if it was."
    )
    error = serializers.SerializerMethodField(help_text="Why the last attempt was not answered.")
    created_at = Moment()
    tried_at = Moment(allow_null=True)
    next_try_at = Moment(allow_null=True)
    delivered_at = Moment(allow_null=True)

    @extend_schema_field(serializers.ChoiceField([fault.value for fault in Fault], allow_null=True))
    def get_error(self, delivery: Any) -> str | None:
        return delivery.error or None
