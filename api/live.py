"""An event's changes as Server-Sent Events: how a change looks on the wire, and who follows what.

The view tells what has happened since the position that the client names, and says with the answer whom to
tell what happens next (`Following`). A server that can keep a stream open without a thread goes on from there
(`pochleague.live`); any other ends the answer, and the client comes back after `retry`, from where it was.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC
from uuid import UUID

from django.http import HttpResponse

from tournaments.services.webhooks.feed import Change, Position

MEDIA_TYPE = "text/event-stream"

RETRY = 2000
"""Milliseconds after which a client that lost its stream comes back."""

HEARTBEAT = b": still here\n\n"
"""A comment: it keeps proxies from closing a quiet stream, and finds out who has gone."""


@dataclass(frozen=True)
class Following:
    """Somebody who wants to be told what happens in an event."""

    event: UUID
    position: Position
    """What they know already."""
    visibility: str
    """Who might follow the event when they were let in."""
    holder: str
    """Whose stream it is: a key's, or an address's."""
    key: UUID | None = None
    """The key that they came with, if they did: without it there is no stream any more."""


class StreamResponse(HttpResponse):
    """What has happened so far; `following` goes on from there."""

    def __init__(self, content: bytes, following: Following) -> None:
        super().__init__(content, content_type=MEDIA_TYPE)
        self.following = following
        # Proxies that collect answers (nginx) must not collect this one.
        self["X-Accel-Buffering"] = "no"


def opening(position: Position) -> bytes:
    """The first words of a stream: when to come back, and from where if nothing happens until then."""
    return f"retry: {RETRY}\nid: {position}\n\n".encode()


def body_of(change: Change) -> bytes:
    """All of an event on the wire but its id, which is the reader's position after it."""
    told = {
        "type": change.type,
        "timestamp": change.at.astimezone(UTC).isoformat().replace("+00:00", "Z"),
        "data": change.data,
    }
    return f"event: {change.type}\ndata: {json.dumps(told, separators=(',', ':'))}\n\n".encode()


def frame(position: Position, body: bytes) -> bytes:
    """An event on the wire."""
    return b"id: %s\n%s" % (str(position).encode(), body)
