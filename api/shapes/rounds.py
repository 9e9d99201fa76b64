"""Rounds, their tables, and what is done to their seats."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.services.draw import showing

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


class PlannedRound(Shape):
    """A round still to come, as it will be drawn if nothing changes."""

    number = serializers.IntegerField(read_only=True)
    tables = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()),
        read_only=True,
        help_text="Each table's entries (ids) in seat order.",
    )


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
    by_hand = serializers.IntegerField(
        read_only=True, help_text="Changes by hand since the draw: seed and moves do not give these."
    )
    certificate = serializers.SerializerMethodField(
        help_text="The audit of the seating, by group of players. Whose wish was heard is told to directors."
    )
    ahead = serializers.SerializerMethodField(
        help_text=(
            "The rounds still to come as they are planned with this one; null: not told. They are told to "
            "directors, and to all where the stage's `plan_public` says so."
        )
    )
    drawn_at = Moment(allow_null=True)
    published_at = Moment(allow_null=True)
    closed_at = Moment(allow_null=True)
    tables = SeatedTable(many=True, read_only=True)

    @extend_schema_field({"type": "object", "additionalProperties": True})
    def get_certificate(self, round_: Any) -> Any:
        """As whoever asks may know it."""
        if isinstance(round_, dict):
            return round_["certificate"]  # a proposal, which is for directors
        return showing.certificate_for(round_.certificate, director=self.context["view"].is_director)

    @extend_schema_field(PlannedRound(many=True, allow_null=True))
    def get_ahead(self, round_: Any) -> Any:
        """As whoever asks may know it."""
        if isinstance(round_, dict):
            return round_["ahead"]
        return showing.visible_plan(round_, director=self.context["view"].is_director)


class Seats(serializers.ListField):
    """A whole seating: a list of tables, the first is table 1, each a list of entries' ids in seat order."""

    child = serializers.ListField(child=Text(max_length=60), max_length=10)


class Draw(Shape):
    """How to draw."""

    seed = Whole(
        required=False, min_value=0, max_value=2**63 - 1, help_text="Made from the event's if left out."
    )


class NewRound(Draw):
    """How to draw, or where everybody sits."""

    seats = Seats(
        required=False,
        max_length=5_000,
        help_text=(
            "Made by hand: a list of tables (the first is table 1), each a list of entries' ids in seat "
            "order; everybody who is here, once. Left out: drawn."
        ),
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


class Move(Seen):
    """Who goes to another table."""

    entry = Text(max_length=60, help_text="The entry's id.")
    table = Text(max_length=60, help_text="The table's id.")


class Seating(Seen):
    """Where everybody sits."""

    seats = Seats(
        max_length=5_000,
        help_text="A list of tables (the first is table 1), each a list of entries' ids in seat order.",
    )


class Substitution(Seen):
    """Who sits in for whom."""

    out = Text(max_length=60, help_text="The id of the entry that gets up.")
    into = Text(max_length=60, help_text="The id of the entry, without a seat so far, that sits down there.")


class Leaving(Seen):
    """Who has not come."""

    entry = Text(max_length=60, help_text="The entry's id.")
    withdraw = Flag(
        required=False,
        help_text="`true`: they have withdrawn; else they are registered, and may check in again.",
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
