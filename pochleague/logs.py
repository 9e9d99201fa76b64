"""Log lines, as text or as JSON. A line that belongs to a request, or to a task of it, has its id.

A client can send the id as `X-Request-Id`; otherwise the server makes one. The response has the same header.
Django logs the address of each refused request. The addresses of invitations and password resets are secrets,
so lines do not contain them.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Collection, Mapping
from datetime import UTC, datetime
from uuid import uuid4

from tournaments.core.requests import current_request_id

HEADER = b"x-request-id"
_VALID = re.compile(rb"[A-Za-z0-9._-]{1,64}")

_SECRET_ADDRESS = re.compile(
    r"(/join/|/my-player/|/reply/|/practice/|/here/|/password/[^/\s]{1,100}/)[^/\s]+"
)


def without_secrets(text: str) -> str:
    """Replace the secret in an address, such as that of an invitation, a reply or a practice."""
    return _SECRET_ADDRESS.sub(r"\1(hidden)", text)


def request_id_of(headers: list[tuple[bytes, bytes]]) -> str:
    """Return the id that the client has sent, or a new one if there is none or it has other characters."""
    values = [value for name, value in headers if name == HEADER]
    if len(values) == 1 and _VALID.fullmatch(values[0]):
        return values[0].decode()
    return uuid4().hex


class LineFormatter(logging.Formatter):
    """One line for each message, with the id of its request at the end."""

    def format(self, record: logging.LogRecord) -> str:
        text = without_secrets(super().format(record))
        request_id = current_request_id()
        return f"{text} [request {request_id}]" if request_id else text


class JsonFormatter(logging.Formatter):
    """One JSON object for each message, on one line."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname,
            "logger": record.name,
            "message": without_secrets(record.getMessage()),
        }
        if request_id := current_request_id():
            line["request_id"] = request_id
        if record.exc_info:
            line["exception"] = without_secrets(self.formatException(record.exc_info))
        return json.dumps(line)


class NoRoutine(logging.Filter):
    """Leave out the lines of Celery about a periodic task that is sent, received or done.

    They would fill the log of an idle service. Failures are no routine: their level is higher than INFO. With
    the level DEBUG all lines are there.
    """

    def __init__(self, tasks: Collection[str]) -> None:
        super().__init__()
        self._tasks = frozenset(tasks)

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno > logging.INFO or not record.name.startswith("celery."):
            return True
        if logging.getLogger().isEnabledFor(logging.DEBUG):
            return True
        # Celery names the task in an argument of the message.
        values = record.args.values() if isinstance(record.args, Mapping) else record.args or ()
        return not any(isinstance(value, str) and value in self._tasks for value in values)
