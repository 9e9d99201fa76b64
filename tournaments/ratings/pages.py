"""The ratings of a club: how strong people are."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from tournaments.clubs.access import club_for_viewer
from tournaments.clubs.pages.frame import club_frame
from tournaments.core.pages.common import actor_of, page, show
from tournaments.events.words.games import preset_name
from tournaments.ratings.verbs import present_ratings
from tournaments.seasons.access import may_see_person


@page
def ratings(request: HttpRequest, slug: str) -> HttpResponse:
    """The ratings of the people whose pages the visitor may see."""
    club, actor = club_for_viewer(slug), actor_of(request)
    families = present_ratings(club, lambda someone: may_see_person(actor, someone))
    shown = [(preset_name(family), rows) for family, rows in families.items()]
    return show(request, "ratings/ratings.html", club_frame(request, club, "seasons") | {"families": shown})
