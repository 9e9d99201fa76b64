"""The standings round by round, for those who want to know how it came about."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse

from tournaments.clubs.pages.frame import entry_refs
from tournaments.core.pages.common import actor_of, page, show
from tournaments.events.access import event_for_viewer
from tournaments.events.pages.frame import event_frame
from tournaments.events.pages.kept import NUMBER, keep_linked_pages, kept
from tournaments.events.verbs.entries import entries_by_id
from tournaments.standings.verbs.standings import kept_standings, standings_to_show
from tournaments.standings.words.crosstable import PART_NAMES, cross_lines, graph_of_places, parts_to_show
from tournaments.tables.verbs.tallies import chips_by_part

LINES_ON_PAGE = 50


@page
@kept(query={"page": NUMBER})
def standings_by_round(request: HttpRequest, ref: str) -> HttpResponse:
    """A crosstable of entries and rounds, the places as a graph, and chips by part of the game."""
    event = event_for_viewer(actor_of(request), ref)
    newest = standings_to_show(event)[:1]
    closed = kept_standings(event)
    pages = Paginator(newest[0].rows if newest else [], LINES_ON_PAGE).get_page(request.GET.get("page"))
    rows = list(pages.object_list)
    parts = chips_by_part(event)
    shown = parts_to_show(parts)
    entries = entries_by_id(event, [row["entry"] for row in rows])
    lines = cross_lines(rows, closed, entries, parts, shown)
    rounds = [kept.round.number for kept in closed if kept.round]
    response = show(
        request,
        "standings/by_round.html",
        event_frame(request, event, "standings")
        | {
            "lines": lines,
            "persons": entry_refs(request, event, entries.values()),
            "rounds": rounds,
            "graph": graph_of_places(lines, rounds),
            "part_names": [PART_NAMES[part] for part in shown],
            "pages": pages,
        },
    )
    return keep_linked_pages(request, response, pages)
