"""The clock of a round, what an event announces, and the calls for its director."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.resources import READING, Collection, Item
from api.rights import Right
from api.rounds import RoundItem
from api.shapes import Answer, Flag, Id, Moment, MomentToSet, OneOf, Shape, Text, Whole
from tournaments.desk.access import call_for_director, table_for_caller
from tournaments.desk.verbs import calls, clocks
from tournaments.events.access import event_for_director, event_for_viewer
from tournaments.events.verbs import announcements

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from tournaments.events.models.events import Event
    from tournaments.tables.models.rounds import Call, Round, Table


STATES = ["none", "running", "paused"]


class ExtraTimeShape(Answer):
    """A table with extra time."""

    table = Id(source="pk")
    number = serializers.IntegerField()
    extra_seconds = serializers.IntegerField()


class ClockShape(Answer):
    """The clock of a round. Count down to `ends_at` by yourself: a clock changes only if somebody acts."""

    round = Id()
    state = serializers.ChoiceField(
        STATES, help_text="`none`: not started. A clock whose time is up is still `running`: it stops nobody."
    )
    started_at = Moment(allow_null=True)
    seconds = serializers.IntegerField(allow_null=True, help_text="The length of the round, without pauses.")
    warning = serializers.IntegerField(
        allow_null=True, help_text="It warns so many seconds before the end. 0: never."
    )
    ends_at = Moment(allow_null=True, help_text="Null: not started, or paused.")
    left = serializers.FloatField(allow_null=True, help_text="While it is paused: the seconds that are left.")
    tables = ExtraTimeShape(many=True, help_text="The tables that end later.")


class NewClock(Shape):
    minutes = Whole(
        required=False, min_value=1, max_value=600, help_text="Default: `clock_minutes` of the event."
    )
    warning_minutes = Whole(
        required=False,
        min_value=0,
        max_value=600,
        help_text="It warns so long before the end. 0: never. Default: 5, or half of a short round.",
    )


class MoreTime(Shape):
    minutes = Whole(
        min_value=-120, max_value=120, help_text="Minutes to add. A negative number takes some away."
    )
    table = Whole(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=32767,
        help_text="The number of the only table that gets them. Default: the whole round.",
    )


class ClockItem(RoundItem):
    """The clock of a round. Viewers of the event can read it, directors can change it."""

    shape = ClockShape

    def represent(self) -> Any:
        return self.serialize(_clock(self.target))

    def shown(self) -> Response:
        """Return 200 with the clock as it is now."""
        return self.changed(self.target)


class Clock(ClockItem):
    rights = {"GET": Right.READ}

    def get(self, request: Request, **ids: Any) -> Response:
        """Get the clock of a round."""
        return self.show()


class ClockStart(ClockItem):
    rights = {"POST": Right.EVENTS}
    bodies = {"POST": NewClock}

    def post(self, request: Request, **ids: Any) -> Response:
        """Start the clock of a round. It announces the last deal and stops nobody."""
        clocks.start_clock(self.target, self.actor, **self.body)
        return self.shown()


class ClockPause(ClockItem):
    rights = {"POST": Right.EVENTS}

    def post(self, request: Request, **ids: Any) -> Response:
        """Pause the clock of a round."""
        clocks.pause_clock(self.target, self.actor)
        return self.shown()


class ClockResume(ClockItem):
    rights = {"POST": Right.EVENTS}

    def post(self, request: Request, **ids: Any) -> Response:
        """Let a paused clock go on."""
        clocks.resume_clock(self.target, self.actor)
        return self.shown()


class ClockExtra(ClockItem):
    rights = {"POST": Right.EVENTS}
    bodies = {"POST": MoreTime}

    def post(self, request: Request, **ids: Any) -> Response:
        """Give a round, or one of its tables, more time or less."""
        clocks.add_time(self.target, self.actor, **self.body)
        return self.shown()


def _clock(round_: Round) -> dict[str, Any]:
    row = clocks.clock_of_round(round_)
    facts: dict[str, Any] = {
        "round": round_.pk,
        "state": "none",
        "started_at": None,
        "seconds": None,
        "warning": None,
        "ends_at": None,
        "left": None,
        "tables": clocks.extra_times(round_),
    }
    if row is None:
        return facts
    clock = row.for_table()
    ends_at = clock.ends_at
    return facts | {
        "state": "running" if ends_at is not None else "paused",
        "started_at": row.started_at,
        "seconds": row.seconds,
        "warning": row.warning,
        "ends_at": None if ends_at is None else datetime.fromtimestamp(ends_at, UTC),
        "left": None if ends_at is not None else clock.left(0),
    }


# ---- What an event announces.


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


# ---- Calls: a table asks the director to come.


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
