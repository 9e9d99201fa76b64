"""The clock of a round: read, start, pause, resume, extra time."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.rights import Right
from api.rounds import RoundItem
from api.shapes.base import Answer, Id, Moment, Shape, Whole
from tournaments.desk.verbs import clocks

if TYPE_CHECKING:
    from tournaments.tables.models.rounds import Round


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
