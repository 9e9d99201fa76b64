"""What a season could become: under another scheme, and on its last evening."""

from rest_framework import serializers

from .base import Id, Object, Shape
from .leagues import SCHEME
from .season_standings import PointsAsKept

LARGEST_GOAL = 1000


class OtherScheme(Shape):
    scheme = Object(help_text=SCHEME.removesuffix(" Frozen when the season starts."))


class WhatIfRowShape(Shape):
    """A line of a table under the other scheme."""

    place = serializers.IntegerField(read_only=True, allow_null=True, help_text="Null: too few evenings.")
    place_before = serializers.IntegerField(
        read_only=True, allow_null=True, help_text="In the present table. Null: too few evenings."
    )
    player = Id()
    name = serializers.CharField(read_only=True)
    score = PointsAsKept(read_only=True)
    attended = serializers.IntegerField(read_only=True, help_text="Evenings played or organised.")


class WhatIfTableShape(Shape):
    """The table of one division, or of the whole season, under the other scheme."""

    division = Id(allow_null=True, help_text="Null: the season has no divisions.")
    name = serializers.CharField(read_only=True, help_text="The name of the division.")
    rows = WhatIfRowShape(many=True, read_only=True)


class WhatIfShape(Shape):
    """What another scheme would make of the evenings that are over."""

    season = Id()
    tables = WhatIfTableShape(many=True, read_only=True)


class NeedsQuery(Shape):
    goal = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=LARGEST_GOAL,
        help_text="The place to reach. Default: the last one that plays the final of its table, else 1.",
    )


class NeedShape(Shape):
    """What somebody needs on the last evening."""

    player = Id()
    name = serializers.CharField(read_only=True)
    sure = serializers.IntegerField(
        read_only=True,
        allow_null=True,
        help_text="The worst place that is enough in any case. Null: none is, or nobody knows what a place "
        "is worth.",
    )
    alone = serializers.BooleanField(
        read_only=True, help_text="Whether `sure` is enough only for who does not share it."
    )
    possible = serializers.IntegerField(
        read_only=True, allow_null=True, help_text="The worst place that can be enough. Null: as for `sure`."
    )
    missing = PointsAsKept(
        read_only=True, help_text="Points to the one at the goal now. 0 or less: they are there."
    )
    chance = serializers.FloatField(
        read_only=True,
        allow_null=True,
        help_text="The chance of the goal, from 0 to 1, if all active members come and luck decides. 0 and 1 "
        "are rounded: only `sure` and `possible` say that something is certain. Null: nothing can be told.",
    )


class LastEveningShape(Shape):
    """The last evening of a table."""

    evening = Id()
    number = serializers.IntegerField(read_only=True)
    division = Id(allow_null=True, help_text="Null: the season has no divisions.")
    people = serializers.IntegerField(
        read_only=True,
        allow_null=True,
        help_text="How many people can have a place at the most. Null: nobody knows, or the worth of an "
        "evening does not follow from places.",
    )
    goal = serializers.IntegerField(read_only=True, help_text="The place to reach.")
    needs = NeedShape(many=True, read_only=True, help_text="Of the first ten.")


class NeedsShape(Shape):
    """What people need on the last evening to reach a place."""

    season = Id()
    evenings = LastEveningShape(
        many=True, read_only=True, help_text="Of tables of which exactly one counting evening is to come."
    )
