"""The wall: pages in large type for a screen in the hall, that turn by themselves.

The server sends all pages with all their lines. `wall.js` shows one screen after the other, with as many
lines as fit. Without scripts it is one long page.
"""

from __future__ import annotations

from io import BytesIO
from typing import Any

import segno
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from tournaments.core.pages.common import actor_of, page, show
from tournaments.core.requests import outside_address
from tournaments.core.rules.statuses import EventStatus, RoundStatus
from tournaments.desk.pages.event import moment_of
from tournaments.desk.words.cockpit import progress_of
from tournaments.draw.verbs.wishes import fixed_at_tables
from tournaments.events.access import event_for_viewer
from tournaments.events.models.events import Event
from tournaments.events.pages.frame import notices_of
from tournaments.events.pages.kept import kept, stamped
from tournaments.events.verbs.plans import outline_of
from tournaments.seasons.verbs.seasons import public_season_of_event
from tournaments.seasons.verbs.tables import newest_standing
from tournaments.seasons.words import short_tables
from tournaments.standings.pages.prizes import awards_to_show
from tournaments.standings.verbs.forecasts import may_end_soon
from tournaments.standings.verbs.prizes import final_awards
from tournaments.standings.verbs.standings import newest_standing_version, standings_to_show
from tournaments.standings.words.ranking import may_change, table_of
from tournaments.tables.models.rounds import Round
from tournaments.tables.verbs.tables import TablePlay, places_by_name, table_plays

IN_A_SEASON = 30
"""The wall shows so many lines of each division of a season."""

FEW = 8
"""So few lines are shown in one column, in larger type."""


@page
@kept()
def projector(request: HttpRequest, ref: str) -> HttpResponse:
    """The wall of an event."""
    event = event_for_viewer(actor_of(request), ref)
    return show(request, "desk/projector.html", _wall(event))


@page
@kept()
def projector_renew(request: HttpRequest, ref: str) -> HttpResponse:
    """All pages of the wall again, or 204 if nothing has changed."""
    event = event_for_viewer(actor_of(request), ref)
    if request.GET.get("version") == _stamp(event, newest_standing_version(event)):
        return HttpResponse(status=204)
    wall = _wall(event)
    return stamped(show(request, "desk/projector_wall.html", wall), wall["stamp"])


@page
@kept()
def projector_season(request: HttpRequest, ref: str) -> HttpResponse:
    """The table of the season in which the event counts, as further pages of the wall; 204 without one.

    It renews itself apart from the wall: it changes rarely, and after the evening.
    """
    event = event_for_viewer(actor_of(request), ref)
    season = public_season_of_event(event)
    newest = newest_standing(season) if season else None
    if season is None or newest is None:
        return HttpResponse(status=204)
    tables = short_tables(season, newest, IN_A_SEASON)
    return show(request, "desk/projector_season.html", {"tables": tables})


@page
def wall_qr(request: HttpRequest, ref: str) -> HttpResponse:
    """The QR code of the page "Where do I sit?", as an image. It is not kept: it names the host."""
    event = event_for_viewer(actor_of(request), ref)
    address = outside_address(request, reverse("find", args=[event.ref]))
    picture = BytesIO()
    segno.make(address, error="m", micro=False).save(
        picture, kind="svg", border=2, dark="#000", light="#fff", omitsize=True
    )
    return HttpResponse(picture.getvalue(), content_type="image/svg+xml")


def _stamp(event: Event, standing: int | None) -> str:
    """Everything that the wall shows, as one word. Deals and rounds change the version."""
    return f"{event.version}-{standing}-{event.status}-{notices_of(event)['stamp']}"


def _wall(event: Event) -> dict[str, Any]:
    outline = outline_of(event)
    newest = next(iter(outline.published), None)
    plays = table_plays(newest) if newest else []
    standings = standings_to_show(event)
    table = table_of(event, standings, standings[0].rows if standings else [])
    awards = awards_to_show(event, final_awards(event))
    progress = progress_of(event, newest, plays, outline)
    seating = places_by_name(newest) if newest is not None and _is_seating_down(newest, plays) else []
    fixed = fixed_at_tables(event) if seating else {}
    marked = [(place, fixed.get(place.entry) == place.table) for place in seating]
    return {
        "event": event,
        "round": newest,
        "notices": notices_of(event),
        "seating": marked,
        "some_are_fixed": any(is_fixed for _place, is_fixed in marked),
        "standing": table,
        "few": len(table.lines) <= FEW,
        "few_seats": len(marked) <= FEW,
        "awards": awards,
        "few_awards": len(awards) <= FEW // 2,
        "progress": progress,
        "next_round": _next_round(event, progress.round, is_open=progress.open),
        "ends_soon": may_end_soon(event, outline, standings[0] if standings else None),
        "stamp": _stamp(event, table.version if standings else None),
        "renews": may_change(event, table.version),
        **(moment_of(event) if event.status == EventStatus.FINISHED else {}),
    }


def _is_seating_down(newest: Round, plays: list[TablePlay]) -> bool:
    """Whether people still look for their seats: fewer deals than tables are played."""
    if newest.status == RoundStatus.PUBLISHED:
        return True
    return newest.status == RoundStatus.PLAYING and sum(play.deals for play in plays) < len(plays)


def _next_round(event: Event, newest: int, *, is_open: bool) -> int | None:
    """The number of the round that comes next, between rounds; None if none does, or one is being played."""
    if not event.is_running or is_open or newest >= event.rounds_planned:
        return None
    return newest + 1
