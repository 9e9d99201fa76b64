"""Calls: a table asks the director to come."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.resources import Collection, Item
from api.rights import Right
from api.shapes.base import Answer, Flag, Id, Moment, OneOf, Shape
from tournaments.desk.access import call_for_director, table_for_caller
from tournaments.desk.verbs import calls
from tournaments.events.access import event_for_director

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from tournaments.events.models.events import Event
    from tournaments.tables.models.rounds import Call, Table


class CallShape(Answer):
    """A table has called the director."""

    id = Id()
    table = Id(source="table_id")
    number = serializers.IntegerField(source="table.number", help_text="Of the table.")
    seat = serializers.IntegerField(allow_null=True, help_text="Who called, from 0. Null: not known.")
    kind = serializers.CharField(help_text="`rules`, `dispute`, `player`, `other`, or empty.")
    opened_at = Moment()
    answered_at = Moment(allow_null=True, help_text="When a director said that they are on the way.")
    ended_at = Moment(allow_null=True, help_text="When a director ended it.")


class NewCall(Shape):
    """A call."""

    kind = OneOf(
        ["rules", "dispute", "player", "other"], required=False, help_text="What it is about, if you like."
    )


class CallAnswer(Shape):
    """The answer of a director."""

    done = Flag(default=False, help_text="true: the matter is settled. false: I am on the way.")


class TableCalls(Collection["Table"]):
    rights = {"GET": Right.RESULTS, "POST": Right.RESULTS}
    bodies = {"POST": NewCall}
    shape = CallShape
    answers = {"POST": {200: CallShape, 201: CallShape}}
    without = {"POST": ("ETag", "Location")}
    order = "-id"

    def fetch(self, table: str) -> Table:
        return table_for_caller(self.actor, table)

    def rows(self) -> QuerySet[Call]:
        return calls.calls_at(self.target)

    def get(self, request: Request, **ids: Any) -> Response:
        """List the calls of a table, the newest first.

        Calls are kept for 30 days.
        """
        return self.page()

    def post(self, request: Request, **ids: Any) -> Response:
        """Call the director to a table.

        A table has one open call: if it has called already, the response is 200 with that call. A table calls
        at most three times in ten minutes (429), and only while its round is played (409).
        """
        called = calls.call_director(self.target, self.actor, self.body.get("kind", ""))
        return Response(self.serialize(called.call), status=201 if called.created else 200)


class EventCalls(Collection["Event"]):
    rights = {"GET": Right.EVENTS}
    shape = CallShape

    def fetch(self, event: str) -> Event:
        return event_for_director(self.actor, event)

    def rows(self) -> QuerySet[Call]:
        return calls.open_calls(self.target)

    def get(self, request: Request, **ids: Any) -> Response:
        """List the open calls of an event, the one that waits longest first."""
        return self.page()


class CallAnswered(Item["Call"]):
    rights = {"POST": Right.EVENTS}
    bodies = {"POST": CallAnswer}
    shape = CallShape
    held_by = "table.round.event"

    def fetch(self, call: str) -> Call:
        return call_for_director(self.actor, call)

    def post(self, request: Request, **ids: Any) -> Response:
        """Answer a call: you are on the way, or the matter is settled.

        The table sees the answer. Answering again changes nothing.
        """
        verb = calls.end_call if self.body["done"] else calls.answer_call
        return self.changed(verb(self.target, self.actor))
