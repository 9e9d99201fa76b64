"""An event's changes, as they happen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiResponse
from rest_framework.request import Request
from rest_framework.response import Response

from api.live import MEDIA_TYPE, Following, StreamResponse, body_of, frame, opening
from api.problems import Malformed
from api.resources import Resource
from api.rights import Right, key_of
from api.shapes.live import StreamQuery
from api.throttles import address_of
from tournaments.access import event_for_viewer
from tournaments.errors import NotFound
from tournaments.services.webhooks import feed

if TYPE_CHECKING:
    from tournaments.models import Event


EXAMPLE = """\
retry: 2000
id: 4711-12

id: 4712-12
event: deal.recorded
data: {"type":"deal.recorded","timestamp":"2026-03-06T19:42:07.512000Z","data":{\
"event":"0195a1b0-0000-7000-8000-000000000001","round":"0195a1b0-0000-7000-8000-000000000002",\
"table":"0195a1b0-0000-7000-8000-000000000003","table_number":1,\
"deal":"0195a1b0-0000-7000-8000-000000000004","number":3,"revision":1,"version":13}}

: still here

"""
"""What a stream looks like: a position to begin with, a change, a heartbeat."""


class EventStream(Resource["Event"]):
    rights = {"GET": Right.READ}
    queries = {"GET": StreamQuery}
    answers: ClassVar[Mapping[str, Mapping[Any, Any]]] = {
        "GET": {
            (200, MEDIA_TYPE): OpenApiResponse(
                OpenApiTypes.STR, "Events, as they happen.", examples=[OpenApiExample("a deal", EXAMPLE)]
            ),
            204: OpenApiResponse(None, "The event is over and all was told: do not come back."),
        }
    }

    def fetch(self, event: str) -> Event:
        return event_for_viewer(self.actor, event)

    def get(self, request: Request, **ids: Any) -> Any:
        """The event's changes, as they happen: Server-Sent Events.

        Each has an `id`, its type as `event`, and `data` as JSON: `type`, `timestamp` and `data`, the same
        that webhooks are told. Types: `round.published`, `deal.recorded`, `deal.corrected`,
        `standing.changed`, `event.finished`; more may come. A reader that went away sends the last `id` as
        `Last-Event-ID`, as browsers' `EventSource` does, and misses nothing and gets nothing twice. A comment
        comes every 15 seconds. The server closes a stream after some minutes, or when its reader is too slow:
        come back, from where you were. 204 says that the event is over: do not come back.

        To miss nothing, open the stream first and read the event's things then. Without streams, ask
        `/events/{event}/standings/` again and again with `If-None-Match`: 304 is cheap.
        """
        after = self._position()
        seen = feed.look(self.target.pk, after)
        if seen is None:
            raise NotFound("not_found", _("There is no such thing here, or it is not open to you."))
        if seen.is_over:
            return Response(status=204)
        content = [opening(after)]
        for change in seen.changes:
            after = change.position
            content.append(frame(after, body_of(change)))
        key = key_of(request)
        following = Following(
            event=self.target.pk,
            position=after,
            visibility=seen.visibility,
            holder=f"key {key.pk}" if key else f"address {address_of(request)}",
            key=key.pk if key else None,
        )
        return StreamResponse(b"".join(content), following)

    def _position(self) -> feed.Position:
        """What the client knows already: as its header says, or its query; else all that happened so far."""
        told = self.request.headers.get("Last-Event-ID") or self.query.get("last_event_id")
        if told is None:
            return feed.here(self.target)
        position = feed.Position.parse(told)
        if position is None:
            raise Malformed(
                "bad_event_id", _("Last-Event-ID is the id of an event that this stream sent, or 0.")
            )
        return feed.reached(self.target, position)
