"""Live standings, also as they were at the close of each round, and the standings round by round.

The page of the standings shows fifty lines at a time; the page to print shows all. Both are complete without
JavaScript. The table is a fragment that polls with the version that it shows. The answer is 204 if nothing
has changed, else the fragment. A poll of a stranger costs no query (`events.pages.kept`). For a public event
a poll does not read the user, so it costs a member two queries.
"""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse

from tournaments.clubs.pages.frame import entry_refs
from tournaments.core.models.choices import Visibility
from tournaments.core.pages.common import (
    actor_of,
    page,
    show,
)
from tournaments.core.rules.refusals import gettext_noop
from tournaments.events.access import (
    event_for_viewer,
)
from tournaments.events.models.events import Event
from tournaments.events.pages.frame import event_frame
from tournaments.events.pages.kept import NUMBER, keep_linked_pages, kept, stamped
from tournaments.events.verbs.entries import entries_by_id
from tournaments.events.words.counting import counting_lines
from tournaments.seasons.models import SeasonStatus
from tournaments.seasons.verbs.seasons import seasons_of_event
from tournaments.standings.models import Standing
from tournaments.standings.pages.prizes import awards_to_show
from tournaments.standings.verbs.forecasts import closed_and_ending
from tournaments.standings.verbs.prizes import final_awards
from tournaments.standings.verbs.standings import (
    NoSuchStanding,
    kept_standings,
    newest_standing_version,
    standings_to_show,
)
from tournaments.standings.words.crosstable import PART_NAMES, cross_lines, graph_of_places, parts_to_show
from tournaments.standings.words.missing import missing_at
from tournaments.standings.words.ranking import NO_TABLE, StandingTable, may_change, table_of
from tournaments.standings.words.story import story_to_show
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


@page
@kept(query={"round": NUMBER, "page": NUMBER})
def standings(request: HttpRequest, ref: str) -> HttpResponse:
    """The newest standing, or the one at the close of a round (``?round=2``), in pages (``?page=2``)."""
    event = event_for_viewer(actor_of(request), ref)
    after, standing = _shown(request, event)
    lines = _lines(request, event, standing, after)
    frame = event_frame(request, event, "standings")
    closed, ends_soon = closed_and_ending(event, standing[0] if standing else None)
    response = show(
        request,
        "standings/standings.html",
        frame
        | lines
        | {
            "after": after,
            "closed": closed,
            "ends_soon": ends_soon and not after,
            "renews": lines["renews"] and not after,
            "seasons": [
                season
                for season in seasons_of_event(event)
                if season.status != SeasonStatus.DRAFT
                and (season.visibility == Visibility.PUBLIC or frame["is_scorer"])
            ],
        },
    )
    return keep_linked_pages(request, response, lines.get("pages"))


@page
@kept(query={"round": NUMBER})
def standings_to_print(request: HttpRequest, ref: str) -> HttpResponse:
    """All lines of a standing in short, to print or to search: the newest one, or that of ``?round=``."""
    event = event_for_viewer(actor_of(request), ref)
    after, standings = _shown(request, event)
    entries = entries_by_id(event)
    table = table_of(event, standings, standings[0].rows, entries) if standings else NO_TABLE
    awards = [] if after or not standings else final_awards(event, newest=standings[0])
    return show(
        request,
        "standings/standings_to_print.html",
        event_frame(request, event, "standings")
        | {
            "standing": table,
            "after": after,
            "awards": awards_to_show(event, awards, entries),
            "story": None if after else story_to_show(event),
        },
    )


@page
@kept(query={"page": NUMBER})
def standings_renew(request: HttpRequest, ref: str) -> HttpResponse:
    """The table of the standings again, or 204 if ``?version=`` is the newest."""
    event = event_for_viewer(actor_of(request), ref)
    if _nothing_new(request, event):
        return HttpResponse(status=204)
    lines = _lines(request, event, standings_to_show(event))
    response = stamped(
        show(request, "standings/standings_table.html", {"event": event} | lines), _stamp(lines["standing"])
    )
    return keep_linked_pages(request, response, lines.get("pages"))


def _shown(request: HttpRequest, event: Event) -> tuple[int, list[Standing]]:
    """The round of ``?round=`` and the standings from its close on back; 0 and the newest ones without it."""
    after = request.GET.get("round", "")
    if not after:
        return 0, standings_to_show(event)
    standings = standings_to_show(event, int(after)) if after.isdecimal() and len(after) < 5 else []
    if not standings:
        raise NoSuchStanding(
            sentence=gettext_noop("There are no standings after this round, because it is not closed.")
        )
    return int(after), standings


def _lines(request: HttpRequest, event: Event, standings: list[Standing], after: int = 0) -> dict[str, Any]:
    """The requested page of the first standing, for `standings_table.html`."""
    if not standings:
        return {"standing": NO_TABLE, "renews": NO_TABLE.renews}
    pages = Paginator(standings[0].rows, LINES_ON_PAGE).get_page(request.GET.get("page"))
    rows = list(pages.object_list)
    entries = entries_by_id(event, [row["entry"] for row in rows])
    table = table_of(event, standings, rows, entries)
    return {
        "standing": table,
        "persons": entry_refs(request, event, entries.values()),
        "pages": pages,
        "renews": table.renews,
        "counting": counting_lines(event),
        "missing": missing_at(event, standings[0].round.number if after and standings[0].round else None),
    }


def _nothing_new(request: HttpRequest, event: Event) -> bool:
    """Whether the page that polls shows the newest standing, or there is none yet."""
    version = newest_standing_version(event)
    if version is None:
        return True
    return request.GET.get("version") == str(version) and may_change(event, version)


def _stamp(table: StandingTable) -> str:
    """The version that the page polls with. The last version is another stamp, so that polling ends."""
    return f"{table.version}" if table.renews else f"{table.version}-final"
