"""Calls of the director."""

from rest_framework import serializers

from .base import Flag, Id, Moment, OneOf, Shape


class CallShape(Shape):
    """A table has called the director."""

    id = Id()
    table = Id(source="table_id")
    number = serializers.IntegerField(read_only=True, source="table.number", help_text="Of the table.")
    seat = serializers.IntegerField(
        read_only=True, allow_null=True, help_text="Who called, from 0. Null: not known."
    )
    kind = serializers.CharField(read_only=True, help_text="`rules`, `dispute`, `player`, `other`, or empty.")
    opened_at = Moment()
    answered_at = Moment(allow_null=True, help_text="When a director said that they are on the way.")
    ended_at = Moment(allow_null=True, help_text="When a director ended it.")


class NewCall(Shape):
    """A call."""

    kind = OneOf(
        ["rules", "dispute", "player", "other"], required=False, help_text="What it is about, if you like."
    )


class CallAnswer(Shape):
    """The answer of a director."""

    done = Flag(default=False, help_text="true: the matter is settled. false: I am on the way.")
