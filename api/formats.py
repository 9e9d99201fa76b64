"""The formats of documents as JSON schemas, and the stages of an event.

The schemas are for the OpenAPI document. The engine validates the documents.
"""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from api.shapes import Answer, Columns, Id, Moment, Object, OneOf, Shape, Text
from tournaments.core.models.columns import choices_of
from tournaments.events.models.events import Stage
from tournaments.events.verbs.stages import DEFAULTS, STAGE_SETTINGS

CHIPS = {"type": "integer", "minimum": -1_000_000_000, "maximum": 1_000_000_000}
SEAT = {"type": "integer", "minimum": 0, "maximum": 9}
CARDS = {"type": "string", "pattern": "^([2-9TJQKA][shdc]( [2-9TJQKA][shdc])*)?$"}
CARD = {"type": "string", "pattern": "^[2-9TJQKA][shdc]$"}
SEATS = {"type": "array", "items": SEAT}
BY_SEAT = {"type": "array", "items": CHIPS, "minItems": 2, "maxItems": 10}
BY_POOL = {"type": "object", "additionalProperties": CHIPS}


def _object(required: dict[str, Any], optional: dict[str, Any] | None = None) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {**required, **(optional or {})},
        "required": list(required),
        "additionalProperties": False,
    }


def _nullable(schema: dict[str, Any]) -> dict[str, Any]:
    return {**schema, "type": [schema["type"], "null"]}


FROM_THE_TABLE = {
    "rules": {"type": "object", "description": "A preset with overrides, or all switches."},
    "dealer": SEAT,
    "chips": BY_SEAT,
    "pools": BY_POOL,
}
"""Keys that the table fills in. If a document states them, they must match the table (409)."""

DEAL = {
    "description": "A poch-deal/1: a deal card by card. It has either `hands` and `upcard`, or `deck`.",
    **_object(
        {
            "format": {"type": "string", "enum": ["poch-deal/1"]},
            "actions": {
                "type": "array",
                "items": {"type": "string"},
                "description": "`SEAT VERB [ARG]`. Verbs: pass, bet N, call, raise N, show, play CARD.",
            },
        },
        {**FROM_THE_TABLE, "hands": {"type": "array", "items": CARDS}, "upcard": CARD, "deck": CARDS},
    ),
}

SCORECARD = {
    "description": "A poch-scorecard/1: what a scorer can write down at a real table.",
    **_object(
        {
            "format": {"type": "string", "enum": ["poch-scorecard/1"]},
            "upcard": CARD,
            "melds": {
                "type": "object",
                "additionalProperties": {"type": ["integer", "null"], "minimum": 0, "maximum": 9},
                "description": "The seat that took each pool. Null: no seat took it.",
            },
            "stakes": BY_SEAT,
            "passed": SEATS,
            "shown": {"type": "object", "additionalProperties": CARDS},
            "left": {"type": "array", "items": {"type": "integer", "minimum": 0}},
        },
        {**FROM_THE_TABLE, "stops": SEATS},
    ),
}

COUNT = {
    "description": (
        "A poch-count/1: the total of a table without its deals, or of the rest after its first deals. "
        "It has `net`, or `chips` if purses are per table. In an event with `unit: tenths` its numbers are "
        "whole tenths."
    ),
    **_object(
        {
            "format": {"type": "string", "enum": ["poch-count/1"]},
            "deals": {
                "type": "integer",
                "minimum": 1,
                "maximum": 200,
                "description": "Deals that it stands for.",
            },
        },
        {
            "after": {
                "type": "integer",
                "minimum": 0,
                "maximum": 200,
                "default": 0,
                "description": "It is the rest after so many recorded deals.",
            },
            "net": {**BY_SEAT, "description": "Chips won or lost by each seat, in the rest."},
            "chips": {**BY_SEAT, "description": "Chips of each seat at the end."},
            "board": {
                "type": "integer",
                "minimum": 0,
                "maximum": 1_000_000_000,
                "default": 0,
                "description": "Chips that stay on the board.",
            },
        },
    ),
}
TOTAL = {"$ref": "#/components/schemas/PochTotal"}


