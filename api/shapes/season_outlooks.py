"""What a season could become under another scheme."""

from rest_framework import serializers

from .base import Id, Object, Shape
from .leagues import SCHEME
from .season_standings import PointsAsKept


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
