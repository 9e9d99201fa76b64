"""Deals that wait for a second person."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from .base import Id, Moment, Object, Shape, Text, Whole
from .formats import RESULT
from .results import Document

STATUSES = ["pending", "confirmed", "disputed", "withdrawn"]
OVERTAKEN = [
    "recorded",
    "chips_issued",
    "deal_voided",
    "deal_corrected",
    "seats_changed",
    "round_closed",
    "one_is_enough",
    "outdated",
]


@extend_schema_field(RESULT)
class Result(Object):
    """A poch-result/1."""


class ClaimShape(Shape):
    """A deal that one person entered. It counts after a second person confirms it."""

    id = Id()
    table = Id(source="table_id")
    number = serializers.IntegerField(read_only=True)
    status = serializers.ChoiceField(STATUSES, read_only=True)
    document = Document(read_only=True, help_text="The document as it was sent.")
    result = Result(read_only=True, help_text="The poch-result/1 that would be recorded.")
    seat = serializers.IntegerField(
        source="by_seat",
        read_only=True,
        allow_null=True,
        help_text="The seat that entered it. Null: a person without a seat.",
    )
    settled_by_seat = serializers.IntegerField(
        read_only=True, allow_null=True, help_text="The seat that settled it. Null: not settled, or no seat."
    )
    phone = serializers.CharField(
        source="mark",
        read_only=True,
        help_text="A short name for the phone that entered it. Empty: no phone.",
    )
    settled_by_phone = serializers.CharField(
        source="settled_mark",
        read_only=True,
        help_text="A short name for the phone that settled it. Empty: no phone.",
    )
    overtaken_by = serializers.SerializerMethodField(
        help_text="The change at the table that withdrew it. Null: none."
    )
    reason = serializers.CharField(source="note", read_only=True, help_text="The reason of the dispute.")
    deal = Id(source="deal_id", allow_null=True, help_text="The deal that was recorded after confirmation.")
    created_at = Moment()
    settled_at = Moment(allow_null=True)

    @extend_schema_field(serializers.ChoiceField(OVERTAKEN, allow_null=True))
    def get_overtaken_by(self, claim: Any) -> str | None:
        return claim.overtaken_by or None


class Speaking(Shape):
    """The seat that the sender speaks for. A guest always speaks for its own seat."""

    seat = Whole(required=False, min_value=0, max_value=9, allow_null=True)


class NewClaim(Speaking):
    number = Whole(min_value=1, max_value=10_000)
    document = Document()


class Dispute(Speaking):
    reason = Text(max_length=200, help_text="What is wrong.")
