"""What a stream is asked with."""

from __future__ import annotations

from rest_framework import serializers

from api.shapes.base import Shape


class StreamQuery(Shape):
    last_event_id = serializers.CharField(
        required=False,
        max_length=40,
        help_text=(
            "The `id` of the last event that was received; `0`: from the event's beginning; without it: from "
            "now on. The header `Last-Event-ID`, which browsers send by themselves, goes before it."
        ),
    )
