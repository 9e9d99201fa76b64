"""What webhooks are sent, for the OpenAPI document (3.1): the messages, with an example of each.

A test holds real messages against these schemas.
"""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiWebhook

from tournaments.services.webhooks.deliveries import TEST
from tournaments.services.webhooks.feed import (
    DEAL_CORRECTED,
    DEAL_RECORDED,
    EVENT_FINISHED,
    ROUND_PUBLISHED,
    STANDING_CHANGED,
)

ID = {"type": "string", "description": "An opaque id."}
WHOLE = {"type": "integer", "minimum": 0}
EVENT, ROUND, TABLE, DEAL, OLD = (f"01980000-0000-7000-8000-{number:012}" for number in range(11, 16))
MOMENT = "2026-03-14T19:30:00.000000Z"

HEADERS: list[dict[str, Any]] = [
    {
        "name": name,
        "in": "header",
        "required": True,
        "description": description,
        "schema": {"type": "string"},
    }
    for name, description in (
        ("webhook-id", "The message's id, the same at every attempt: whoever has seen it has been told."),
        ("webhook-timestamp", "When this attempt was made, in seconds since 1970. Refuse old ones."),
        (
            "webhook-signature",
            "`v1,BASE64` of HMAC-SHA256 over `id.timestamp.body`; up to three while secrets change.",
        ),
    )
]

_DEAL = {
    "event": ID,
    "round": ID,
    "table": ID,
    "table_number": {**WHOLE, "minimum": 1},
    "deal": {**ID, "description": "The id of this revision of the deal."},
    "number": {**WHOLE, "minimum": 1, "description": "The deal's number at its table."},
    "revision": {**WHOLE, "minimum": 1},
    "version": {**WHOLE, "description": "The event's version that this made: what is higher is newer."},
}
_DEAL_EXAMPLE = {
    "event": EVENT,
    "round": ROUND,
    "table": TABLE,
    "table_number": 2,
    "deal": DEAL,
    "number": 3,
    "revision": 1,
    "version": 17,
}


def message(type_: str, data: dict[str, Any]) -> dict[str, Any]:
    """The schema of a message of this type, whose data has these properties, all of them."""
    return {
        "type": "object",
        "required": ["type", "timestamp", "data"],
        "properties": {
            "type": {"const": type_},
            "timestamp": {"type": "string", "format": "date-time", "description": "When it happened; UTC."},
            "data": {"type": "object", "required": list(data), "properties": data},
        },
    }


def _hook(
    type_: str, summary: str, description: str, data: dict[str, Any], example: dict[str, Any]
) -> OpenApiWebhook:
    operation = {
        "operationId": f"told_{type_.replace('.', '_')}",
        "summary": summary,
        "description": description,
        "tags": ["webhooks"],
        "parameters": HEADERS,
        "requestBody": {
            "required": True,
            "content": {
                "application/json": {
                    "schema": message(type_, data),
                    "examples": {type_: {"value": {"type": type_, "timestamp": MOMENT, "data": example}}},
                }
            },
        },
        "responses": {
            "2XX": {"description": "Taken. The body is not looked at."},
            "410": {"description": "Nothing more is wanted: the webhook is paused."},
            "default": {
                "description": "Not taken: it is sent again, later each time, and not before `Retry-After`."
            },
        },
    }
    return OpenApiWebhook(type_, {"post": operation})


ROUND_WAS_PUBLISHED = _hook(
    ROUND_PUBLISHED,
    "A round was published",
    "Its tables and seats can be looked up from now on.",
    {"event": ID, "round": ID, "number": {**WHOLE, "minimum": 1}},
    {"event": EVENT, "round": ROUND, "number": 2},
)
DEAL_WAS_RECORDED = _hook(
    DEAL_RECORDED,
    "A deal was recorded",
    "The deal itself is at `/tables/{table}/deals/{number}/`. The standing follows in a message of its own.",
    _DEAL,
    _DEAL_EXAMPLE,
)
DEAL_WAS_CORRECTED = _hook(
    DEAL_CORRECTED,
    "A deal was voided or corrected",
    "`counts` is false for a void. What came after a corrected deal at its table has new revisions too.",
    {
        **_DEAL,
        "counts": {"type": "boolean"},
        "replaces": {**ID, "description": "The revision that counted before."},
        "later": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["deal", "replaces"],
                "properties": {"deal": ID, "replaces": ID},
            },
        },
    },
    {**_DEAL_EXAMPLE, "revision": 2, "counts": False, "replaces": OLD, "later": []},
)
STANDING_HAS_CHANGED = _hook(
    STANDING_CHANGED,
    "Standings have changed",
    "They are at `/events/{event}/standings/`, of this version or a newer one.",
    {
        "event": ID,
        "version": WHOLE,
        "closed_round": {
            "type": ["integer", "null"],
            "description": "The number of the round at whose close this is the standing.",
        },
    },
    {"event": EVENT, "version": 17, "closed_round": None},
)
EVENT_IS_FINISHED = _hook(
    EVENT_FINISHED,
    "An event is finished",
    "Its standings are final, unless it is reopened.",
    {"event": ID},
    {"event": EVENT},
)
TEST_MESSAGE = _hook(
    TEST,
    "A test",
    "Sent when an owner asks for it; it tells of nothing.",
    {"webhook": ID},
    {"webhook": EVENT},
)

ALL = [
    ROUND_WAS_PUBLISHED,
    DEAL_WAS_RECORDED,
    DEAL_WAS_CORRECTED,
    STANDING_HAS_CHANGED,
    EVENT_IS_FINISHED,
    TEST_MESSAGE,
]
