"""What is asked of the tables: pairs apart or together, seats and tables that are somebody's."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from .base import Flag, Id, Moment, OneOf, Shape, Text, Whole

CLUB_KINDS = ["apart"]
KINDS = ["apart", "together", "seat", "table"]
NUMBER = "With `seat`: the seat, from 0; with `table`: the table, from 1."
MUST = "A draw without it is refused; `false`: it is weighed against repeated meetings."
ALWAYS = "Together in every round, not only once."


class WishedPlayer(Shape):
    """Whom a wish is about."""

    id = Id()
    name = serializers.CharField(read_only=True, help_text="The name that the club uses.")


class WishShape(Shape):
    """Something asked of every draw of an event, or of all events of a club. For directors alone."""

    id = Id()
    event = Id(source="event_id", allow_null=True, help_text="Null: of every event of the club.")
    kind = serializers.ChoiceField(KINDS, read_only=True)
    players = serializers.SerializerMethodField(help_text="Two, or one with `seat` and `table`.")
    number = serializers.IntegerField(read_only=True, allow_null=True, help_text=NUMBER)
    must = serializers.BooleanField(read_only=True, help_text=MUST)
    always = serializers.BooleanField(read_only=True, help_text=ALWAYS)
    note = serializers.CharField(read_only=True)
    created_at = Moment()

    @extend_schema_field(WishedPlayer(many=True))
    def get_players(self, wish: Any) -> Any:
        """The one, and the other if there is one."""
        both = [player for player in (wish.player, wish.other) if player is not None]
        return WishedPlayer(both, many=True).data


class NewWishes(Shape):
    """What is asked for; more than two players are apart, or together, each pair of them."""

    players = serializers.ListField(
        child=Text(max_length=60), min_length=1, max_length=100, help_text="Players' ids."
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
    """The wishes that were made."""

    results = WishShape(many=True, read_only=True)
    next = serializers.CharField(read_only=True, allow_null=True, help_text="Always null.")
