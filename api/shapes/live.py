"""The query of a stream."""

from __future__ import annotations

from rest_framework import serializers

from api.shapes.base import Shape


class StreamQuery(Shape):
    last_event_id = serializers.CharField(
        required=False,
        max_length=40,
        help_text=(
            "The `id` of the last change that you received. `0`: from the beginning of the event. Default: "
            "from now on. The header `Last-Event-ID`, which browsers send, takes precedence."
        ),
    )
