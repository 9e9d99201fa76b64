"""The story of a finished event."""

from rest_framework import serializers

from .base import Id, Shape, Text

LONGEST = 10_000


class StoryShape(Shape):
    """The evening in words. Empty before the event is finished."""

    event = Id()
    edited = serializers.BooleanField(
        read_only=True,
        help_text="Whether a director has written the text. Else it is generated from all deals.",
    )
    text = serializers.CharField(
        read_only=True,
        help_text="The text of the director, in Markdown, or the generated one. Its paragraphs have an empty "
        "line between them.",
    )


class NewStory(Shape):
    """Another text."""

    text = Text(
        max_length=LONGEST,
        allow_blank=True,
        trim_whitespace=False,
        help_text="Markdown, without HTML and pictures. Empty: back to the generated text.",
    )
