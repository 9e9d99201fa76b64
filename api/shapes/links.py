"""Table links and sessions."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from .base import Id, Moment, Shape, Text, Whole


class PhoneShape(Shape):
    """A phone or program that speaks for a seat of the table."""

    seat = serializers.IntegerField(read_only=True, help_text="From 0.")
    mark = serializers.CharField(read_only=True, help_text="Four characters that identify the phone.")
    since = Moment(source="created_at", help_text="When its session began.")


class LinkShape(Shape):
    """The link of a table, the state of its PIN, and the phones that speak for its seats."""

    table = Id()
    made_at = Moment(allow_null=True, help_text="Null: the table has no link.")
    pin_tries_left = serializers.IntegerField(
        read_only=True, help_text="Wrong PINs before the PIN is blocked. 0: it is blocked; create a new link."
    )
    phones = PhoneShape(many=True, read_only=True, help_text="At most one for each seat.")


class NewLinkShape(LinkShape):
    """A new link. `url`, `secret` and `pin` are shown only in this response."""

    url = serializers.CharField(read_only=True, help_text="The content of the QR code.")
    secret = serializers.CharField(read_only=True, help_text="128 bits: the part of `url` after the #.")
    pin = serializers.CharField(read_only=True, help_text="Six digits.")


class Freed(Shape):
    """The seat to free."""

    seat = Whole(min_value=0, max_value=9, help_text="From 0.")


class SessionBody(Shape):
    """The secret or the PIN of a link, and the seat."""

    secret = Text(required=False, max_length=200, help_text="The part of the link after the #.")
    pin = Text(required=False, max_length=20, help_text="Six digits, instead of `secret`.")
    seat = Whole(required=False, min_value=0, max_value=9, help_text="The seat that you speak for, from 0.")

    def validate(self, attrs: Any) -> Any:
        if ("secret" in attrs) == ("pin" in attrs):
            raise serializers.ValidationError(
                _("Send either the secret of the link or its PIN."), code="secret_or_pin"
            )
        return attrs


class SessionShape(Shape):
    """A session. It ends when the round is closed or the table gets a new link."""

    token = serializers.CharField(read_only=True, help_text="Send it as `Authorization: Bearer TOKEN`.")
    table = Id()
    seat = serializers.IntegerField(read_only=True, allow_null=True)
