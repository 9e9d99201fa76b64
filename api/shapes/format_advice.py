"""Which format finds the best player."""

from __future__ import annotations

from math import isfinite
from typing import Any

from rest_framework import serializers

from tournaments.services.events.advice import FEWEST_PEOPLE, MOST_PEOPLE

from .base import OneOf, Shape

CHIPS, PLACES = "chips", "places"


class Hours(serializers.FloatField):
    """A number of hours. "nan" and "inf" are refused."""

    def to_internal_value(self, data: Any) -> float:
        hours: float = super().to_internal_value(data)
        if not isfinite(hours):
            self.fail("invalid")
        return hours


class FormatAdviceQuery(Shape):
    people = serializers.IntegerField(
        required=False, default=16, min_value=FEWEST_PEOPLE, max_value=MOST_PEOPLE
    )
    tables = serializers.IntegerField(
        required=False,
        default=4,
        min_value=1,
        max_value=MOST_PEOPLE,
        help_text="Tables that there are. A table seats at most six.",
    )
    hours = Hours(
        required=False, default=4, min_value=0.25, max_value=24, help_text="The length of the evening."
    )
    minutes = serializers.IntegerField(
        required=False, default=45, min_value=5, max_value=240, help_text="The length of a round."
    )
    counts = OneOf(
        [CHIPS, PLACES],
        required=False,
        default=CHIPS,
        help_text="Whether a round counts chips, or places at the tables.",
    )


class FoundShape(Shape):
    """What a format finds with one spread of strengths."""

    wins = serializers.FloatField(read_only=True, help_text="How often the best player wins, from 0 to 1.")
    among_top = serializers.FloatField(
        read_only=True, help_text="How often the best player is among the first `top`."
    )
    error = serializers.FloatField(read_only=True, help_text="The standard error of `wins`.")
    best = serializers.BooleanField(
        read_only=True, help_text="No other format finds the best player more often, beyond chance."
    )


class FormatShape(Shape):
    """One format."""

    format = serializers.ChoiceField(
        [
            *("rotation", "swiss", "cut", "rotation_final", "swiss_final", "new_final"),
            *("knockout_two", "knockout_one"),
        ],
        read_only=True,
        help_text="`cut`: only the better half plays on. `rotation_final`, `swiss_final`: a final that adds "
        "to the score. `new_final`: Swiss, and a final that starts from zero. `knockout_two`, "
        "`knockout_one`: so many of each table go on.",
    )
    rounds = serializers.IntegerField(read_only=True)
    times_at_table = serializers.IntegerField(
        read_only=True, help_text="A round of a knockout is so many times as long."
    )
    wide = FoundShape(read_only=True, help_text="In a round, luck is 1.5 times as large as strengths differ.")
    narrow = FoundShape(read_only=True, help_text="In a round, luck is 5 times as large as strengths differ.")


class FormatAdviceShape(Shape):
    """The formats for an evening."""

    sizes = serializers.ListField(
        child=serializers.IntegerField(), read_only=True, help_text="Seats of each table in the first round."
    )
    rounds = serializers.IntegerField(read_only=True, help_text="Rounds that fit into the evening.")
    events = serializers.IntegerField(read_only=True, help_text="Simulated events for each format.")
    top = serializers.IntegerField(read_only=True, help_text="The places that `among_top` means.")
    formats = FormatShape(many=True, read_only=True, help_text="The best for a wide spread first.")
