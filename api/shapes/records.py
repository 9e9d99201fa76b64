"""The records of a club."""

from rest_framework import serializers

from .base import Id, Shape

RECORDS = ["pot", "pools", "evening"]


class RecordShape(Shape):
    """A record, and whose it is."""

    kind = serializers.ChoiceField(
        RECORDS,
        read_only=True,
        help_text="`pot`: the chips of a pot. `pools`: pools won in one deal. `evening`: net chips at the "
        "tables of one event.",
    )
    value = serializers.IntegerField(read_only=True)
    player = Id()
    name = serializers.CharField(read_only=True)
    event = Id()
    event_name = serializers.CharField(read_only=True)
    starts_on = serializers.DateField(read_only=True, allow_null=True)
    table = Id(allow_null=True, help_text="Null: of an evening.")
    deal = Id(allow_null=True, help_text="Null: of an evening.")
    number = serializers.IntegerField(read_only=True, allow_null=True, help_text="Of the deal at its table.")


class RecordsShape(Shape):
    """The best of each kind, the best first and of equal ones the earlier."""

    results = RecordShape(many=True, read_only=True)
    next = serializers.CharField(read_only=True, allow_null=True, help_text="Always null: there is one page.")
