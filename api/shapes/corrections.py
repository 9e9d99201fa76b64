"""What a correction is asked with, and what it answers: the deal, what followed, and who moved."""

from typing import Any

from rest_framework import serializers

from .base import Id, Shape
from .results import DealShape, Document, Number


class CorrectionBody(Shape):
    """The deal as it should have been recorded."""

    document = Document()
    reason = serializers.CharField(
        required=False, max_length=200, help_text="Why: kept with the new revisions."
    )


class ReplayedShape(Shape):
    """A later deal of the table, replayed from what the corrected one leaves."""

    id = Id(source="new.pk")
    replaces = Id(source="old.pk")
    number = serializers.IntegerField(source="new.number", read_only=True)
    revision = serializers.IntegerField(source="new.revision", read_only=True)
    net_before = serializers.SerializerMethodField(help_text="Each seat's net chips as it was.")
    net_after = serializers.SerializerMethodField(help_text="Each seat's net chips as it is now.")

    def get_net_before(self, replayed: Any) -> list[int]:
        """The old result's."""
        return list(replayed.old.result["net"])

    def get_net_after(self, replayed: Any) -> list[int]:
        """The new result's."""
        return list(replayed.new.result["net"])


class MovedEntryShape(Shape):
    """An entry that stands otherwise than before; null where it had, or has, no place."""

    entry = Id()
    place_before = serializers.IntegerField(read_only=True, allow_null=True)
    place_after = serializers.IntegerField(read_only=True, allow_null=True)
    score_before = Number(read_only=True, allow_null=True)
    score_after = Number(read_only=True, allow_null=True)


class MovedStandingShape(Shape):
    """A standing that moved."""

    round = serializers.IntegerField(
        read_only=True, allow_null=True, help_text="Kept at this round's close; null: the event's own."
    )
    entries = MovedEntryShape(many=True, read_only=True)


class CorrectionShape(Shape):
    """What a correction did."""

    changed = serializers.BooleanField(
        read_only=True, help_text="false: the deal is recorded like this already, and nothing was done."
    )
    deal = DealShape(read_only=True)
    later = ReplayedShape(many=True, read_only=True)
    standings = MovedStandingShape(source="moved", many=True, read_only=True)
