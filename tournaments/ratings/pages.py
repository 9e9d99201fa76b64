"""The ratings of a club: how strong people are."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import ngettext, pgettext

from tournaments.clubs.access import club_for_viewer
from tournaments.clubs.pages.frame import club_frame
from tournaments.core.pages.common import actor_of, page, show
from tournaments.events.words.games import preset_name
from tournaments.ratings.models import Rating
from tournaments.ratings.verbs import present_ratings
from tournaments.seasons.access import may_see_person


@page
def ratings(request: HttpRequest, slug: str) -> HttpResponse:
    """The ratings of the people whose pages the visitor may see."""
    club, actor = club_for_viewer(slug), actor_of(request)
    families = present_ratings(club, lambda someone: may_see_person(actor, someone))
    shown = {
        "families": [
            (preset_name(family), [_line(*line) for line in enumerate(rows, 1)])
            for family, rows in families.items()
        ],
        "persons": {str(row.player_id): str(row.player_id) for rows in families.values() for row in rows},
    }
    return show(request, "ratings/ratings.html", club_frame(request, club, "seasons") | shown)


def _line(place: int, row: Rating) -> dict[str, Any]:
    """A line of `standings/ranks.html`. A provisional rating has no place."""
    rating = row.strength
    note = ngettext("%(events)s event", "%(events)s events", row.events) % {"events": row.events}
    if rating.is_provisional:
        provisional = pgettext("a rating", "provisional")
        note = f"{note} · {provisional}"
    return {
        "place": None if rating.is_provisional else place,
        "name": row.player.public_name,
        "key": row.player_id,
        "note": note,
        "shown": f"{rating.points} ± {rating.around}",
    }
