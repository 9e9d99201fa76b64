"""The settings of a stage in bodies and answers."""

from __future__ import annotations

from typing import Any

from api import fields
from api.shapes import Answer, Columns, Id, Moment, Object, OneOf, Shape, Text
from tournaments.core.models.columns import choices_of
from tournaments.events.models.events import Stage
from tournaments.events.verbs.stages import DEFAULTS, STAGE_SETTINGS

FORMATS = choices_of(Stage, "format")


class StageFields(Columns):
    """The settings of a stage. The verbs check their values (422)."""

    row = Stage
    settings = tuple(name for name in STAGE_SETTINGS if name not in ("format", "play_off"))


class StageShape(Answer):
    """A part of an event with one format."""

    shows = StageFields

    id = Id()
    number = fields.Int("1, 2, ... in playing order.")
    format = fields.Choice(FORMATS)
    play_off = fields.Bool(Stage.play_off.field.help_text)
    entrants = fields.Strs(Stage.entrants.field.help_text, null=True)
    cut_report = Object(Stage.cut_report.field.help_text, null=True)
    ended_at = Moment("When the stage was ended before its last round.", null=True)

    def to_representation(self, stage: Any) -> dict[str, Any]:
        """Hide the cut from others than directors until the first round is published."""
        data: dict[str, Any] = super().to_representation(stage)
        if not (getattr(stage, "in_public", False) or self.context["view"].is_director):
            data |= {"entrants": None, "cut_report": None}
        return data


class NewStage(StageFields):
    defaults = DEFAULTS

    format = OneOf(FORMATS)


class NewPlayOff(Columns):
    """The length of a play-off."""

    row = Stage
    settings = ("deals_per_round",)


class StageEdit(StageFields):
    format = OneOf(FORMATS, required=False)


class Replay(Shape):
    """Why a stage is played again."""

    reason = Text("For the log.", max_length=200)
