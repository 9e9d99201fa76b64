"""Live standings, on a page and on the projector.

The page is complete without JavaScript. Its table is a fragment that polls with the version that it shows.
The answer is 204 if nothing has changed, else the fragment. For a public event a poll does not read the user,
so it costs two queries.
"""

from __future__ import annotations

from math import ceil

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.utils.http import parse_etags
from django.utils.translation import gettext as _

from tournaments.access import event_for_viewer
from tournaments.errors import NotFound
from tournaments.models import Event
from tournaments.sentences.ranking import StandingTable, may_change, newest_table, table_of
from tournaments.services.draw.tables import closed_rounds, public_rounds
from tournaments.services.standings.standings import newest_standing_version, standing_after
from tournaments.views.common import actor_of, page, show
from tournaments.views.frames import event_frame, rehearsal_with

LINES_ON_PROJECTOR = 20
"""The projector shows so many lines at a time."""


@page
def standings(request: HttpRequest, ref: str) -> HttpResponse:
    """The newest standing, or the one at the close of a round (``?round=2``)."""
    event = event_for_viewer(actor_of(request), ref)
    after = request.GET.get("round", "")
    if after:
        kept = standing_after(event, int(after)) if after.isdecimal() and len(after) < 5 else None
        if kept is None:
            raise NotFound(
                "no_such_standing", _("There are no standings after this round, because it is not closed.")
            )
        table = table_of(event, kept)
    else:
        table = newest_table(event)
    return show(
        request,
        "public/standings.html",
        event_frame(request, event, "standings")
        | {
            "standing": table,
            "after": int(after) if after else 0,
            "closed": closed_rounds(event),
            "renews": table.renews and not after,
        },
    )


@page
def standings_renew(request: HttpRequest, ref: str) -> HttpResponse:
    """The table of the standings again, or 204 if ``?version=`` is the newest."""
    event = event_for_viewer(actor_of(request), ref)
    version = newest_standing_version(event)
    if (unchanged := _nothing_new(request, event, version)) is not None:
        return unchanged
    table = newest_table(event)
    return _tagged(
        show(
            request,
            "public/standings_table.html",
            {"event": event, "standing": table, "renews": table.renews},
        ),
        table,
    )


@page
def projector(request: HttpRequest, ref: str) -> HttpResponse:
    """The standings in large type for a projector, in pages."""
    event = event_for_viewer(actor_of(request), ref)
    return show(
        request,
        "public/projector.html",
        {"event": event, "rehearsal": rehearsal_with(event)} | _wall(event, request.GET.get("from", "")),
    )


@page
def projector_renew(request: HttpRequest, ref: str) -> HttpResponse:
    """The next page for the projector. With one page only: 204 if nothing has changed."""
    event = event_for_viewer(actor_of(request), ref)
    if request.GET.get("from", "0") == "0":
        version = newest_standing_version(event)
        if (unchanged := _nothing_new(request, event, version)) is not None:
            return unchanged
    return show(
        request, "public/projector_wall.html", {"event": event} | _wall(event, request.GET.get("from", ""))
    )


def _nothing_new(request: HttpRequest, event: Event, version: int | None) -> HttpResponse | None:
    """Return 204 for a page that shows this version, 304 for a client that sends its ETag, else None."""
    if version is None:
        return HttpResponse(status=204)
    if f'"{version}"' in parse_etags(request.headers.get("If-None-Match", "")):
        return HttpResponse(status=304)
    if request.GET.get("version") == str(version) and may_change(event, version):
        return HttpResponse(status=204)
    return None


def _tagged(response: HttpResponse, table: StandingTable) -> HttpResponse:
    response["ETag"] = f'"{table.version}"'
    patch_cache_control(response, no_cache=True)
    return response


def _wall(event: Event, start: str) -> dict[str, object]:
    table = newest_table(event)
    walls = max(ceil(len(table.lines) / LINES_ON_PROJECTOR), 1)
    first = int(start) if start.isdecimal() and len(start) < 6 else 0
    first = first // LINES_ON_PROJECTOR * LINES_ON_PROJECTOR if first < len(table.lines) else 0
    lines = table.lines[first : first + LINES_ON_PROJECTOR]
    half = ceil(len(lines) / 2) if len(lines) > 8 else len(lines)
    return {
        "standing": table,
        "halves": [half_lines for half_lines in (lines[:half], lines[half:]) if half_lines],
        "wall": first // LINES_ON_PROJECTOR + 1,
        "walls": walls,
        "next": (first + LINES_ON_PROJECTOR) if first + LINES_ON_PROJECTOR < len(table.lines) else 0,
        "round": public_rounds(event).first(),
        "renews": table.renews or walls > 1,
    }
