"""The interchange formats as JSON schemas, for the OpenAPI document; the engine judges what they say."""

from __future__ import annotations

from typing import Any

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


FROM_THE_TABLE = {
    "rules": {"type": "object", "description": "A preset with overrides, or every switch."},
    "dealer": SEAT,
    "chips": BY_SEAT,
    "pools": BY_POOL,
}
"""What the service fills in over REST; if stated, it must agree with the table (409)."""

DEAL = {
    "description": "A poch-deal/1: a deal, card by card. Either `hands` and `upcard`, or `deck`.",
    **_object(
        {
            "format": {"type": "string", "enum": ["poch-deal/1"]},
            "actions": {
                "type": "array",
                "items": {"type": "string"},
                "description": "`SEAT VERB [ARG]`: pass, bet N, call, raise N, show, play CARD.",
            },
        },
        {
            **FROM_THE_TABLE,
            "hands": {"type": "array", "items": CARDS},
            "upcard": CARD,
            "deck": CARDS,
        },
    ),
}

SCORECARD = {
    "description": "A poch-scorecard/1: a deal as a scorer at a real table sees it.",
    **_object(
        {
            "format": {"type": "string", "enum": ["poch-scorecard/1"]},
            "upcard": CARD,
            "melds": {
                "type": "object",
                "additionalProperties": {"type": ["integer", "null"], "minimum": 0, "maximum": 9},
                "description": "Who took each pool: a seat, or null for nobody.",
            },
            "stakes": BY_SEAT,
            "passed": SEATS,
            "shown": {"type": "object", "additionalProperties": CARDS},
            "left": {"type": "array", "items": {"type": "integer", "minimum": 0}},
        },
        {
            **FROM_THE_TABLE,
            "stops": SEATS,
        },
    ),
}

DOCUMENT = {
    "oneOf": [{"$ref": "#/components/schemas/PochDeal"}, {"$ref": "#/components/schemas/PochScorecard"}],
    "discriminator": {
        "propertyName": "format",
        "mapping": {
            "poch-deal/1": "#/components/schemas/PochDeal",
            "poch-scorecard/1": "#/components/schemas/PochScorecard",
        },
    },
}
RESULT = {"$ref": "#/components/schemas/PochResult"}

_RESULT = {
    "description": "A poch-result/1: what the engine makes of a deal, every chip accounted for.",
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

COMPONENTS = {"PochDeal": DEAL, "PochScorecard": SCORECARD, "PochResult": _RESULT}
"""What the two above refer to: a client that is generated gets one class of each format."""
