"""What standings and tables of seasons can tell about luck."""

from rest_framework import serializers

from .base import Id, Shape
from .results import Number

STATES = ("told", "computing", "too_few")
STATE = "`computing`: a worker computes it, mostly for a second. `too_few`: too few results to tell anything."


class ChancesQuery(Shape):
    round = serializers.IntegerField(
        required=False, min_value=1, max_value=10_000, help_text="After the close of this round."
    )


class RangeShape(Shape):
    """The places that an entry could as well have by strength: right in 9 of 10 cases."""

    entry = Id()
    first = serializers.IntegerField(read_only=True)
    last = serializers.IntegerField(read_only=True)


class LeadShape(Shape):
    """The lead of the first, and how often equally strong players have one."""

    entry = Id()
    by = Number(read_only=True, help_text="In the unit of the score.")
    percent = serializers.IntegerField(
        read_only=True,
        help_text="Evenings of 100 with the same tables in which somebody of equally strong players leads by "
        "as much or more.",
    )


class PartShape(Shape):
    """In percent. The range from `low` to `high` is right in 9 of 10 cases."""

    low = serializers.IntegerField(read_only=True)
    middle = serializers.IntegerField(read_only=True)
    high = serializers.IntegerField(read_only=True)


class ChancesShape(Shape):
    """What the standing after the last closed round, or after one round, tells about luck."""

    event = Id()
    round = serializers.IntegerField(
        read_only=True, allow_null=True, help_text="The number of the closed round. Null: none is closed."
    )
    version = serializers.IntegerField(
        read_only=True, help_text="The version of the event that it covers. 0: it is not computed."
    )
    state = serializers.ChoiceField(STATES, read_only=True, help_text=STATE)
    least_rounds = serializers.IntegerField(read_only=True, help_text="Fewer rounds are too few.")
    places = RangeShape(many=True, read_only=True, help_text="Of the ranked entries that have played.")
    lead = LeadShape(
        read_only=True,
        allow_null=True,
        help_text="Null: nobody leads alone, or the order does not come from one score of all rounds.",
    )
    share = PartShape(
        read_only=True, allow_null=True, help_text="The part of strength in the differences of all rounds."
    )


class SeasonTableChancesShape(Shape):
    """The chances of the table of one division, or of the whole season."""

    division = Id(allow_null=True, help_text="Null: the season has no divisions.")
    evenings = serializers.IntegerField(read_only=True, help_text="Evenings that are over.")
    state = serializers.ChoiceField(STATES, read_only=True, help_text=STATE)
    again = PartShape(
        read_only=True,
        allow_null=True,
        help_text="How much of the differences in this table would be there again in another season.",
    )


class SeasonChancesShape(Shape):
    """What the tables of a season tell about luck."""

    season = Id()
    version = serializers.IntegerField(
        read_only=True, help_text="The version of the season that it covers. 0: it is not computed."
    )
    least_evenings = serializers.IntegerField(read_only=True, help_text="Fewer evenings are too few.")
    tables = SeasonTableChancesShape(many=True, read_only=True)
