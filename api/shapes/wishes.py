"""Wishes: players apart or together, fixed seats and tables."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.draw.verbs.wishes import MOST_PLAYERS

from .base import Flag, Id, Moment, OneOf, Several, Shape, Text, Whole

CLUB_KINDS = ["apart"]
KINDS = ["apart", "together", "seat", "table"]
NUMBER = "With `seat`: the number of the seat, from 0. With `table`: the number of the table, from 1."
MUST = "A draw that breaks the wish is refused. `false`: the wish is weighed against repeats."
ALWAYS = "Together in every round. Default: once."


class WishedPlayer(Shape):
    """A player in a wish."""

    id = Id()
    name = serializers.CharField(read_only=True, help_text="The name within the club.")


class WishShape(Shape):
    """A wish for all draws of an event, or of all events of a club. Only directors see it."""

    id = Id()
    event = Id(source="event_id", allow_null=True, help_text="Null: for all events of the club.")
    kind = serializers.ChoiceField(KINDS, read_only=True)
    players = serializers.SerializerMethodField(help_text="Two players, or one with `seat` or `table`.")
    number = serializers.IntegerField(read_only=True, allow_null=True, help_text=NUMBER)
    must = serializers.BooleanField(read_only=True, help_text=MUST)
    always = serializers.BooleanField(read_only=True, help_text=ALWAYS)
    note = serializers.CharField(read_only=True)
    created_at = Moment()

    @extend_schema_field(WishedPlayer(many=True))
    def get_players(self, wish: Any) -> Any:
        represent = WishedPlayer.shared().to_representation
        return [represent(player) for player in (wish.player, wish.other) if player is not None]


class NewWishes(Shape):
    """New wishes. With more than two players, each pair becomes a wish."""

    players = Several(
        child=Text(max_length=60),
        min_length=1,
        max_length=100,
        most=MOST_PLAYERS,
        help_text="Ids of players.",
    )
    must = Flag(required=False, help_text=MUST)
    note = Text(max_length=200, required=False, allow_blank=True)


class NewClubWishes(NewWishes):
    kind = OneOf(CLUB_KINDS)


class NewEventWishes(NewWishes):
    kind = OneOf(KINDS)
    always = Flag(required=False, help_text=ALWAYS)
    number = Whole(required=False, allow_null=True, help_text=NUMBER)


class WishesMadeShape(Shape):
    """The new wishes."""

    results = WishShape(many=True, read_only=True)
    next = serializers.CharField(read_only=True, allow_null=True, help_text="Always null.")
