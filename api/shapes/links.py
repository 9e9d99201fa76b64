"""Table links: what is shown once, and what a phone brings and gets."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from .base import Id, Moment, Shape, Text, Whole


class PhoneShape(Shape):
    """A phone, or a program, that speaks for a seat of the table."""

    seat = serializers.IntegerField(read_only=True, help_text="From 0.")
    mark = serializers.CharField(read_only=True, help_text="Four characters that tell it from others.")
    since = Moment(source="created_at", help_text="When it came to the table.")


class LinkShape(Shape):
    """Whether a table has a link, how its PIN fares, and which phones speak for its seats."""

    table = Id()
    made_at = Moment(allow_null=True, help_text="null: the table has no link.")
    pin_tries_left = serializers.IntegerField(
        read_only=True, help_text="Wrong PINs that it still takes; 0: the PIN is burnt, make a new link."
    )
    phones = PhoneShape(many=True, read_only=True, help_text="One for a seat at a time.")


class NewLinkShape(LinkShape):
    """A new link: what is told here is told once."""

    url = serializers.CharField(read_only=True, help_text="What the QR code says.")
    secret = serializers.CharField(read_only=True, help_text="128 bits, behind the # of `url`.")
    pin = serializers.CharField(read_only=True, help_text="Six digits.")


class Freed(Shape):
    """A seat for which another phone may speak."""

    seat = Whole(min_value=0, max_value=9, help_text="From 0.")


class SessionBody(Shape):
    """A link's secret, or its PIN, and where one sits."""

    secret = Text(required=False, max_length=200, help_text="From behind the # of the link.")
    pin = Text(required=False, max_length=20, help_text="Six digits; instead of `secret`.")
    seat = Whole(required=False, min_value=0, max_value=9, help_text="Whose phone it is, from 0.")

    def validate(self, attrs: Any) -> Any:
        """One of the two."""
        if ("secret" in attrs) == ("pin" in attrs):
            raise serializers.ValidationError(_("Send the link's secret, or its PIN."), code="secret_or_pin")
        return attrs


class SessionShape(Shape):
    """What lets a phone in from now on, until the round is closed or the table has a new link."""

    token = serializers.CharField(read_only=True, help_text="For `Authorization: Bearer TOKEN`.")
    table = Id()
    seat = serializers.IntegerField(read_only=True, allow_null=True)
