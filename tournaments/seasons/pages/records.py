"""The records of a club: the largest pots, the most pools in one deal, the best evenings."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from tournaments.clubs.access.clubs import club_for_viewer
from tournaments.clubs.models.people import Player
from tournaments.clubs.pages.frame import club_frame
from tournaments.clubs.pages.persons import clubs_of_user, refs_of
from tournaments.core.pages.common import page, show
from tournaments.seasons.verbs.figures import club_records, events_with_records
from tournaments.seasons.words.records import record_lines


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
    return show(request, "seasons/records.html", frame | {"kinds": record_lines(found, players, shown, refs)})
