"""Log lines, as text or as JSON. A line that belongs to a request has its id.

A client can send the id as `X-Request-Id`; otherwise the server makes one. The response has the same header.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from uuid import uuid4

HEADER = b"x-request-id"
_VALID = re.compile(rb"[A-Za-z0-9._-]{1,64}")
_request_id: ContextVar[str] = ContextVar("request_id", default="")


def request_id_of(headers: list[tuple[bytes, bytes]]) -> str:
    """Return the id that the client has sent, or a new one if there is none or it has other characters."""
    values = [value for name, value in headers if name == HEADER]
    if len(values) == 1 and _VALID.fullmatch(values[0]):
        return values[0].decode()
    return uuid4().hex


def current_request_id() -> str:
    """Return the id of the present request; empty outside of requests."""
    return _request_id.get()


@contextmanager
def of_request(request_id: str) -> Iterator[None]:
    """Let the log lines of this block have this id."""
    token = _request_id.set(request_id)
    try:
        yield
    finally:
        _request_id.reset(token)


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
