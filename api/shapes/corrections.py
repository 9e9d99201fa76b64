"""The request and the response of a correction: the deal, later deals, changed standings."""

from typing import Any

from rest_framework import serializers

from .base import Id, Shape
from .results import DealShape, Document, Number


class CorrectionBody(Shape):
    """The corrected deal."""

    document = Document()
    reason = serializers.CharField(
        required=False, max_length=200, help_text="The reason. It is stored with the new revisions."
    )


class ReplayedShape(Shape):
    """A later deal of the table that was replayed after the corrected one."""

    id = Id(source="new.pk")
    replaces = Id(source="old.pk")
    number = serializers.IntegerField(source="new.number", read_only=True)
    revision = serializers.IntegerField(source="new.revision", read_only=True)
    net_before = serializers.SerializerMethodField(help_text="The old net chips of each seat.")
    net_after = serializers.SerializerMethodField(help_text="The new net chips of each seat.")

    def get_net_before(self, replayed: Any) -> list[int]:
        return list(replayed.old.result["net"])

    def get_net_after(self, replayed: Any) -> list[int]:
        return list(replayed.new.result["net"])


class MovedEntryShape(Shape):
    """An entry whose place or score changed. `null`: it has no place in that standing."""

    entry = Id()
    place_before = serializers.IntegerField(read_only=True, allow_null=True)
    place_after = serializers.IntegerField(read_only=True, allow_null=True)
    score_before = Number(read_only=True, allow_null=True)
    score_after = Number(read_only=True, allow_null=True)


class MovedStandingShape(Shape):
    """A standing that changed."""

    round = serializers.IntegerField(
        read_only=True,
        allow_null=True,
        help_text="The standing at the close of this round. Null: the standing of the event.",
    )
    entries = MovedEntryShape(many=True, read_only=True)


class ChangedCutShape(Shape):
    """A cut that would choose other players now. Its stage keeps its entrants."""

    stage = serializers.IntegerField(source="stage.number", read_only=True)
    into = serializers.ListField(
        child=serializers.CharField(), read_only=True, help_text="Entries that would be in the stage today."
    )
    out = serializers.ListField(
        child=serializers.CharField(), read_only=True, help_text="Entries that would be out today."
    )


class CorrectionShape(Shape):
    """The result of a correction."""

    changed = serializers.BooleanField(
        read_only=True, help_text="false: the deal was already recorded like this, and nothing was changed."
    )
    deal = DealShape(read_only=True)
    later = ReplayedShape(many=True, read_only=True)
    standings = MovedStandingShape(source="moved", many=True, read_only=True)
    cuts = ChangedCutShape(
        many=True,
        read_only=True,
        help_text=(
            "Cuts that would choose other players now. To make such a cut anew, play its stage again, or "
            "take its first round back and discard it."
        ),
    )