def _complete(document: dict[str, Any]) -> dict[str, Any]:
    """A document that no table completes: it must state everything."""
    required = [*document["required"], *FROM_THE_TABLE]
    return {**document, "description": f"{document['description']} Complete.", "required": required}


def _one_of(deal: str, scorecard: str) -> dict[str, Any]:
    deal, scorecard = (f"#/components/schemas/{name}" for name in (deal, scorecard))
    return {
        "oneOf": [{"$ref": deal}, {"$ref": scorecard}],
        "discriminator": {
            "propertyName": "format",
            "mapping": {"poch-deal/1": deal, "poch-scorecard/1": scorecard},
        },
    }


DOCUMENT: dict[str, Any] = _one_of("PochDeal", "PochScorecard")
COMPLETE = _one_of("PochDealComplete", "PochScorecardComplete")
RESULT = {"$ref": "#/components/schemas/PochResult"}
STEPS = {"$ref": "#/components/schemas/PochSteps"}
CLAIMED = {
    "oneOf": [*DOCUMENT["oneOf"], {"$ref": "#/components/schemas/PochCount"}],
    "discriminator": {
        "propertyName": "format",
        "mapping": {
            **DOCUMENT["discriminator"]["mapping"],
            "poch-count/1": "#/components/schemas/PochCount",
        },
    },
}
"""The document of a claim: a deal, or the total of a table."""

_RESULT: dict[str, Any] = {
    "description": "A poch-result/1: the result of a deal, with all transfers of chips.",
    **_object(
        {
            "format": {"type": "string", "enum": ["poch-result/1"]},
            "chips": BY_SEAT,
            "net": BY_SEAT,
            "pools": BY_POOL,
            "next_dealer": SEAT,
            "melds": {
                "type": "array",
                "items": _object({"pool": {"type": "string"}, "seat": SEAT, "chips": CHIPS}),
            },
            "pochen": _object(
                {
                    "stakes": BY_SEAT,
                    "passed": SEATS,
                    "showdown": {
                        "type": "array",
                        "items": _object({"seat": SEAT, "kind": {"type": "string"}, "cards": CARDS}),
                    },
                    "pots": {
                        "type": "array",
                        "items": _object({"chips": CHIPS, "contenders": SEATS, "winners": SEATS}),
                    },
                    "winners": SEATS,
                }
            ),
            "shedding": _object(
                {
                    "leader": SEAT,
                    "out": SEAT,
                    "left": {"type": "array", "items": {"type": "integer"}},
                    "stops": SEATS,
                }
            ),
            "transfers": {
                "type": "array",
                "items": _object(
                    {
                        "from": {"type": "string"},
                        "to": {"type": "string"},
                        "chips": CHIPS,
                        "reason": {"type": "string"},
                    }
                ),
            },
        }
    ),
}

