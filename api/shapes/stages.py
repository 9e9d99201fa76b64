"""Stages: the parts of an event, each with a format and its settings."""

from typing import Any

from rest_framework import serializers

from .base import Flag, Id, Moment, Object, OneOf, Shape, Whole

FORMATS = ["rotation", "swiss", "knockout", "final", "ladder"]
RESEEDS = ["snake", "original"]
SMALL_TABLES = ["shared", "high", "low"]

ROUNDS = "Rounds to play; null: a knockout until its final table."
CUT = "How many go on from the standings so far; null: everybody."
ADVANCE = "Of each table: who go on (knockout), or who move up and as many down (ladder)."
RESEED = "How a knockout seats who go on: by the standings so far, or by the seeds the stage began with."
CARRY = "Whether the score of the stages before counts here, too."
SMALL = "Who gets the smaller tables: shared out evenly, the higher or the lower places."
WEIGHTS = (
    "What is more important in a draw: what one unit of `repeats`, `wishes`, `small`, `standing` costs, "
    "in whole numbers. Empty: as usual."
)
PLAN_PUBLIC = "Whether everybody may see the rounds still to come."
EVENTS_OWN = "Null: as the event has it."


class StageShape(Shape):
    """A part of an event with one format."""

    id = Id()
    number = serializers.IntegerField(read_only=True, help_text="1, 2, ... in the order of playing.")
    format = serializers.ChoiceField(FORMATS, read_only=True)
    rounds_planned = serializers.IntegerField(read_only=True, allow_null=True, help_text=ROUNDS)
    cut = serializers.IntegerField(read_only=True, allow_null=True, help_text=CUT)
    size = serializers.IntegerField(read_only=True, allow_null=True, help_text=EVENTS_OWN)
    least = serializers.IntegerField(read_only=True, allow_null=True, help_text=EVENTS_OWN)
    most = serializers.IntegerField(read_only=True, allow_null=True, help_text=EVENTS_OWN)
    deals_per_round = serializers.IntegerField(read_only=True, allow_null=True, help_text=EVENTS_OWN)
    advance = serializers.IntegerField(read_only=True, help_text=ADVANCE)
    reseed = serializers.ChoiceField(RESEEDS, read_only=True, help_text=RESEED)
    carry = serializers.BooleanField(read_only=True, help_text=CARRY)
    small_tables = serializers.ChoiceField(SMALL_TABLES, read_only=True, help_text=SMALL)
    weights = Object(read_only=True, help_text=WEIGHTS)
    plan_public = serializers.BooleanField(read_only=True, help_text=PLAN_PUBLIC)
    entrants = serializers.ListField(
        child=serializers.CharField(),
        read_only=True,
        allow_null=True,
        help_text="Who play it, by seed: entries' ids, from the publishing of its first round on.",
    )
    cut_report = Object(
        read_only=True, allow_null=True, help_text="How the cut was made, and what broke a tie."
    )
    ended_at = Moment(allow_null=True, help_text="When it was ended before its last round.")

    def to_representation(self, stage: Any) -> dict[str, Any]:
        """A cut is the directors' own until its first round is published."""
        told: dict[str, Any] = super().to_representation(stage)
        if not (getattr(stage, "in_public", False) or self.context["view"].is_director):
            told |= {"entrants": None, "cut_report": None}
        return told


class StageFields(Shape):
    """What a director decides about a stage. What it may be is the verbs' business (422)."""

    rounds_planned = Whole(required=False, allow_null=True, help_text=ROUNDS)
    cut = Whole(required=False, allow_null=True, help_text=CUT)
    size = Whole(required=False, allow_null=True, help_text=EVENTS_OWN)
    least = Whole(required=False, allow_null=True, help_text=EVENTS_OWN)
    most = Whole(required=False, allow_null=True, help_text=EVENTS_OWN)
    deals_per_round = Whole(required=False, allow_null=True, help_text=EVENTS_OWN)
    advance = Whole(required=False, help_text=ADVANCE)
    reseed = OneOf(RESEEDS, required=False, help_text=RESEED)
    carry = Flag(required=False, help_text=CARRY)
    small_tables = OneOf(SMALL_TABLES, required=False, help_text=SMALL)
    weights = Object(required=False, help_text=WEIGHTS)
    plan_public = Flag(required=False, help_text=PLAN_PUBLIC)


class NewStage(StageFields):
    format = OneOf(FORMATS)


class StageEdit(StageFields):
    format = OneOf(FORMATS, required=False)
