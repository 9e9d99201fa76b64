"""The story of a finished event."""

from rest_framework import serializers

from .base import Id, Shape


class StoryShape(Shape):
    """The evening in words. Empty before the event is finished."""

    event = Id()
    text = serializers.CharField(
        read_only=True,
        help_text="Paragraphs with an empty line between them.",
    )
