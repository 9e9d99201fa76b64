"""Live standings, on a page and on the projector.

The page is complete without JavaScript. Its table is a fragment that polls with the version that it shows.
The answer is 204 if nothing has changed, else the fragment. A poll of a stranger costs no query
(`views.kept`). For a public event a poll does not read the user, so it costs a member two queries.
"""

from __future__ import annotations

from math import ceil
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _

from tournaments.access import event_for_viewer
from tournaments.errors import NotFound
from tournaments.models import Event
from tournaments.sentences.ranking import StandingTable, may_change, newest_table, table_of
from tournaments.services.draw.tables import closed_rounds, public_rounds
from tournaments.services.standings.standings import newest_standing_version, standing_after
from tournaments.views.common import actor_of, page, show
from tournaments.views.frames import event_frame, rehearsal_with
from tournaments.views.kept import NUMBER, kept, stamped

LINES_ON_PROJECTOR = 20
"""The projector shows so many lines at a time."""


@page
@kept(query={"round": NUMBER})
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
@kept()
def standings_renew(request: HttpRequest, ref: str) -> HttpResponse:
    """The table of the standings again, or 204 if ``?version=`` is the newest."""
    event = event_for_viewer(actor_of(request), ref)
    if _nothing_new(request, event):
        return HttpResponse(status=204)
    table = newest_table(event)
    context = {"event": event, "standing": table, "renews": table.renews}
    return stamped(show(request, "public/standings_table.html", context), _stamp(table))


@page
@kept(query={"from": NUMBER})
def projector(request: HttpRequest, ref: str) -> HttpResponse:
    """The standings in large type for a projector, in pages."""
    event = event_for_viewer(actor_of(request), ref)
    return _show_wall(request, "projector", event, {"rehearsal": rehearsal_with(event)})


@page
@kept(query={"from": NUMBER})
def projector_renew(request: HttpRequest, ref: str) -> HttpResponse:
    """The next page for the projector. A single page sends its version: 204 if nothing has changed."""
    event = event_for_viewer(actor_of(request), ref)
    if _nothing_new(request, event):
        return HttpResponse(status=204)
    return _show_wall(request, "projector_wall", event, {})


def _nothing_new(request: HttpRequest, event: Event) -> bool:
    """Whether the page that polls shows the newest standing, or there is none yet."""
    version = newest_standing_version(event)
    return version is None or (request.GET.get("version") == str(version) and may_change(event, version))


def _stamp(table: StandingTable) -> str:
    """The version that the page polls with. The last version is another stamp, so that polling ends."""
    return f"{table.version}" if table.renews else f"{table.version}-final"


def _show_wall(request: HttpRequest, name: str, event: Event, context: dict[str, Any]) -> HttpResponse:
    start = request.GET.get("from", "")
    wall = _wall(event, start)
    response = show(request, f"public/{name}.html", context | {"event": event} | wall)
    if name == "projector_wall" and wall["walls"] == 1:
        stamped(response, _stamp(wall["standing"]))
    if start not in ("", str(wall["first"])):
        # No page links to this number. There are very many such numbers, so they must not be kept.
        patch_cache_control(response, no_store=True)
    return response


def _wall(event: Event, start: str) -> dict[str, Any]:
    table = newest_table(event)
    walls = max(ceil(len(table.lines) / LINES_ON_PROJECTOR), 1)
    first = int(start) if start.isdecimal() and len(start) < 6 else 0
    first = first // LINES_ON_PROJECTOR * LINES_ON_PROJECTOR if first < len(table.lines) else 0
    lines = table.lines[first : first + LINES_ON_PROJECTOR]
    half = ceil(len(lines) / 2) if len(lines) > 8 else len(lines)
    return {
        "standing": table,
        "halves": [half_lines for half_lines in (lines[:half], lines[half:]) if half_lines],
        "first": first,
        "wall": first // LINES_ON_PROJECTOR + 1,
        "walls": walls,
        "next": (first + LINES_ON_PROJECTOR) if first + LINES_ON_PROJECTOR < len(table.lines) else 0,
        "round": public_rounds(event).first(),
        "renews": table.renews or walls > 1,
    }
