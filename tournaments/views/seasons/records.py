"""The records of a club: the largest pots, the most pools in one deal, the best evenings."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from tournaments.access import club_for_viewer
from tournaments.models import Player
from tournaments.sentences.seasons.records import record_lines
from tournaments.services.seasons.figures import club_records, events_with_records
from tournaments.views.common import page, show
from tournaments.views.frames import club_frame
from tournaments.views.persons import clubs_of_user, refs_of


@page
def records(request: HttpRequest, slug: str) -> HttpResponse:
    """The records of the events that the visitor may see, each with a link to its deal."""
    club = club_for_viewer(slug)
    mine = clubs_of_user(request)
    frame = club_frame(request, club, "seasons")
    newest = events_with_records(club, mine)
    found = club_records(newest)
    players = Player.objects.select_related("club").in_bulk({record.player for record in found})
    refs = refs_of(request, players.values())
    shown = newest.filter(pk__in={record.event for record in found}).in_bulk()
    return show(request, "season/records.html", frame | {"kinds": record_lines(found, players, shown, refs)})
