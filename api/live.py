"""The changes of an event or a season as Server-Sent Events.

The view sends all changes after the cursor of the client, and describes the subscriber (`Following`). A
server that can keep streams open without threads (`pochleague.live`) then sends new changes. Any other server
ends the response, and the client reconnects after `retry` from its cursor.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC
from uuid import UUID

from django.http import HttpResponse

from tournaments.programs.webhooks import feed
from tournaments.programs.webhooks.feed import Change, Cursor, FeedPage

MEDIA_TYPE = "text/event-stream"

RETRY = 2000
"""Milliseconds after which a client reconnects."""

HEARTBEAT = b": still here\n\n"
"""A comment. It keeps proxies from closing a quiet stream, and detects clients that have gone."""


Reader = Callable[[UUID, Cursor], FeedPage | None]
"""Reads the changes of an event or season after a cursor."""


@dataclass(frozen=True)
class Following:
    """A subscriber of the changes of an event or a season."""

    source: UUID
    """The event or season."""
    cursor: Cursor
    """The subscriber has all changes up to here."""
    visibility: str
    """The visibility of the source when the stream was opened."""
    holder: str
    """The key or address that the stream counts for."""
    key: UUID | None = None
    """The key of the request. The stream ends when the key ends."""
    read: Reader = feed.read


class StreamResponse(HttpResponse):
    """The changes so far. `following` describes how to continue."""

    def __init__(self, content: bytes, following: Following) -> None:
        super().__init__(content, content_type=MEDIA_TYPE)
        self.following = following
        # nginx must not buffer this response.
        self["X-Accel-Buffering"] = "no"


def opening(cursor: Cursor) -> bytes:
    """Return the beginning of a stream: the reconnection time and the first cursor."""
    return f"retry: {RETRY}\nid: {cursor}\n\n".encode()


def body_of(change: Change) -> bytes:
    """Return a change in the format of the stream, without its id."""
    message = {
        "type": change.type,
        "timestamp": change.at.astimezone(UTC).isoformat().replace("+00:00", "Z"),
        "data": change.data,
    }
    return f"event: {change.type}\ndata: {json.dumps(message, separators=(',', ':'))}\n\n".encode()


def frame(cursor: Cursor, body: bytes) -> bytes:
    """Return a change in the format of the stream. Its id is the cursor after it."""
    return b"id: %s\n%s" % (str(cursor).encode(), body)
