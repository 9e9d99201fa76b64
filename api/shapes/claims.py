"""Deals that wait for a second person."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from .base import Id, Moment, Object, Shape, Text, Whole
from .counts import total_of
from .formats import CLAIMED, RESULT, TOTAL
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


@extend_schema_field(CLAIMED)
class ClaimedDocument(Object):
    """A deal, or the total of a table."""


class ClaimShape(Shape):
    """A deal, or a total, that one person entered. It counts after a second person confirms it."""

    id = Id()
    table = Id(source="table_id")
    number = serializers.IntegerField(read_only=True)
    status = serializers.ChoiceField(STATUSES, read_only=True)
    document = ClaimedDocument(read_only=True, help_text="The document as it was sent.")
    result = serializers.SerializerMethodField(help_text="The result that would be recorded.")
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

    @extend_schema_field({"oneOf": [RESULT, TOTAL]})
    def get_result(self, claim: Any) -> dict[str, Any]:
        """Return the result, of a total without what only the service needs."""
        result: dict[str, Any] = claim.result
        return result if "melds" in result else total_of(result)

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
