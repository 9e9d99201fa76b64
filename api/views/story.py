"""The story of a finished event."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from api.resources import READING, Item
from api.rights import Right
from api.shapes.story import NewStory, StoryShape
from tournaments.access import event_for_director, event_for_viewer
from tournaments.sentences.story import story_to_show
from tournaments.services.events.story import set_story

if TYPE_CHECKING:
    from tournaments.models import Event


class Story(Item["Event"]):
    rights = {"GET": Right.READ, "PUT": Right.EVENTS}
    bodies = {"PUT": NewStory}
    shape = StoryShape
    guarded: ClassVar[tuple[str, ...]] = ("PUT",)

    def fetch(self, event: str) -> Event:
        if self.request.method in READING:
            return event_for_viewer(self.actor, event)
        return event_for_director(self.actor, event)

    def represent(self) -> Any:
        story = story_to_show(self.target)
        return self.serialize(
            {
                "event": self.target.pk,
                "edited": story is not None and story.edited,
                "text": story.text if story is not None else "",
            }
        )

    def get(self, request: Request, **ids: Any) -> Response:
        """Get the story of the evening: who won and how, the largest pot, and more.

        Until a director writes another text, it is generated from all deals, always in the same words, and
        follows corrections and names. Before the event is finished it is empty.
        """
        return self.show()

    def put(self, request: Request, **ids: Any) -> Response:
        """Write the story of a finished event in other words, or go back to the generated text.

        Anything may be written in Markdown. When a person is made anonymous, each of their two names is
        replaced where it stands in full.
        """
        return self.changed(set_story(self.target, self.actor, self.body["text"]))
