"""The ratings of a club: how strong people are, where their results tell it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from tournaments.access import club_for_viewer, may_see_person
from tournaments.sentences.ratings import family_lines
from tournaments.services.ratings.showing import ratings_of_club
from tournaments.views.common import actor_of, page, show
from tournaments.views.frames import club_frame


@page
def ratings(request: HttpRequest, slug: str) -> HttpResponse:
    """The ratings of the people whose pages the visitor may see."""
    club = club_for_viewer(slug)
    actor = actor_of(request)
    frame = club_frame(request, club, "seasons")
    found = ratings_of_club(club, timezone.localdate(), lambda someone: may_see_person(actor, someone))
    return show(request, "season/ratings.html", frame | {"families": family_lines(found)})
