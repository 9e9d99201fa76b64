"""Events, from draft to finished."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from api.filters import EventsFilters
from api.resources import READING, Collection, Item, Resource
from api.rights import Right
from api.shapes.events import EventEdit, EventShape, NewDays, NewEvent, Reopening, RepeatedShape
from tournaments.clubs.access import club_for, club_for_viewer
from tournaments.core.rules.refusals import Invalid, gettext_noop
from tournaments.desk.verbs.again import days_of_series, repeat_on
from tournaments.desk.verbs.lifecycle import edit_event, finish_event, open_event, reopen_event, start_event
from tournaments.events.access import event_for_director, event_for_viewer
from tournaments.events.verbs import events
from tournaments.events.verbs.events import events_to_show, hidden_events, public_events

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from tournaments.clubs.models.clubs import Club
    from tournaments.events.models.events import Event


class EventList(Collection["Club"]):
    rights = {"GET": Right.READ, "POST": Right.EVENTS}
    bodies = {"POST": NewEvent}
    filters = EventsFilters
    shape = EventShape
    by_columns = True
    order = "-id"

    def fetch(self, club: str) -> Club:
        if self.request.method in READING:
            return club_for_viewer(club)
        return club_for(self.actor, club, "director")

    def rows(self) -> QuerySet[Event]:
        return events_to_show(self.target, is_member=self.actor.sees_all_of(self.target))

    def get(self, request: Request, **ids: Any) -> Response:
        """List the events of a club, the newest first.

        Only keys of the club see drafts, private events and unlisted events.
        """
        return self.page()

    def post(self, request: Request, **ids: Any) -> Response:
        """Create an event as a draft.

        With `stages` each stage has its own format and rounds. Without it, the event is one rotation with
        `rounds_planned` rounds.
        """
        event = events.create_event(self.target, self.actor, **self.body)
        return self.created(event, reverse("api:event", args=[event.pk]))


class AllEvents(Collection[None]):
    rights = {"GET": Right.READ}
    filters = EventsFilters
    shape = EventShape
    by_columns = True
    order = "-id"

    def fetch(self) -> None:
        return None

    def parts(self) -> list[QuerySet[Event]]:
        member = self.actor.member
        if member is None or not self.actor.sees_all_of(member.club):
            return [public_events()]
        return [public_events(), hidden_events(member.club)]

    def get(self, request: Request) -> Response:
        """List the events of all clubs, the newest first.

        Everybody sees the public ones. A key also sees all events of its club.
        """
        return self.page()


class EventRoute(Resource["Event"]):
    """A route about an event. Viewers of the event can read, its directors can change."""

    def fetch(self, event: str) -> Event:
        if self.request.method in READING:
            return event_for_viewer(self.actor, event)
        return event_for_director(self.actor, event)


class EventCollection(EventRoute, Collection["Event"]):
    """A list of things of an event."""


class EventItem(EventRoute, Item["Event"]):
    shape = EventShape


class EventOne(EventItem):
    rights = {"GET": Right.READ, "PATCH": Right.EVENTS}
    bodies = {"PATCH": EventEdit}

    def get(self, request: Request, **ids: Any) -> Response:
        """Get an event."""
        return self.show()

    def patch(self, request: Request, **ids: Any) -> Response:
        """Change an event, or open a draft with `"status": "open"`.

        After the start, settings that affect results cannot change.
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


class EventStart(EventItem):
    rights = {"POST": Right.EVENTS}

    def post(self, request: Request, **ids: Any) -> Response:
        """Start an event. Its rules are frozen, and rounds can be drawn."""
        return self.changed(start_event(self.target, self.actor))


class EventFinish(EventItem):
    rights = {"POST": Right.EVENTS}

    def post(self, request: Request, **ids: Any) -> Response:
        """Finish an event. Its standings are final."""
        return self.changed(finish_event(self.target, self.actor))


class EventReopen(EventItem):
    rights = {"POST": Right.EVENTS}
    bodies = {"POST": Reopening}

    def post(self, request: Request, **ids: Any) -> Response:
        """Reopen a finished event."""
        return self.changed(reopen_event(self.target, self.actor, **self.body))


class DatesOrSeries(Invalid):
    """The days are neither a list nor a series, or both."""

    sentence = gettext_noop("Give either the dates or a series, not both.")


class EventAgain(EventItem):
    rights = {"POST": Right.EVENTS}
    bodies = {"POST": NewDays}
    answers = {"POST": {201: RepeatedShape}}
    without = {"POST": ("ETag", "Location")}

    def post(self, request: Request, **ids: Any) -> Response:
        """Create events like this one on other days.

        They have the same settings, stages, prizes and invitation, and are open, or drafts if this event is
        one. Their names are numbered on. With `dry_run` you see days and names before they are created.
        """
        if ("dates" in self.body) == ("series" in self.body):
            raise DatesOrSeries(field="dates")
        days = self.body["dates"] if "dates" in self.body else days_of_series(**self.body["series"])
        made = repeat_on(self.target, self.actor, days, players=self.body.get("players", False))
        return Response(
            RepeatedShape({"results": made, "next": None}, context={"view": self}).data, status=201
        )
