"""The messages to webhooks, for the OpenAPI document. A test compares real messages with these schemas."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiWebhook

from tournaments.programs.webhooks.deliveries import TEST
from tournaments.programs.webhooks.models import ChangeType

ID = {"type": "string", "description": "An opaque id."}
WHOLE = {"type": "integer", "minimum": 0}
EVENT, ROUND, TABLE, DEAL, OLD = (f"01980000-0000-7000-8000-{number:012}" for number in range(11, 16))
MOMENT = "2026-03-14T19:30:00.000000Z"

HEADERS: list[dict[str, Any]] = [
    {"name": name, "in": "header", "required": True, "description": description, "schema": {"type": "string"}}
    for name, description in (
        ("webhook-id", "The id of the message, the same in each attempt. Use it to ignore repetitions."),
        ("webhook-timestamp", "The time of this attempt, in seconds since 1970. Refuse old messages."),
        (
            "webhook-signature",
            "`v1,BASE64` of HMAC-SHA256 over `id.timestamp.body`. Several signatures while secrets change.",
        ),
    )
]

_DEAL = {
    "event": ID,
    "round": ID,
    "table": ID,
    "table_number": {**WHOLE, "minimum": 1},
    "deal": {**ID, "description": "The id of this revision of the deal."},
    "number": {**WHOLE, "minimum": 1, "description": "The number of the deal at its table."},
    "revision": {**WHOLE, "minimum": 1},
    "version": {**WHOLE, "description": "The version of the event after this change. Higher is newer."},
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
    """Return the schema of a message of this type. All properties of its data are required."""
    return {
        "type": "object",
        "required": ["type", "timestamp", "data"],
        "properties": {
            "type": {"const": type_},
            "timestamp": {"type": "string", "format": "date-time", "description": "The time of the change."},
            "data": {"type": "object", "required": list(data), "properties": data},
        },
    }


def _hook(
    kind: str, summary: str, description: str, data: dict[str, Any], example: dict[str, Any]
) -> OpenApiWebhook:
    type_ = str(kind)
    operation = {
        "operationId": f"told_{type_.replace('.', '_')}",
        "summary": summary,
        "description": description,
        "tags": ["messages"],
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
            "2XX": {"description": "Accepted. The body is ignored."},
            "410": {"description": "Stop sending: the webhook is paused."},
            "default": {
                "description": "Failed. It is sent again after growing delays, not before `Retry-After`."
            },
        },
    }
    return OpenApiWebhook(type_, {"post": operation})


ROUND_WAS_PUBLISHED = _hook(
    ChangeType.ROUND_PUBLISHED,
    "A round was published",
    "Its tables and seats are now visible.",
    {"event": ID, "round": ID, "number": {**WHOLE, "minimum": 1}},
    {"event": EVENT, "round": ROUND, "number": 2},
)
DEAL_WAS_RECORDED = _hook(
    ChangeType.DEAL_RECORDED,
    "A deal was recorded",
    "GET the deal at `/tables/{table}/deals/{number}/`. The new standing follows in a separate message.",
    _DEAL,
    _DEAL_EXAMPLE,
)
DEAL_WAS_CORRECTED = _hook(
    ChangeType.DEAL_CORRECTED,
    "A deal was voided or corrected",
    "`counts` is false for a void. Later deals of the table get new revisions too (`later`).",
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
_COUNT = {**_DEAL, "deals": {**WHOLE, "minimum": 1, "description": "The deals that the total stands for."}}
_COUNT_EXAMPLE = {**_DEAL_EXAMPLE, "number": 1, "deals": 12}
COUNT_WAS_RECORDED = _hook(
    ChangeType.COUNT_RECORDED,
    "The total of a table was recorded",
    "GET it at `/tables/{table}/count/`. The new standing follows in a separate message.",
    _COUNT,
    _COUNT_EXAMPLE,
)
COUNT_WAS_CORRECTED = _hook(
    ChangeType.COUNT_CORRECTED,
    "The total of a table was voided or corrected",
    "`counts` is false for a void: the table can then take deals, or another total. `later` is empty.",
    {**_COUNT, "counts": {"type": "boolean"}, "replaces": ID, "later": {"type": "array", "maxItems": 0}},
    {**_COUNT_EXAMPLE, "revision": 2, "counts": False, "replaces": OLD, "later": []},
)
STANDING_HAS_CHANGED = _hook(
    ChangeType.STANDING_CHANGED,
    "Standings have changed",
    "GET `/events/{event}/standings/` for this version or a newer one.",
    {
        "event": ID,
        "version": WHOLE,
        "closed_round": {
            "type": ["integer", "null"],
            "description": "The standing is the one at the close of this round. Null: the present standing.",
        },
    },
    {"event": EVENT, "version": 17, "closed_round": None},
)
EVENT_IS_FINISHED = _hook(
    ChangeType.EVENT_FINISHED,
    "An event is finished",
    "Its standings are final unless a director reopens it.",
    {"event": ID},
    {"event": EVENT},
)
_SEASON = {"season": ID, "league": ID}
_SEASON_EXAMPLE = {"season": EVENT, "league": ROUND}
SEASON_STANDING_HAS_CHANGED = _hook(
    ChangeType.SEASON_STANDING,
    "The table of a season has changed",
    "GET `/seasons/{season}/standings/` for this version or a newer one; with `since` it says who moved. "
    "Webhooks for all events of a club get it, in each club that takes part.",
    {**_SEASON, "version": WHOLE},
    {**_SEASON_EXAMPLE, "version": 17},
)
SEASON_IS_FINISHED = _hook(
    ChangeType.SEASON_FINISHED,
    "A season is finished",
    "Its honours are frozen unless a director reopens it: GET `/seasons/{season}/honours/`.",
    _SEASON,
    _SEASON_EXAMPLE,
)
TEST_MESSAGE = _hook(
    TEST, "A test", "An owner requested this test. It reports no change.", {"webhook": ID}, {"webhook": EVENT}
)

ALL = [
    ROUND_WAS_PUBLISHED,
    DEAL_WAS_RECORDED,
    DEAL_WAS_CORRECTED,
    COUNT_WAS_RECORDED,
    COUNT_WAS_CORRECTED,
    STANDING_HAS_CHANGED,
    EVENT_IS_FINISHED,
    SEASON_STANDING_HAS_CHANGED,
    SEASON_IS_FINISHED,
    TEST_MESSAGE,
]
