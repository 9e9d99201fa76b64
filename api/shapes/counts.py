"""The total of a table: its request and its response."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.formats import TOTAL

from .base import Answer, Id, Moment, Object, Shape, Whole


@extend_schema_field({"$ref": "#/components/schemas/PochCount"})
class CountDocument(Object):
    """A poch-count/1. The engine checks it."""


def total_of(result: dict[str, Any]) -> dict[str, Any]:
    """What a total means, without the dealers, which only the service needs."""
    shown = {name: result[name] for name in ("deals", "chips", "net", "transfers")}
    return {**shown, "board": result["pools"]["board"]}


class CountBody(Shape):
    """The total of a table without its deals."""

    document = CountDocument()
    reason = serializers.CharField(
        required=False,
        max_length=200,
        help_text="The reason of a correction. Without one, another total than the recorded one is refused.",
    )
    seat = Whole(
        required=False,
        min_value=0,
        max_value=9,
        allow_null=True,
        help_text="The seat that you speak for, if two people must agree on a total.",
    )


class CountShape(Answer):
    """The recorded total of a table."""

    id = Id()
    table = Id(source="table_id")
    revision = serializers.IntegerField(help_text="1. Higher after a void or a correction.")
    kind = serializers.ChoiceField(["recorded", "void"])
    reason = serializers.CharField(help_text="The reason of a void or a correction.")
    document = CountDocument(help_text="The document as it was sent, with `board`.")
    result = serializers.SerializerMethodField(help_text="What the total means for each seat.")
    via = serializers.CharField(help_text="How it came: `page`, `api` or `link` (a phone).")
    event_version = serializers.IntegerField(help_text="The version of the event after this total.")
    recorded_at = Moment()

    @extend_schema_field(TOTAL)
    def get_result(self, count: Any) -> dict[str, Any]:
        """Return the chips of each seat and of the board, with the transfers in the ledger."""
        return total_of(count.whole_result)


class CountedTableShape(Answer):
    """A table whose total was entered without deals."""

    round = serializers.IntegerField()
    table = Id()
    number = serializers.IntegerField()
