"""What an event announces."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.resources import READING, Item
from api.rights import Right
from api.shapes.base import Answer, Flag, Moment, MomentToSet, Shape, Text
from tournaments.events.access import event_for_director, event_for_viewer
from tournaments.events.verbs import announcements

if TYPE_CHECKING:
    from tournaments.events.models.events import Event


class AnnouncementShape(Answer):
    """A short text on all pages of an event. Empty: nothing is announced now."""

    text = serializers.CharField()
    announced_at = Moment(allow_null=True)
    until = Moment(allow_null=True, help_text="Null: until somebody takes it down.")


class NewAnnouncement(Shape):
    text = Text(min_length=1, max_length=500, help_text="Plain text.")
    until = MomentToSet(required=False, allow_null=True, help_text="Default: until somebody takes it down.")
    by_mail = Flag(
        required=False, help_text="Also send it by mail. Only if this installation has a mail server."
    )


class Announcement(Item["Event"]):
    rights = {"GET": Right.READ, "PUT": Right.EVENTS, "DELETE": Right.EVENTS}
    bodies = {"PUT": NewAnnouncement}
    shape = AnnouncementShape

    def fetch(self, event: str) -> Event:
        if self.request.method in READING:
            return event_for_viewer(self.actor, event)
        return event_for_director(self.actor, event)

    def represent(self) -> Any:
        event = self.target
        text = announcements.announcement_of(event)
        return self.serialize(
            {
                "text": text,
                "announced_at": event.announced_at if text else None,
                "until": event.announced_until if text else None,
            }
        )

    def get(self, request: Request, **ids: Any) -> Response:
        """Get what the event announces now."""
        return self.show()

    def put(self, request: Request, **ids: Any) -> Response:
        """Announce something, instead of what was announced before."""
        return self.changed(announcements.announce(self.target, self.actor, **self.body))

    def delete(self, request: Request, **ids: Any) -> Response:
        """Take the announcement down."""
        return self.changed(announcements.take_down(self.target, self.actor))
