"""Rounds and their tables."""

from rest_framework import serializers

from .base import Flag, Id, Moment, Object, Shape, Text, Whole

ROUND_STATUSES = ["drawn", "published", "playing", "closed"]


class SeatShape(Shape):
    """An entry at a table; seats are numbered clockwise from 0."""

    number = serializers.IntegerField(read_only=True)
    entry = Id(source="entry_id")
    player = Id(source="entry.player_id")
    name = serializers.CharField(source="entry.player.public_name", read_only=True)


class SeatedTable(Shape):
    """A table in its round."""

    id = Id(allow_null=True, help_text="Null in a proposal.")
    number = serializers.IntegerField(read_only=True)
    deals_planned = serializers.IntegerField(read_only=True)
    deals_played = serializers.IntegerField(read_only=True)
    closed_at = Moment(allow_null=True)
    seats = SeatShape(many=True, read_only=True)


class RoundShape(Shape):
    """Everybody sits down once."""

    id = Id(allow_null=True, help_text="Null in a proposal.")
    event = Id(source="event_id")
    stage = Id(source="stage_id", allow_null=True)
    number = serializers.IntegerField(read_only=True)
    status = serializers.ChoiceField(ROUND_STATUSES, read_only=True)
    draw = serializers.IntegerField(
        read_only=True, help_text="Grows with every redraw and swap: say which one you looked at."
    )
    seed = serializers.IntegerField(read_only=True, help_text="Seed and moves give the same draw again.")
    moves = serializers.IntegerField(read_only=True)
    certificate = Object(read_only=True, help_text="The audit of the seating, by group of players.")
    drawn_at = Moment(allow_null=True)
    published_at = Moment(allow_null=True)
    closed_at = Moment(allow_null=True)
    tables = SeatedTable(many=True, read_only=True)


class Draw(Shape):
    """How to draw."""

    seed = Whole(
        required=False, min_value=0, max_value=2**63 - 1, help_text="Made from the event's if left out."
    )


class Seen(Shape):
    """Which draw its sender looked at."""

    draw = Whole(
        required=False,
        min_value=1,
        max_value=2**31 - 1,
        help_text="The draw you looked at: refused if there is a newer one. Left out: whatever is there.",
    )


class Redraw(Seen, Draw):
    """How to draw anew."""


class Swap(Seen):
    """Who change seats."""

    entries = serializers.ListField(
        child=Text(max_length=60), min_length=2, max_length=2, help_text="Two entries' ids."
    )


class Closing(Shape):
    early = Flag(required=False, help_text="Time is called: close it though tables have deals left to play.")


class TableSeat(SeatShape):
    """A seat with its purse."""

    purse = serializers.IntegerField(read_only=True, help_text="Chips now.")
    net = serializers.IntegerField(read_only=True, help_text="Chips won less lost at this table so far.")


class TableShape(Shape):
    """A table as its next deal finds it."""

    id = Id()
    event = Id()
    round = Id()
    number = serializers.IntegerField(read_only=True)
    rules = Object(read_only=True, help_text="Every switch in force.")
    deals_planned = serializers.IntegerField(read_only=True)
    deals_played = serializers.IntegerField(read_only=True)
    next_deal = serializers.IntegerField(
        read_only=True,
        allow_null=True,
        help_text="The number of the next deal; null: the table's game is over.",
    )
    next_dealer = serializers.IntegerField(read_only=True, help_text="A seat.")
    chips = serializers.ListField(
        child=serializers.IntegerField(), read_only=True, help_text="Purses by seat, as a document's `chips`."
    )
    pools = serializers.DictField(
        child=serializers.IntegerField(), read_only=True, help_text="As a document's `pools`."
    )
    seats = TableSeat(many=True, read_only=True)
    closed_at = Moment(allow_null=True)
