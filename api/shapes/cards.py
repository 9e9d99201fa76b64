"""The cards of tables, and sessions."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from .base import Id, Moment, Shape, Text, Whole


class PhoneShape(Shape):
    """A phone or program that speaks for a seat of the table."""

    seat = serializers.IntegerField(read_only=True, help_text="From 0.")
    mark = serializers.CharField(read_only=True, help_text="Four characters that identify the phone.")
    since = Moment(source="created_at", help_text="When its session began.")


class CardShape(Shape):
    """The card of a physical table, the state of its PIN, and the phones that speak for its seats now."""

    number = serializers.IntegerField(read_only=True, help_text="The number of the table in every round.")
    made_at = Moment(source="created_at")
    pin_tries_left = serializers.IntegerField(
        read_only=True, help_text="Wrong PINs before the PIN is blocked. 0: it is blocked; make a new card."
    )
    table = Id(allow_null=True, help_text="The table that it opens now. Null between rounds.")
    phones = PhoneShape(
        many=True,
        read_only=True,
        source="seated",
        help_text="At most one for each seat; none between rounds.",
    )


class NewCardShape(Shape):
    """A new card. This is the only response that contains it."""

    number = serializers.IntegerField(read_only=True, source="card.number")
    url = serializers.CharField(read_only=True, help_text="The content of the QR code.")
    secret = serializers.CharField(read_only=True, help_text="128 bits: the part of `url` after the #.")
    pin = serializers.CharField(read_only=True, help_text="Six digits.")


class NewCardsShape(Shape):
    """The new cards, by number."""

    cards = NewCardShape(many=True, read_only=True)


class Tables(Shape):
    """The tables that get a new card."""

    tables = serializers.ListField(
        child=Whole(min_value=1, max_value=10_000),
        required=False,
        min_length=1,
        max_length=1000,
        help_text="Their numbers. Default: all tables that have no card.",
    )


class Freed(Shape):
    """The seat to free."""

    seat = Whole(min_value=0, max_value=9, help_text="From 0.")


class SessionBody(Shape):
    """The secret or the PIN of a card, and the seat."""

    secret = Text(required=False, max_length=200, help_text="The part of the address after the #.")
    pin = Text(required=False, max_length=20, help_text="Six digits, instead of `secret`.")
    seat = Whole(required=False, min_value=0, max_value=9, help_text="The seat that you speak for, from 0.")

    def validate(self, attrs: Any) -> Any:
        if ("secret" in attrs) == ("pin" in attrs):
            raise serializers.ValidationError(
                _("Send either the secret of the card or its PIN."), code="secret_or_pin"
            )
        return attrs


class SessionShape(Shape):
    """A session. It ends when the round is closed or the table gets a new card."""

    token = serializers.CharField(read_only=True, help_text="Send it as `Authorization: Bearer TOKEN`.")
    table = Id()
    seat = serializers.IntegerField(read_only=True, allow_null=True)
