"""The clock of a round."""

from rest_framework import serializers

from .base import Id, Moment, Shape, Whole

STATES = ["none", "running", "paused"]


class ExtraTimeShape(Shape):
    """A table with extra time."""

    table = Id(source="pk")
    number = serializers.IntegerField(read_only=True)
    extra_seconds = serializers.IntegerField(read_only=True)


class ClockShape(Shape):
    """The clock of a round. Count down to `ends_at` by yourself: a clock changes only if somebody acts."""

    round = Id()
    state = serializers.ChoiceField(
        STATES,
        read_only=True,
        help_text="`none`: not started. A clock whose time is up is still `running`: it stops nobody.",
    )
    started_at = Moment(allow_null=True)
    seconds = serializers.IntegerField(
        read_only=True, allow_null=True, help_text="The length of the round, without pauses."
    )
    warning = serializers.IntegerField(
        read_only=True, allow_null=True, help_text="It warns so many seconds before the end. 0: never."
    )
    ends_at = Moment(allow_null=True, help_text="Null: not started, or paused.")
    left = serializers.FloatField(
        read_only=True, allow_null=True, help_text="While it is paused: the seconds that are left."
    )
    tables = ExtraTimeShape(many=True, read_only=True, help_text="The tables that end later.")


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
