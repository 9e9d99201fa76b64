"""Log lines, as text or as JSON. A line that belongs to a request, or to a task of it, has its id.

A client can send the id as `X-Request-Id`; otherwise the server makes one. The response has the same header.
"""

from __future__ import annotations

import json
import logging
import re
from datetime import UTC, datetime
from uuid import uuid4

from tournaments.kernel.request_ids import current_request_id

HEADER = b"x-request-id"
_VALID = re.compile(rb"[A-Za-z0-9._-]{1,64}")


def request_id_of(headers: list[tuple[bytes, bytes]]) -> str:
    """Return the id that the client has sent, or a new one if there is none or it has other characters."""
    values = [value for name, value in headers if name == HEADER]
    if len(values) == 1 and _VALID.fullmatch(values[0]):
        return values[0].decode()
    return uuid4().hex


class LineFormatter(logging.Formatter):
    """One line for each message, with the id of its request at the end."""

    def format(self, record: logging.LogRecord) -> str:
        text = super().format(record)
        request_id = current_request_id()
        return f"{text} [request {request_id}]" if request_id else text


class JsonFormatter(logging.Formatter):
    """One JSON object for each message, on one line."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if request_id := current_request_id():
            line["request_id"] = request_id
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line)
