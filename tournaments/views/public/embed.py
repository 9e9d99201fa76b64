"""Parts for other web sites, to be framed there: standings of an event, the table of a season, next events.

These pages are the same for everybody: they read no cookie and no session, and show what is public. They have
no form and no script, so a site that frames them can make nobody press anything.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import cast

from csp.decorators import csp_replace
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import get_language
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from tournaments.access import club_for_viewer, event_for_viewer, not_found, season_for_viewer
from tournaments.errors import NotFound
from tournaments.kernel.audit import Actor
from tournaments.kernel.kept import SHELF, Answer
from tournaments.models import Visibility
from tournaments.sentences.ranking import NO_TABLE, table_of
from tournaments.sentences.seasons.short import short_tables
from tournaments.services.events.events import coming_events
from tournaments.services.seasons.tables import newest_standing
from tournaments.services.standings.standings import standings_to_show
from tournaments.views.common import show
from tournaments.views.kept import kept

STRANGER = Actor(None, "page")

LINES = 20
"""An embedded standing shows so many lines."""

EVENTS = 10
"""An embedded list shows so many events."""

RENEWED = 60
"""After so many seconds a browser asks for the standings again. It needs no script, and mostly gets 304."""

View = Callable[..., HttpResponse]


def embedded(view: View) -> View:
    """Answer everybody as a stranger, and allow every site to frame the answer."""

    @wraps(view)
    def answer(request: HttpRequest, **arguments: str) -> HttpResponse:
        request.COOKIES = {}
        request.user = AnonymousUser()
        try:
            return view(request, **arguments)
        except NotFound as refusal:
            return show(request, "embed/gone.html", {"refusal": refusal}, status=refusal.status)

    framed = csp_replace({"frame-ancestors": ["*"]})(xframe_options_exempt(require_safe(answer)))
    return cast("View", framed)


def renewing(view: View) -> View:
    """Let the browser ask again, without a script in the page."""

    @wraps(view)
    def answer(request: HttpRequest, **arguments: str) -> HttpResponse:
        response = view(request, **arguments)
        response.headers["Refresh"] = str(RENEWED)
        return response

    return answer


@embedded
@renewing
@kept()
def event_standings(request: HttpRequest, ref: str) -> HttpResponse:
    """The first lines of the newest standing."""
    event = event_for_viewer(STRANGER, ref)
    if event.visibility != Visibility.PUBLIC:
        raise not_found()
    standings = standings_to_show(event)
    table = table_of(event, standings, standings[0].rows[:LINES]) if standings else NO_TABLE
    return show(
        request,
        "embed/standings.html",
        {
            "event": event,
            "club": event.club,
            "standing": table,
            "more": len(standings[0].rows) - LINES if standings else 0,
        },
    )


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
        "embed/season.html",
        {"season": season, "club": season.league.club, "tables": tables},
    )


@embedded
def club_events(request: HttpRequest, slug: str) -> HttpResponse:
    """The next events of a club."""
    club = club_for_viewer(slug)
    events = list(coming_events(club)[:EVENTS])
    mark = (
        club.name,
        club.accent,
        club.picture,
        str(club.links),
        *((event.pk, event.version, event.name, event.status) for event in events),
    )

    def make() -> Answer:
        response = show(request, "embed/events.html", {"club": club, "events": events})
        content_type = response["Content-Type"]
        return Answer.of_text(mark, response.content, content_type, status=200, etag="")

    # The mark is in the key, so that an event that became private is gone at once.
    key = ("embed", club.pk, get_language(), mark)
    answer = SHELF.find_or_make(key, mark, make) or make()
    response = HttpResponse(answer.text, content_type=answer.content_type, headers={"ETag": answer.etag})
    patch_cache_control(response, private=True, no_cache=True)
    same = get_conditional_response(request, etag=answer.etag, response=response)
    return same if isinstance(same, HttpResponse) else response
