"""The part for other web sites, to be framed there: the standings of an event, or the tables of a season.

It is the same for everybody: it reads no cookie and no session, and shows what is public. It has no form and
no script, so a site that frames it can make nobody press anything.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import cast

from csp.decorators import csp_replace
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from tournaments.clubs.access import not_found
from tournaments.core.audit import Actor
from tournaments.core.models.choices import Visibility
from tournaments.core.pages.common import show
from tournaments.core.rules.refusals import NotFound
from tournaments.events.access import event_for_viewer
from tournaments.events.pages.kept import kept
from tournaments.seasons.access import season_for_viewer
from tournaments.seasons.verbs.tables import newest_standing
from tournaments.seasons.words import short_tables
from tournaments.standings.verbs.standings import standings_to_show
from tournaments.standings.words.ranking import table_of

STRANGER = Actor(None, "page")

LINES = 20
"""An embedded table shows so many lines."""

RENEWED = 60
"""After so many seconds a browser asks again. It needs no script, and mostly gets 304."""

View = Callable[..., HttpResponse]


def embedded(view: View) -> View:
    """Answer everybody as a stranger, and allow every site to frame the answer."""

    @wraps(view)
    def answer(request: HttpRequest, **arguments: str) -> HttpResponse:
        request.COOKIES = {}
        request.user = AnonymousUser()
        try:
            response = view(request, **arguments)
        except NotFound as refusal:
            return show(request, "site/frame.html", {"refusal": refusal}, status=refusal.status)
        response.headers["Refresh"] = str(RENEWED)
        return response

    framed = csp_replace({"frame-ancestors": ["*"]})(xframe_options_exempt(require_safe(answer)))
    return cast("View", framed)


@embedded
@kept()
def event_standings(request: HttpRequest, ref: str) -> HttpResponse:
    """The first lines of the newest standing."""
    event = event_for_viewer(STRANGER, ref)
    if event.visibility != Visibility.PUBLIC:
        raise not_found()
    standings = standings_to_show(event)
    tables = []
    if standings and standings[0].rows:
        rows = standings[0].rows
        table = table_of(event, standings, rows[:LINES])
        tables = [{"lines": table.lines, "more": len(rows) - LINES, "played": table.played}]
    return show(request, "site/frame.html", {"event": event, "club": event.club, "tables": tables})


@embedded
@kept()
def season_table(request: HttpRequest, season_ref: str) -> HttpResponse:
    """The first lines of the tables of a season."""
    season = season_for_viewer(STRANGER, season_ref)
    if season.visibility != Visibility.PUBLIC:
        raise not_found()
    newest = newest_standing(season)
    tables = short_tables(season, newest, LINES) if newest else []
    return show(
        request,
        "site/frame.html",
        {"season": season, "club": season.league.club, "tables": tables},
    )