_STEP = _object(
    {
        "kind": {
            "type": "string",
            "enum": [
                *("ante", "deal", "upcard", "meld", "pass", "bet", "call", "raise", "show", "stakes"),
                *("unopened", "showdown", "pot", "play", "run_ended", "out", "most_cards"),
            ],
            "description": (
                "`stakes` and `run_ended` are of scorecards. `unopened`: nobody bet. `upcard`: the dealer "
                "takes its pool."
            ),
        },
        "part": {"type": "string", "enum": ["dealing", "melding", "pochen", "shedding"]},
        "seat": {**_nullable(SEAT), "description": "Who did it. In `deal`: whose hand the upcard joins."},
        "card": _nullable(CARD),
        "pool": {"type": ["string", "null"]},
        "chips": {
            **_nullable(CHIPS),
            "description": "The new stake of a bet or raise, what a call cost, or what was paid.",
        },
        "at": {"type": ["integer", "null"], "description": "The index of the action in the record."},
        "winners": {**SEATS, "description": "Who won the pot, in the order of play."},
        "showdown": _RESULT["properties"]["pochen"]["properties"]["showdown"],
        "ended_by": {
            **_nullable(SEAT),
            "description": "The seat that ended a run or took a trick with this step.",
        },
        "transfers": {
            **_RESULT["properties"]["transfers"],
            "description": "The chips that moved in this step. All of them are the ledger of the deal.",
        },
        "hands": {
            "type": ["array", "null"],
            "items": CARDS,
            "description": "The cards of each seat after the step. Null: nobody wrote them down.",
        },
        "left": {
            "type": ["array", "null"],
            "items": {"type": "integer", "minimum": 0},
            "description": "The number of cards of each seat after the step.",
        },
        "run": {
            "type": "array",
            "items": _object({"seat": SEAT, "card": CARD}),
            "description": "The cards of the present run or trick.",
        },
        "stakes": {**BY_SEAT, "description": "The stakes in the Pochen after the step."},
        "passed": {**SEATS, "description": "Who is out of the Pochen after the step."},
        "purses": {**BY_SEAT, "description": "The chips of each seat after the step."},
        "pools": {**BY_POOL, "description": "The chips of each pool after the step."},
        "turn": {**_nullable(SEAT), "description": "Who must act after the step."},
        "forced": {"type": "boolean", "description": "Whether only one card is possible then."},
        "advice": {
            "description": "What the expert would do at that turn. It knows only what that seat sees.",
            "oneOf": [
                _object(
                    {
                        "action": {"type": "string"},
                        "code": {"type": "string"},
                        "template": {"type": "string"},
                        "params": {"type": "object", "additionalProperties": {"type": ["string", "integer"]}},
                        "detail": {"type": "string", "description": "The reason as a sentence."},
                    }
                ),
                {"type": "null"},
            ],
        },
    }
)

_STEPS = {
    "description": "A poch-steps/1: a deal step by step, as far as its document tells it.",
    **_object(
        {
            "format": {"type": "string", "enum": ["poch-steps/1"]},
            "source": {"type": "string", "enum": ["poch-deal/1", "poch-scorecard/1"]},
            "rules": {"type": "object", "description": "All switches."},
            "dealer": SEAT,
            "upcard": CARD,
            "pay_suit": {"type": "string", "enum": ["s", "h", "d", "c"]},
            "chips": {**BY_SEAT, "description": "The chips of each seat before the antes."},
            "steps": {"type": "array", "items": _STEP},
        }
    ),
}

_TOTAL = {
    "description": "What a poch-count/1 means for its table, with all transfers of chips.",
    **_object(
        {
            "deals": {"type": "integer", "minimum": 1, "maximum": 200},
            "chips": BY_SEAT,
            "net": BY_SEAT,
            "board": CHIPS,
            "transfers": _RESULT["properties"]["transfers"],
        }
    ),
}


COMPONENTS = {
    "PochDeal": DEAL,
    "PochDealComplete": _complete(DEAL),
    "PochScorecard": SCORECARD,
    "PochScorecardComplete": _complete(SCORECARD),
    "PochCount": COUNT,
    "PochResult": _RESULT,
    "PochSteps": _STEPS,
    "PochTotal": _TOTAL,
}
"""Components, so that a generated client gets one class for each format."""


# ---- Stages: the parts of an event, each with a format and its settings.


FORMATS = choices_of(Stage, "format")


class StageFields(Columns):
    """The settings of a stage. The verbs check their values (422)."""

    row = Stage
    settings = tuple(name for name in STAGE_SETTINGS if name not in ("format", "play_off"))


class StageShape(Answer):
    """A part of an event with one format."""

    shows = StageFields

    id = Id()
    number = serializers.IntegerField(help_text="1, 2, ... in playing order.")
    format = serializers.ChoiceField(FORMATS)
    play_off = serializers.BooleanField(help_text=Stage.play_off.field.help_text)
    entrants = serializers.ListField(
        child=serializers.CharField(),
        allow_null=True,
        help_text=Stage.entrants.field.help_text,
    )
    cut_report = Object(allow_null=True, help_text=Stage.cut_report.field.help_text)
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


class NewPlayOff(Columns):
    """The length of a play-off."""

    row = Stage
    settings = ("deals_per_round",)


class StageEdit(StageFields):
    format = OneOf(FORMATS, required=False)


class Replay(Shape):
    """Why a stage is played again."""

    reason = Text(max_length=200, help_text="For the log.")
