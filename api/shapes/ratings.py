"""The ratings of a club."""

from rest_framework import serializers

from .base import Id, Shape


class RatingShape(Shape):
    """How strong somebody is: points, with a range that holds the true strength in about 95 % of cases."""

    player = Id(source="player_id")
    name = serializers.CharField(source="player.public_name", read_only=True)
    family = serializers.CharField(read_only=True, help_text="The preset of the events.")
    points = serializers.IntegerField(
        source="strength.points", read_only=True, help_text="Of somebody who was never rated: 1500."
    )
    around = serializers.IntegerField(
        source="strength.around", read_only=True, help_text="The range is `points` plus and minus this."
    )
    provisional = serializers.BooleanField(
        source="strength.is_provisional", read_only=True, help_text="There are fewer than ten events."
    )
    events = serializers.IntegerField(read_only=True, help_text="Rated events.")


class ClubRatingsShape(Shape):
    """The ratings of a club."""

    results = RatingShape(many=True, read_only=True)
    next = serializers.CharField(read_only=True, allow_null=True, help_text="Always null: there is one page.")
