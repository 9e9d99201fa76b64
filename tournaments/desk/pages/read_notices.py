"""The announcement and the clock again, for pages that are open: 204 if nothing has changed.

A browser counts the clock down by itself. It asks so that it learns of a pause or a new announcement, and
reads the time of the server from the answer.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse

from tournaments.core.pages.common import actor_of, page, show
from tournaments.events.access import event_for_viewer
from tournaments.events.models.events import Event
from tournaments.events.pages.kept import kept, stamped
from tournaments.events.words.notices import Notices, notices_of
from tournaments.play.pages.phones import actor_at
from tournaments.tables.access import table_for_viewer


@page
@kept()
def event_notices(request: HttpRequest, ref: str) -> HttpResponse:
    """The notices of an event."""
    event = event_for_viewer(actor_of(request), ref)
    return _renewed(request, event, notices_of(event), {})


@page
@kept()
def table_notices(request: HttpRequest, table_id: str) -> HttpResponse:
    """The notices of an event, with the time of one table, for everybody who sees that table."""
    table = table_for_viewer(actor_at(request, table_id), table_id)
    event = table.round.event
    return _renewed(request, event, notices_of(event, table.extra_seconds), {"table": table})


def _renewed(request: HttpRequest, event: Event, notices: Notices, about: dict[str, Any]) -> HttpResponse:
    if request.GET.get("version") == notices.stamp:
        return HttpResponse(status=204)
    context = {"event": event, "notices": notices} | about
    return stamped(show(request, "desk/notices.html", context), notices.stamp)
