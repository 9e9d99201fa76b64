"""The pictures that chats and social networks show beside a link. Only public events have one."""

from __future__ import annotations

import hashlib
from typing import cast

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import gettext as _

from tournaments.clubs.access import club_for_viewer, not_found
from tournaments.core import packs
from tournaments.core.actors import Actor
from tournaments.core.models.choices import Visibility
from tournaments.core.pages.common import page
from tournaments.core.pages.picture import Preview, board_of, picture_of
from tournaments.core.rules.refusals import LAST_OF_SEVERAL, listed
from tournaments.core.rules.statuses import EventStatus
from tournaments.core.words.words import day_to_keep
from tournaments.core.zones import in_language_of
from tournaments.events.access import event_for_viewer
from tournaments.events.models.events import Event
from tournaments.events.verbs.entries import entries_by_id
from tournaments.events.verbs.events import events_to_show
from tournaments.events.words.calendars import agenda
from tournaments.play.verbs.results import chips_paid
from tournaments.standings.verbs.standings import standings_to_show
from tournaments.standings.words.ranking import StandingTable, table_of

STRANGER = Actor(user=None, via="page")
"""Whoever shows the picture to others shows it to strangers, so members see no more either."""

FRESH_FOR = 300
"""Seconds for which everybody may use a picture without asking again."""

READ = 5
"""So many lines of a standing are read: more winners are not named."""

READ_EVENTS = 100
"""The next event of a club is found among so many of its newest."""


@page
def event_preview(request: HttpRequest, ref: str) -> HttpResponse:
    """The picture of a public event: its name, its day and place, or who has won."""
    event = event_for_viewer(STRANGER, ref)
    if event.visibility != Visibility.PUBLIC:
        raise not_found()
    with in_language_of(event.club), packs.reading(event.pack or event.club.pack):
        lines = tuple(line for line in (day_to_keep(event), event.place) if line)
        if event.status != EventStatus.FINISHED:
            return _answer(request, Preview(event.club.name, event.name, board_of({}), lines))
        table = _standing(event)
        beside = tuple((line["place"], line["name"]) for line in table.podium[:2])
        winners = listed([line["name"] for line in table.leaders], _(LAST_OF_SEVERAL))
        preview = Preview(
            event.club.name, event.name, board_of(chips_paid(event)), lines, _("Won by"), winners, beside
        )
        return _answer(request, preview)


@page
def club_preview(request: HttpRequest, slug: str) -> HttpResponse:
    """The picture of a club: its name, and its next public event."""
    club = club_for_viewer(slug)
    shown = agenda(events_to_show(club)[:READ_EVENTS])
    near = [*shown["running"], *shown["today"], *shown["coming"]][:1]
    with in_language_of(club), packs.reading(club.pack):
        lines = [line for event in near for line in (event.name, day_to_keep(event), event.place) if line]
        return _answer(request, Preview(_("Poch"), club.name, board_of({}), tuple(lines)))


def _standing(event: Event) -> StandingTable:
    """The first lines of the final standing, by public names."""
    standings = standings_to_show(event)
    rows = standings[0].rows[:READ] if standings else []
    return table_of(event, standings, rows, entries_by_id(event, {row["entry"] for row in rows}))


def _answer(request: HttpRequest, preview: Preview) -> HttpResponse:
    content = picture_of(preview)
    etag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    response = HttpResponse(content, content_type="image/png", headers={"ETag": etag})
    patch_cache_control(response, public=True, max_age=FRESH_FOR)
    return cast("HttpResponse", get_conditional_response(request, etag=etag, response=response))
