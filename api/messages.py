"""What a webhook receives. These operations are yours: this server calls them."""

from __future__ import annotations

from typing import Any

from tournaments.programs.webhooks.deliveries import TEST
from tournaments.programs.webhooks.models import ChangeType

ID = {"type": "string", "description": "An opaque id."}
WHOLE = {"type": "integer", "minimum": 0}
FROM_1 = {"type": "integer", "minimum": 1}
EVENT, ROUND, TABLE, DEAL, OLD = (f"01980000-0000-7000-8000-{number:012}" for number in range(11, 16))
MOMENT = "2026-03-14T19:30:00.000000Z"

Part = tuple[dict[str, Any], Any]
"""What the document says of a key of the data, and its value in the example."""

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

OF_DEAL: dict[str, Part] = {
    "event": (ID, EVENT),
    "round": (ID, ROUND),
    "table": (ID, TABLE),
    "table_number": (FROM_1, 2),
    "deal": ({**ID, "description": "The id of this revision of the deal."}, DEAL),
    "number": ({**FROM_1, "description": "The number of the deal at its table."}, 3),
    "revision": (FROM_1, 1),
    "version": ({**WHOLE, "description": "The version of the event after this change. Higher is newer."}, 17),
}
OF_COUNT: dict[str, Part] = {
    **OF_DEAL,
    "number": (OF_DEAL["number"][0], 1),
    "deals": ({**FROM_1, "description": "The deals that the total stands for."}, 12),
}
OF_SEASON: dict[str, Part] = {"season": (ID, EVENT), "league": (ID, ROUND)}
CHANGED: dict[str, Part] = {"revision": (FROM_1, 2), "counts": ({"type": "boolean"}, False)}
LATER = {
    "type": "array",
    "items": {"type": "object", "required": ["deal", "replaces"], "properties": {"deal": ID, "replaces": ID}},
}
CLOSED_ROUND = {
    "type": ["integer", "null"],
    "description": "The standing is the one at the close of this round. Null: the present standing.",
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


def _hook(kind: str, summary: str, description: str, data: dict[str, Part]) -> dict[str, Any]:
    type_ = str(kind)
    schema = message(type_, {name: said for name, (said, _value) in data.items()})
    example = {name: value for name, (_said, value) in data.items()}
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
                    "schema": schema,
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
    return {type_: {"post": operation}}


ALL = {
    **_hook(
        ChangeType.ROUND_PUBLISHED,
        "A round was published",
        "Its tables and seats are now visible.",
        {"event": (ID, EVENT), "round": (ID, ROUND), "number": (FROM_1, 2)},
    ),
    **_hook(
        ChangeType.DEAL_RECORDED,
        "A deal was recorded",
        "GET the deal at `/tables/{table}/deals/{number}/`. The new standing follows in a separate message.",
        OF_DEAL,
    ),
    **_hook(
        ChangeType.DEAL_CORRECTED,
        "A deal was voided or corrected",
        "`counts` is false for a void. Later deals of the table get new revisions too (`later`).",
        {
            **OF_DEAL,
            **CHANGED,
            "replaces": ({**ID, "description": "The revision that counted before."}, OLD),
            "later": (LATER, []),
        },
    ),
    **_hook(
        ChangeType.COUNT_RECORDED,
        "The total of a table was recorded",
        "GET it at `/tables/{table}/count/`. The new standing follows in a separate message.",
        OF_COUNT,
    ),
    **_hook(
        ChangeType.COUNT_CORRECTED,
        "The total of a table was voided or corrected",
        "`counts` is false for a void: the table can then take deals, or another total. `later` is empty.",
        {**OF_COUNT, **CHANGED, "replaces": (ID, OLD), "later": ({"type": "array", "maxItems": 0}, [])},
    ),
    **_hook(
        ChangeType.STANDING_CHANGED,
        "Standings have changed",
        "GET `/events/{event}/standings/` for this version or a newer one.",
        {"event": (ID, EVENT), "version": (WHOLE, 17), "closed_round": (CLOSED_ROUND, None)},
    ),
    **_hook(
        ChangeType.EVENT_FINISHED,
        "An event is finished",
        "Its standings are final unless a director reopens it.",
        {"event": (ID, EVENT)},
    ),
    **_hook(
        ChangeType.SEASON_STANDING,
        "The table of a season has changed",
        "GET `/seasons/{season}/standings/` for this version or a newer one; with `since` it says who moved. "
        "Webhooks for all events of a club get it, in each club that takes part.",
        {**OF_SEASON, "version": (WHOLE, 17)},
    ),
    **_hook(
        ChangeType.SEASON_FINISHED,
        "A season is finished",
        "Its honours are frozen unless a director reopens it: GET `/seasons/{season}/honours/`.",
        OF_SEASON,
    ),
    **_hook(TEST, "A test", "An owner requested this test. It reports no change.", {"webhook": (ID, EVENT)}),
}
