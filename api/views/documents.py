"""Whole finished events, out of one club and into another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from api.resources import Resource, Thing
from api.rights import Right
from api.shapes.documents import DocumentShape, NewDocument
from api.shapes.events import EventShape
from tournaments.access import club_for, event_for_director
from tournaments.services.exchange.documents import document_of
from tournaments.services.exchange.imports import import_event

if TYPE_CHECKING:
    from tournaments.models import Club, Event


class EventDocumentOne(Thing["Event"]):
    rights = {"GET": Right.EVENTS}
    shape = DocumentShape
    also_refuses = (409,)

    def fetch(self, event: str) -> Event:
        return event_for_director(self.actor, event)

    def represent(self) -> Any:
        return self.tell({"event": str(self.target.pk), "document": document_of(self.target)})

    def get(self, request: Request, **ids: Any) -> Response:
        """A whole finished event as one document.

        Everything is in it: settings, players by name, wishes, stages, rounds with their draws and seats,
        every revision of every deal, what the bank brought, leftovers, adjustments, standings. Its ids only
        say what belongs to what. Who did it (accounts, keys, links), the log and the claims stay with the
        club. 409 for an event that is not finished.
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
        """Take in a whole finished event from its document: all of it, or nothing.

        Players are found on the roster by name, or put on it. Every deal is replayed, certificates and
        standings are counted anew: what is malformed, or disagrees with the rest, is refused (422) with a
        pointer to it. With `dry_run`: the event as it would be.
        """
        event = import_event(self.target, self.actor, self.body["document"])
        return self.created(event, reverse("api:event", args=[event.pk]))
