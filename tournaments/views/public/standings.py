"""Standings that renew themselves, on a page and on the projector.

The page is complete without JavaScript. Its table is a fragment that asks again with the version it shows:
204 while nothing is new, else the fragment. A renewal never asks who looks at a public event, so it costs two
queries.
"""

from __future__ import annotations

from math import ceil

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.utils.http import parse_etags
from django.utils.translation import gettext as _

from tournaments.access import event_for_viewer
from tournaments.errors import NotFound
from tournaments.models import Event, Round, RoundStatus
from tournaments.sentences.ranking import StandingTable, may_change, newest_table, table_of
from tournaments.services.standings.standings import newest_standing_version, standing_after
from tournaments.views.common import actor_of, page, show
from tournaments.views.frames import event_frame, rehearsal_with

ON_A_WALL = 20
"""Lines that the projector shows at a time."""


@page
def standings(request: HttpRequest, ref: str) -> HttpResponse:
    """The newest standing, or that after a round (``?round=2``)."""
    event = event_for_viewer(actor_of(request), ref)
    after = request.GET.get("round", "")
    closed = list(
        Round.objects.filter(event=event, status=RoundStatus.CLOSED)
        .order_by("number")
        .values_list("number", flat=True)
    )
    if after:
        kept = standing_after(event, int(after)) if after.isdecimal() and len(after) < 5 else None
        if kept is None:
            raise NotFound("no_such_standing", _("No standing was kept after this round: it was not closed."))
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
            "closed": closed,
            "renews": table.renews and not after,
        },
    )


@page
def standings_renew(request: HttpRequest, ref: str) -> HttpResponse:
    """The standings' table again, or 204 when ``?version=`` is the newest."""
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
    """The standings in giant type for a wall, so many lines at a time."""
    event = event_for_viewer(actor_of(request), ref)
    return show(
        request,
        "public/projector.html",
        {"event": event, "rehearsal": rehearsal_with(event)} | _wall(event, request.GET.get("from", "")),
    )


@page
def projector_renew(request: HttpRequest, ref: str) -> HttpResponse:
    """The next lines for the wall; with all lines on one wall, 204 while nothing is new."""
    event = event_for_viewer(actor_of(request), ref)
    if request.GET.get("from", "0") == "0":
        version = newest_standing_version(event)
        if (unchanged := _nothing_new(request, event, version)) is not None:
            return unchanged
    return show(
        request, "public/projector_wall.html", {"event": event} | _wall(event, request.GET.get("from", ""))
    )


def _nothing_new(request: HttpRequest, event: Event, version: int | None) -> HttpResponse | None:
    """204 for a page that shows this version and will go on asking, 304 for a client that sends its ETag."""
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
    walls = max(ceil(len(table.lines) / ON_A_WALL), 1)
    first = int(start) if start.isdecimal() and len(start) < 6 else 0
    first = first // ON_A_WALL * ON_A_WALL if first < len(table.lines) else 0
    lines = table.lines[first : first + ON_A_WALL]
    half = ceil(len(lines) / 2) if len(lines) > 8 else len(lines)
    newest = Round.objects.filter(event=event).exclude(status=RoundStatus.DRAWN).order_by("-number").first()
    return {
        "standing": table,
        "halves": [half_lines for half_lines in (lines[:half], lines[half:]) if half_lines],
        "wall": first // ON_A_WALL + 1,
        "walls": walls,
        "next": (first + ON_A_WALL) if first + ON_A_WALL < len(table.lines) else 0,
        "round": newest,
        "renews": table.renews or walls > 1,
    }
