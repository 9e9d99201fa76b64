"""The ratings of a club."""

from rest_framework import serializers

from .base import Id, Shape
from .people import EstimateShape


class RatingShape(Shape):
    """How strong somebody is: points, with a range that holds the true strength in about 95 % of cases."""

    player = Id(source="player.pk")
    name = serializers.CharField(source="player.public_name", read_only=True)
    points = serializers.IntegerField(
        source="shown.points", read_only=True, help_text="Of somebody who was never rated: 1500."
    )
    around = serializers.IntegerField(
        source="shown.around",
        read_only=True,
        help_text="The range is `points` plus and minus this, today: it grows with absence. Show both.",
    )
    provisional = serializers.BooleanField(
        source="shown.is_provisional", read_only=True, help_text="The range is too wide to compare people."
    )
    rounds = serializers.IntegerField(read_only=True, help_text="Rated rounds at tables.")
    rated_on = serializers.DateField(read_only=True, help_text="The day of the last rated round.")


class CalibrationShape(Shape):
    """Predictions of about the same size: how likely they said something is, and how often it happened."""

    predicted = serializers.FloatField(read_only=True)
    happened = serializers.FloatField(read_only=True)
    predictions = serializers.IntegerField(read_only=True)


class FamilyRatingsShape(Shape):
    """The ratings under one rule family, and how well they predict events that they have not seen."""

    family = serializers.CharField(
        source="report.family", read_only=True, help_text="The preset of the events."
    )
    tells_apart = serializers.BooleanField(
        source="report.tells_apart",
        read_only=True,
        help_text="Whether the ratings are better than “all are equal”, beyond chance. Else none is listed.",
    )
    events = serializers.IntegerField(source="report.figures.events", read_only=True)
    rounds = serializers.IntegerField(source="report.figures.rounds", read_only=True)
    log_loss = serializers.FloatField(
        source="report.figures.log_loss",
        read_only=True,
        help_text="Of predicting who has most chips at a table; less is better.",
    )
    log_loss_equal = serializers.FloatField(
        source="report.figures.log_loss_equal", read_only=True, help_text="The same if all are equal."
    )
    gain = EstimateShape(
        source="report.figures.gain", read_only=True, help_text="By how much the ratings are better."
    )
    calibration = CalibrationShape(source="report.figures.calibration", many=True, read_only=True)
    ratings = RatingShape(
        source="players", many=True, read_only=True, help_text="The best 300, provisional ones last."
    )


class ClubRatingsShape(Shape):
    """One entry for each rule family."""

    results = FamilyRatingsShape(many=True, read_only=True)
    next = serializers.CharField(read_only=True, allow_null=True, help_text="Always null: there is one page.")
