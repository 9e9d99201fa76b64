"""During a round: its clock, calls of the tables, and a short text on all pages."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from rest_framework.response import Response

from api import fields
from api.methods import Act, Add, Show, of_target, through
from api.resources import Collection, Item
from api.rights import Right
from api.rounds import RoundItem
from api.shapes import Answer, Flag, Id, Moment, OneOf, Shape, Text, Whole
from tournaments.desk.access import call_for_director, table_for_caller
from tournaments.desk.verbs import calls, clocks
from tournaments.events.access import event_for_director, event_for_viewer
from tournaments.events.verbs import announcements

STATES = ["none", "running", "paused"]


class ExtraTimeShape(Answer):
    """A table with extra time."""

    table = Id(source="pk")
    number = fields.Int()
    extra_seconds = fields.Int()


class ClockShape(Answer):
    """The clock of a round. Count down to `ends_at` by yourself: a clock changes only if somebody acts."""

    round = Id()
    state = fields.Choice(
        STATES, "`none`: not started. A clock whose time is up is still `running`: it stops nobody."
    )
    started_at = Moment(source="clock.started_at", null=True)
    seconds = fields.Int("The length of the round, without pauses.", source="clock.seconds", null=True)
    warning = fields.Int(
        "It warns so many seconds before the end. 0: never.", source="clock.warning", null=True
    )
    ends_at = Moment("Null: not started, or paused.", null=True)
    left = fields.Float("While it is paused: the seconds that are left.", null=True)
    tables = ExtraTimeShape(many=True, help_text="The tables that end later.")


class NewClock(Shape):
    minutes = Whole("Default: `clock_minutes` of the event.", 1, 600, required=False)
    warning_minutes = Whole(
        "It warns so long before the end. 0: never. Default: 5, or half of a short round.",
        0,
        600,
        required=False,
    )


class MoreTime(Shape):
    minutes = Whole("Minutes to add. A negative number takes some away.", -120, 120)
    table = Whole(
        "The number of the only table that gets them. Default: the whole round.",
        1,
        32767,
        required=False,
        null=True,
    )


class ClockItem(RoundItem):
    """The clock of a round. Viewers of the event can read it, directors can change it."""

    shape = ClockShape

    def data(self) -> Any:
        row = clocks.clock_of_round(self.target)
        shown = {"round": self.target.pk, "clock": row, "tables": clocks.extra_times(self.target)}
        if row is None:
            return shown | {"state": "none"}
        clock = row.for_table()
        if clock.ends_at is None:
            return shown | {"state": "paused", "left": clock.left(0)}
        return shown | {"state": "running", "ends_at": datetime.fromtimestamp(clock.ends_at, UTC)}


class Clock(ClockItem, path="rounds/<slug:round>/clock/"):
    """Get the clock of a round."""

    get = Show(Right.READ)


class ClockStart(ClockItem, path="rounds/<slug:round>/clock/start/"):
    """Start the clock of a round. It announces the last deal and stops nobody."""

    post = Act(Right.EVENTS, NewClock, clocks.start_clock)


class ClockPause(ClockItem, path="rounds/<slug:round>/clock/pause/"):
    """Pause the clock of a round."""

    post = Act(Right.EVENTS, verb=clocks.pause_clock)


class ClockResume(ClockItem, path="rounds/<slug:round>/clock/resume/"):
    """Let a paused clock go on."""

    post = Act(Right.EVENTS, verb=clocks.resume_clock)


class ClockExtra(ClockItem, path="rounds/<slug:round>/clock/extra/"):
    """Give a round, or one of its tables, more time or less."""

    post = Act(Right.EVENTS, MoreTime, clocks.add_time)


# ---- What an event announces.


class AnnouncementShape(Answer):
    """A short text on all pages of an event. Empty: nothing is announced now."""

    text = fields.Str()
    announced_at = Moment(null=True)
    until = Moment("Null: until somebody takes it down.", null=True)


class NewAnnouncement(Shape):
    text = Text("Plain text.", min_length=1, max_length=500)
    until = Moment("Default: until somebody takes it down.", required=False, null=True)
    by_mail = Flag("Also send it by mail. Only if this installation has a mail server.", required=False)


class Announcement(Item, path="events/<slug:event>/announcement/"):
    """GET: Get what the event announces now.

    PUT: Announce something, instead of what was announced before.

    DELETE: Take the announcement down.
    """

    shape = AnnouncementShape
    fetch = through(event_for_viewer, event_for_director)
    get = Show(Right.READ)
    put = Act(Right.EVENTS, NewAnnouncement, announcements.announce)
    delete = Act(Right.EVENTS, verb=announcements.take_down)

    def data(self) -> Any:
        event = self.target
        text = announcements.announcement_of(event)
        if not text:
            return {"text": ""}
        return {"text": text, "announced_at": event.announced_at, "until": event.announced_until}


# ---- Calls: a table asks the director to come.


class CallShape(Answer):
    """A table has called the director."""

    id = Id()
    table = Id(source="table_id")
    number = fields.Int("Of the table.", source="table.number")
    seat = fields.Int("Who called, from 0. Null: not known.", null=True)
    kind = fields.Str("`rules`, `dispute`, `player`, `other`, or empty.")
    opened_at = Moment()
    answered_at = Moment("When a director said that they are on the way.", null=True)
    ended_at = Moment("When a director ended it.", null=True)


class NewCall(Shape):
    """A call."""

    kind = OneOf(["rules", "dispute", "player", "other"], "What it is about, if you like.", required=False)


class CallAnswer(Shape):
    """The answer of a director to the call of a table."""

    done = Flag("true: the matter is settled. false: I am on the way.", default=False)


class TableCalls(Collection, path="tables/<slug:table>/calls/"):
    """GET: List the calls of a table, the newest first.

    Calls are kept for 30 days.
    """

    shape = CallShape
    order = "-id"
    fetch = through(table_for_caller)
    rows = of_target(calls.calls_at)
    get = Show(Right.RESULTS)

    @Add(Right.RESULTS, NewCall, answers={200: CallShape, 201: CallShape}, without=("ETag", "Location"))
    def post(self) -> Any:
        """Call the director to a table.

        A table has one open call: if it has called already, the response is 200 with that call. A table calls
        at most three times in ten minutes (429), and only while its round is played (409).
        """
        called = calls.call_director(self.target, self.actor, self.body.get("kind", ""))
        return Response(self.serialize(called.call), status=201 if called.created else 200)


class EventCalls(Collection, path="events/<slug:event>/calls/"):
    """List the open calls of an event, the one that waits longest first."""

    shape = CallShape
    fetch = through(event_for_director)
    rows = of_target(calls.open_calls)
    get = Show(Right.EVENTS)


class CallAnswered(Item, path="calls/<slug:call>/answer/"):
    shape = CallShape
    held_by = "table.round.event"
    fetch = through(call_for_director)

    @Act(Right.EVENTS, CallAnswer)
    def post(self) -> Any:
        """Answer a call: you are on the way, or the matter is settled.

        The table sees the answer. Answering again changes nothing.
        """
        verb = calls.end_call if self.body["done"] else calls.answer_call
        return verb(self.target, self.actor)
