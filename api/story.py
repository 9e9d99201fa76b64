"""The story of a finished event."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.resources import Item
from api.rights import Right
from api.shapes.base import Answer, Id
from tournaments.events.access import event_for_viewer
from tournaments.standings.words.story import story_to_show

if TYPE_CHECKING:
    from tournaments.events.models.events import Event


class StoryShape(Answer):
    """The evening in words. Empty before the event is finished."""

    event = Id()
    text = serializers.CharField(help_text="Paragraphs with an empty line between them.")


class Story(Item["Event"]):
    rights = {"GET": Right.READ}
    shape = StoryShape

    def fetch(self, event: str) -> Event:
        return event_for_viewer(self.actor, event)

    def represent(self) -> Any:
        story = story_to_show(self.target)
        return self.serialize({"event": self.target.pk, "text": story.text if story else ""})

    def get(self, request: Request, **ids: Any) -> Response:
        """Get the story of the evening: who won and how, the largest pot, and more.

        It is generated from all deals, always in the same words, and follows corrections and names. Before
        the event is finished it is empty.
        """
        return self.show()
