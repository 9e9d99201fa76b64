"""What an event announces."""

from rest_framework import serializers

from .base import Flag, Moment, MomentToSet, Shape, Text


class AnnouncementShape(Shape):
    """A short text on all pages of an event. Empty: nothing is announced now."""

    text = serializers.CharField(read_only=True)
    announced_at = Moment(allow_null=True)
    until = Moment(allow_null=True, help_text="Null: until somebody takes it down.")


class NewAnnouncement(Shape):
    text = Text(min_length=1, max_length=500, help_text="Plain text.")
    until = MomentToSet(required=False, allow_null=True, help_text="Default: until somebody takes it down.")
    by_mail = Flag(
        required=False, help_text="Also send it by mail. Only if this installation has a mail server."
    )
