"""Trials of a scheme: seasons that workers play."""

from rest_framework import serializers

from tournaments.services.seasons import trying

from .base import Id, Moment, Object, Shape, Whole
from .leagues import SCHEME
from .people import EstimateShape

TRIAL_STATUSES = ["running", "done", "stopped"]
SEASONS = "Seasons to play."
EVENINGS = "Evenings of each season."
WINS = "How many seasons each person of the club won, the best person first."


class NewTrial(Shape):
    defaults = {"seasons": trying.USUAL_SEASONS}

    scheme = Object(required=False, help_text=f"{SCHEME} Default: that of the season.")
    evenings = Whole(
        required=False,
        bounds=(1, trying.LONGEST),
        help_text=f"{EVENINGS} Default: as many as planned, else as many as it has.",
    )
    seasons = Whole(required=False, bounds=(1, trying.MOST_SEASONS), help_text=SEASONS)


class TrialLine(Shape):
    """A trial in a list."""

    id = Id()
    season = Id(source="season_id")
    status = serializers.ChoiceField(TRIAL_STATUSES, read_only=True)
    evenings = serializers.IntegerField(read_only=True, help_text=EVENINGS)
    seasons = serializers.IntegerField(source="planned", read_only=True, help_text=SEASONS)
    done = serializers.IntegerField(read_only=True, help_text="Seasons that are played.")
    created_at = Moment()
    ended_at = Moment(allow_null=True)


class TrialShape(TrialLine):
    """A trial with its progress, and what it has shown so far."""

    percent = serializers.IntegerField(read_only=True)
    scheme = Object(read_only=True, help_text="The scheme that is tried, with all its switches.")
    wins = serializers.ListField(child=serializers.IntegerField(), read_only=True, help_text=WINS)
    wins_without_final = serializers.ListField(
        child=serializers.IntegerField(),
        read_only=True,
        allow_null=True,
        help_text=f"{WINS} If the seasons ended with the table. Null: the scheme has no final.",
    )
    best = EstimateShape(
        source="report.best", read_only=True, help_text="The share of seasons that the best person won."
    )
    best_without_final = EstimateShape(
        source="report.without_final",
        read_only=True,
        allow_null=True,
        help_text="The same if the seasons ended with the table. Null: the scheme has no final.",
    )
