"""What a webhook receives. These operations are yours: this server calls them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

MOMENT = "2026-03-14T19:30:00.000000Z"

HEADERS = {
    "webhook-id": "The id of the message, the same in each attempt. Use it to ignore repetitions.",
    "webhook-timestamp": "The time of this attempt, in seconds since 1970. Refuse old messages.",
    "webhook-signature": "`v1,BASE64` of HMAC-SHA256 over `id.timestamp.body`. Several signatures while "
    "secrets change.",
}


def all_messages() -> dict[str, Any]:
    """The messages for the OpenAPI document. A test compares real messages with these schemas."""
    texts = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8"))
    return {type_: {"post": _operation(type_, **about)} for type_, about in texts["messages"].items()}


def _operation(type_: str, summary: str, description: str, data: dict[str, dict[str, Any]]) -> dict[str, Any]:
    example = {name: part["example"] for name, part in data.items()}
    parts = {name: {key: part[key] for key in part if key != "example"} for name, part in data.items()}
    schema = {
        "type": "object",
        "required": ["type", "timestamp", "data"],
        "properties": {
            "type": {"const": type_},
            "timestamp": {"type": "string", "format": "date-time", "description": "The time of the change."},
            "data": {"type": "object", "required": list(parts), "properties": parts},
        },
    }
    whole = {"type": type_, "timestamp": MOMENT, "data": example}
    content = {"application/json": {"schema": schema, "examples": {type_: {"value": whole}}}}
    failed = "Failed. It is sent again after growing delays, not before `Retry-After`."
    return {
        "operationId": f"told_{type_.replace('.', '_')}",
        "summary": summary,
        "description": description,
        "tags": ["messages"],
        "parameters": [
            {
                "name": name,
                "in": "header",
                "required": True,
                "description": text,
                "schema": {"type": "string"},
            }
            for name, text in HEADERS.items()
        ],
        "requestBody": {"required": True, "content": content},
        "responses": {
            "2XX": {"description": "Accepted. The body is ignored."},
            "410": {"description": "Stop sending: the webhook is paused."},
            "default": {"description": failed},
        },
    }


ALL = all_messages()
