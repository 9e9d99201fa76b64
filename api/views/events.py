"""Events and their life."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from api.filters import EventsFilters
from api.resources import READING, Thing, Things
from api.rights import Right
from api.shapes.events import EventEdit, EventShape, NewEvent, Reopening
from tournaments.access import club_for, club_for_viewer, event_for_director, event_for_viewer
from tournaments.services.evening.lifecycle import (
    edit_event,
    finish_event,
    open_event,
    reopen_event,
    start_event,
)
from tournaments.services.events import events
from tournaments.services.events.events import events_to_show

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from tournaments.models import Club, Event


class EventList(Things["Club"]):
    rights = {"GET": Right.READ, "POST": Right.EVENTS}
    bodies = {"POST": NewEvent}
    filters = EventsFilters
    shape = EventShape
    order = "-id"

    def fetch(self, club: str) -> Club:
        if self.request.method in READING:
            return club_for_viewer(club)
        return club_for(self.actor, club, "director")

    def rows(self) -> QuerySet[Event]:
        mine = [self.target.pk] if self.actor.sees_all_of(self.target) else []
        return events_to_show(mine).filter(club=self.target)

    def get(self, request: Request, **ids: Any) -> Response:
        """The events of a club, the newest first.

        Drafts, private and unlisted ones are for the club's own keys.
        """
        return self.page()

    def post(self, request: Request, **ids: Any) -> Response:
        """Make an event, as a draft.

        With `stages` each has its format and its rounds; else it is one rotation of `rounds_planned`.
        """
        event = events.create_event(self.target, self.actor, **self.body)
        return self.created(event, reverse("api:event", args=[event.pk]))


class EventThing(Thing["Event"]):
    """An event that is looked at by who may see it, and changed by who may run it."""

    shape = EventShape

    def fetch(self, event: str) -> Event:
        if self.request.method in READING:
            return event_for_viewer(self.actor, event)
        return event_for_director(self.actor, event)


class EventOne(EventThing):
    rights = {"GET": Right.READ, "PATCH": Right.EVENTS}
    bodies = {"PATCH": EventEdit}

    def get(self, request: Request, **ids: Any) -> Response:
        """An event."""
        return self.show()

    def patch(self, request: Request, **ids: Any) -> Response:
        """Change an event, or open a draft with `"status": "open"`.

        What results depend on is frozen once it runs.
        """
        fields = dict(self.body)
        opens = fields.pop("status", None) == "open"
        event = self.target
        with transaction.atomic():
            if fields:
                event = edit_event(event, self.actor, **fields)
            if opens:
                event = open_event(event, self.actor)
        return self.changed(event)


class EventStart(EventThing):
    rights = {"POST": Right.EVENTS}

    def post(self, request: Request, **ids: Any) -> Response:
        """Start an event: its rules are frozen, rounds can be drawn."""
        return self.changed(start_event(self.target, self.actor))


class EventFinish(EventThing):
    rights = {"POST": Right.EVENTS}

    def post(self, request: Request, **ids: Any) -> Response:
        """Finish an event: its standings are final."""
        return self.changed(finish_event(self.target, self.actor))


class EventReopen(EventThing):
    rights = {"POST": Right.EVENTS}
    bodies = {"POST": Reopening}

    def post(self, request: Request, **ids: Any) -> Response:
        """Let a finished event go on."""
        return self.changed(reopen_event(self.target, self.actor, **self.body))
