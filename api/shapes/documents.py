"""A whole event as a document."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from .base import Flag, Object, Shape, Text


@extend_schema_field({"type": "object", "additionalProperties": True})
class EventDocument(Object):
    """A poch-event/1."""


class DocumentShape(Shape):
    """A whole event."""

    event = serializers.CharField(read_only=True, help_text="The id of the event.")
    document = EventDocument(read_only=True, help_text="A poch-event/1. Send it unchanged to another club.")

    def to_representation(self, instance: Any) -> Any:
        return instance


class NewDocument(Shape):
    event = Text(
        required=False,
        max_length=200,
        help_text="Ignored. It allows you to send the exported response unchanged.",
    )
    document = EventDocument(help_text="An exported poch-event/1.")
    again = Flag(
        required=False,
        help_text="The club may have this event already: import a copy. Without it that is refused (409).",
    )


@extend_schema_field({"type": "object", "additionalProperties": True})
class SeasonDocument(Object):
    """A poch-season/1."""


class SeasonDocumentShape(Shape):
    """A whole season."""

    season = serializers.CharField(read_only=True, help_text="The id of the season.")
    document = SeasonDocument(read_only=True, help_text="A poch-season/1. Send it unchanged to another club.")

    def to_representation(self, instance: Any) -> Any:
        return instance


class NewSeasonDocument(Shape):
    season = Text(
        required=False,
        max_length=200,
        help_text="Ignored. It allows you to send the exported response unchanged.",
    )
    document = SeasonDocument(help_text="An exported poch-season/1.")
    again = Flag(
        required=False,
        help_text="The club may have it already: import a copy. Without it that is refused (409).",
    )
