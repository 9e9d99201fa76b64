"""Stages: the parts of an event, each with a format and its settings."""

from typing import Any

from rest_framework import serializers

from tournaments.events.verbs.stages import CHOICES, DEFAULTS, LIMITS

from .base import Answer, Flag, Id, Moment, Object, OneOf, Shape, Text, Whole

FORMATS, RESEEDS, SMALL_TABLES, PREFERENCES, DEALS_PER, SHARES, RESTS = (
    CHOICES[name] for name in ("format", "reseed", "small_tables", "prefer", "deals_per", "share", "rest")
)

ROUNDS = "Rounds to play. Null: a knockout continues until its final table."
CUT = "How many entries the stage begins with, by the standing so far. Null: all."
ADVANCE = "Players of each table who advance (knockout), or who move up and down (ladder)."
RESEED = "How a knockout seats its next round: by the standing so far, or by the seeds at its start."
CARRY = "Whether the score of earlier stages counts here too."
SHARE = (
    "With `carry`: how much of that score: `full`, `half`, or `half_up` (half, rounded up to whole points). "
    "A share stands in the `results` of a standing as round 0."
)
REST = (
    "With a `cut` (rotation, swiss, final): what the others do. `out`: they play no more. Else they play on "
    "in a group of their own and take along all of their score (`full`), `half`, `half_up` or `none` of it. "
    "The first `cut_report.entrants` of the `entrants` are the upper group, and its places come first."
)
SMALL = "Who sits at smaller tables: everybody in turn, the higher places, or the lower places."
PREFER = (
    "What comes first in a rotation whose small tables are shared: `fair` keeps everybody within one of "
    "their fair share of small tables, `repeats` avoids repeats."
)
WEIGHTS = (
    "The cost of one unit of `repeats`, `wishes`, `small` and `standing` in a draw, as whole numbers. "
    "Empty: the default costs."
)
PLAN_PUBLIC = "Whether everybody may see the planned rounds."
PLAY_OFF = (
    "A final among players who are equal across the next cut, or at the first place after the last stage. It "
    "decides their order and counts nowhere else."
)
EVENTS_OWN = "Null: the value of the event."
DEALS = "Deals in a round, as `deals_per` says. A table plays 1 to 200 deals in a round."
DEALS_COUNT = (
    "What `deals_per_round` counts: the deals at each table, or how many times everybody deals. With 2 and "
    "`seat`, a table of 4 plays 8 deals and a table of 3 plays 6."
)
OWN_DEALS_COUNT = f"{DEALS_COUNT} It belongs to the own `deals_per_round` of the stage. Default: `table`."


class StageFields(Shape):
    """The settings of a stage. The verbs check their values (422)."""

    rounds_planned = Whole(required=False, allow_null=True, bounds=LIMITS["rounds_planned"], help_text=ROUNDS)
    cut = Whole(required=False, allow_null=True, bounds=LIMITS["cut"], help_text=CUT)
    size = Whole(required=False, allow_null=True, bounds=LIMITS["size"], help_text=EVENTS_OWN)
    least = Whole(required=False, allow_null=True, bounds=LIMITS["least"], help_text=EVENTS_OWN)
    most = Whole(required=False, allow_null=True, bounds=LIMITS["most"], help_text=EVENTS_OWN)
    deals_per_round = Whole(
        required=False, allow_null=True, bounds=LIMITS["deals_per_round"], help_text=f"{DEALS} {EVENTS_OWN}"
    )
    deals_per = OneOf(DEALS_PER, required=False, help_text=OWN_DEALS_COUNT)
    advance = Whole(required=False, bounds=LIMITS["advance"], help_text=ADVANCE)
    reseed = OneOf(RESEEDS, required=False, help_text=RESEED)
    carry = Flag(required=False, help_text=CARRY)
    share = OneOf(SHARES, required=False, help_text=SHARE)
    rest = OneOf(RESTS, required=False, help_text=REST)
    small_tables = OneOf(SMALL_TABLES, required=False, help_text=SMALL)
    prefer = OneOf(PREFERENCES, required=False, help_text=PREFER)
    weights = Object(required=False, help_text=WEIGHTS)
    plan_public = Flag(required=False, help_text=PLAN_PUBLIC)


class StageShape(Answer):
    """A part of an event with one format."""

    shows = StageFields

    id = Id()
    number = serializers.IntegerField(help_text="1, 2, ... in playing order.")
    format = serializers.ChoiceField(FORMATS)
    play_off = serializers.BooleanField(help_text=PLAY_OFF)
    entrants = serializers.ListField(
        child=serializers.CharField(),
        allow_null=True,
        help_text="Ids of the entries in the stage, by seed, after its first round is published.",
    )
    cut_report = Object(allow_null=True, help_text="How the cut was made, and what decided ties.")
    ended_at = Moment(allow_null=True, help_text="When the stage was ended before its last round.")

    def to_representation(self, stage: Any) -> dict[str, Any]:
        """Hide the cut from others than directors until the first round is published."""
        data: dict[str, Any] = super().to_representation(stage)
        if not (getattr(stage, "in_public", False) or self.context["view"].is_director):
            data |= {"entrants": None, "cut_report": None}
        return data


class NewStage(StageFields):
    defaults = DEFAULTS

    format = OneOf(FORMATS)


class NewPlayOff(Shape):
    deals_per_round = Whole(
        required=False, allow_null=True, bounds=LIMITS["deals_per_round"], help_text=EVENTS_OWN
    )


class StageEdit(StageFields):
    format = OneOf(FORMATS, required=False)


class Replay(Shape):
    """Why a stage is played again."""

    reason = Text(max_length=200, help_text="For the log.")
