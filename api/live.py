"""The changes of an event as they happen, as Server-Sent Events.

The view sends all changes after the cursor of the client, and describes the subscriber (`Following`). A
server that can keep streams open without threads (`pochleague.live`) then sends new changes. Any other server
ends the response, and the client reconnects after `retry` from its cursor.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC
from typing import TYPE_CHECKING, Any, ClassVar
from uuid import UUID

from django.http import HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse
from rest_framework.response import Response

from api import fields
from api.methods import Show, through
from api.problems import Malformed
from api.resources import Resource
from api.rights import Right, key_of
from api.shapes import Query
from api.throttles import address_of
from tournaments.clubs.access import not_found
from tournaments.events.access import event_for_viewer
from tournaments.programs.webhooks import feed
from tournaments.programs.webhooks.feed import Change, Cursor, FeedPage
from tournaments.seasons.access import season_for_viewer

if TYPE_CHECKING:
    from tournaments.events.models.events import Event
    from tournaments.seasons.models import Season


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


# ---- The query of a stream.


class StreamQuery(Query):
    last_event_id = fields.Str(
        "The `id` of the last change that you received. `0`: from the beginning of the event. Default: "
        "from now on. The header `Last-Event-ID`, which browsers send, takes precedence.",
        max_length=40,
    )


# ---- The changes of an event or a season, as they happen.


class Stream(Resource):
    """The changes of a target, with a cursor."""

    read: ClassVar[Any]
    """The `Reader` of its changes."""

    def show(self) -> Any:
        """Return the changes so far, and say how to go on."""
        target: Any = self.target
        after = self._cursor(target)
        read = type(self).read
        seen = read(target.pk, after)
        if seen is None:
            raise not_found()
        if seen.is_over:
            return Response(status=204)
        content = [opening(after)]
        for change in seen.changes:
            after = change.cursor
            content.append(frame(after, body_of(change)))
        key = key_of(self.request)
        following = Following(
            source=target.pk,
            cursor=after,
            visibility=seen.visibility,
            holder=f"key {key.pk}" if key else f"address {address_of(self.request)}",
            key=key.pk if key else None,
            read=read,
        )
        return StreamResponse(b"".join(content), following)

    def _cursor(self, target: Event | Season) -> Cursor:
        """Return the cursor in the header or the query; without one, the present cursor."""
        text = self.request.headers.get("Last-Event-ID") or self.query.get("last_event_id")
        if text is None:
            return feed.newest_cursor(target)
        cursor = Cursor.parse(text)
        if cursor is None:
            raise Malformed("bad_event_id", _("Last-Event-ID must be an id that this stream has sent, or 0."))
        return feed.valid_cursor(target, cursor)


class EventStream(Stream, path="events/<slug:event>/stream/"):
    """Follow the changes of an event as they happen (Server-Sent Events).

    Each change has an `id`, its type as `event`, and JSON in `data`: the same `type`, `timestamp` and
    `data` as in a webhook message. The types are `round.published`, `deal.recorded`, `deal.corrected`,
    `standing.changed` and `event.finished`; new types may be added. After an interruption, send the last
    `id` as `Last-Event-ID` (the `EventSource` of browsers does this). You then miss no change and get
    none twice. A comment is sent every 15 seconds. The server closes a stream after some minutes, and
    earlier if the client reads too slowly: then reconnect. 204 means that the event is over: do not
    reconnect.

    To miss nothing, open the stream first, and then read the rounds, tables and standings. A simple
    alternative is polling `/events/{event}/standings/` with `If-None-Match`: 304 is cheap.
    """

    fetch = through(event_for_viewer)
    read = staticmethod(feed.read)
    get = Show(
        Right.READ,
        query=StreamQuery,
        answers={
            (200, MEDIA_TYPE): OpenApiResponse(OpenApiTypes.STR, "Events, as they happen."),
            204: OpenApiResponse(None, "The event is over and all changes were sent. Do not reconnect."),
        },
    )


class SeasonStream(Stream, path="seasons/<slug:season>/stream/"):
    """Follow the tables and the end of a season as they happen (Server-Sent Events).

    It works as the stream of an event. The types are `season.standing` and `season.finished`; new types
    may be added. The stream of a finished season goes on, because a corrected deal can still move its
    table.
    """

    fetch = through(season_for_viewer)
    read = staticmethod(feed.read_season)
    answers = {(200, MEDIA_TYPE): OpenApiResponse(OpenApiTypes.STR, "Changes, as they happen.")}
    get = Show(Right.READ, query=StreamQuery, answers=answers)
