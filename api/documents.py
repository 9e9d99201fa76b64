"""Export and import of whole finished events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.events import EventShape
from api.resources import Item, Resource
from api.rights import Right
from api.shapes.base import Answer, Flag, Object, Shape, Text
from tournaments.clubs.access import club_for
from tournaments.events.access import event_for_director
from tournaments.programs.documents.documents import document_of
from tournaments.programs.documents.imports import import_event

if TYPE_CHECKING:
    from tournaments.clubs.models.clubs import Club
    from tournaments.events.models.events import Event


@extend_schema_field({"type": "object", "additionalProperties": True})
class EventDocument(Object):
    """A poch-event/1."""


class DocumentShape(Answer):
    """A whole event."""

    event = serializers.CharField(help_text="The id of the event.")
    document = EventDocument(help_text="A poch-event/1. Send it unchanged to another club.")

    def to_representation(self, instance: Any) -> Any:
        return instance


class NewDocument(Shape):
    event = Text(
        required=False,
        max_length=200,
        help_text="Ignored. It allows you to send the exported response unchanged.",
    )
    document = EventDocument(help_text="An exported poch-event/1.")
    again = Flag(
        required=False,
        help_text="The club may have this event already: import a copy. Without it that is refused (409).",
    )


@extend_schema_field({"type": "object", "additionalProperties": True})
class SeasonDocument(Object):
    """A poch-season/1."""


class SeasonDocumentShape(Answer):
    """A whole season."""

    season = serializers.CharField(help_text="The id of the season.")
    document = SeasonDocument(help_text="A poch-season/1. Send it unchanged to another club.")

    def to_representation(self, instance: Any) -> Any:
        return instance


class NewSeasonDocument(Shape):
    season = Text(
        required=False,
        max_length=200,
        help_text="Ignored. It allows you to send the exported response unchanged.",
    )
    document = SeasonDocument(help_text="An exported poch-season/1.")
    again = Flag(
        required=False,
        help_text="The club may have it already: import a copy. Without it that is refused (409).",
    )


class EventDocumentOne(Item["Event"]):
    rights = {"GET": Right.EVENTS}
    shape = DocumentShape
    also_refuses = (409,)

    def fetch(self, event: str) -> Event:
        return event_for_director(self.actor, event)

    def represent(self) -> Any:
        return self.serialize({"event": str(self.target.pk), "document": document_of(self.target)})

    def get(self, request: Request, **ids: Any) -> Response:
        """Get a whole finished event as one document.

        The document contains settings, players by name, wishes, stages, rounds with their draws and seats,
        all revisions of all deals, chips from the bank, leftovers, adjustments and standings. Ids are only
        references within the document. It does not contain accounts, keys, links, the audit log and claims.
        If the event is not finished, the response is 409.
        """
        return self.show()


class EventImport(Resource["Club"]):
    rights = {"POST": Right.EVENTS}
    bodies = {"POST": NewDocument}
    shape = EventShape
    answers = {"POST": {201: EventShape}}
    longest_body = 20 * 1024 * 1024

    def fetch(self, club: str) -> Club:
        return club_for(self.actor, club, "director")

    def post(self, request: Request, **ids: Any) -> Response:
        """Import a whole finished event from its document, completely or not at all.

        Players are matched with the roster by name, and missing players are added. Every deal is replayed,
        and all certificates and standings are computed again. A document that is malformed or inconsistent
        is refused (422) with a pointer to the place. If the club has this event already, from here or from an
        earlier import, the request is refused (409 `event_already_here`); with `again` you get a copy. With
        `dry_run` you see the event without storing it.
        """
        event = import_event(
            self.target, self.actor, self.body["document"], again=self.body.get("again", False)
        )
        return self.created(event, reverse("api:event", args=[event.pk]))
