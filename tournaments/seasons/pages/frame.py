"""The context of `seasons/season_base.html`, and what a visitor may see of events in a season."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest

from tournaments.clubs.models import Role
from tournaments.clubs.pages.frame import clubs_of_user
from tournaments.core.pages.common import actor_of
from tournaments.events.access import may_name_event
from tournaments.seasons.access import clubs_to_enter
from tournaments.seasons.models import Evening, Season
from tournaments.seasons.words import title_of

DIRECTS = (Role.DIRECTOR, Role.OWNER)

Shows = Callable[[Evening], bool]
"""Whether the visitor may know the event of an evening."""


def season_frame(request: HttpRequest, season: Season, tab: str) -> dict[str, Any]:
    """For `seasons/season_base.html`: the season, its club, the open tab and the rights of the user."""
    club = season.league.club
    roles = clubs_of_user(request)
    role = roles.get(club.pk)
    is_director = role in DIRECTS
    directs_another = not is_director and any(each in DIRECTS for each in roles.values())
    return {
        "season": season,
        "league": season.league,
        "club": club,
        "tab": tab,
        "is_member": role is not None,
        "is_director": is_director,
        # Directors of a club that takes part enter and take off what is theirs.
        "is_entrant": directs_another and bool(clubs_to_enter(actor_of(request), season.league)),
    }


def shows(request: HttpRequest) -> Shows:
    """Whether the visitor may know the event of an evening (`may_name_event`)."""
    actor = actor_of(request)
    return lambda evening: may_name_event(actor, evening.event)


def title_for(request: HttpRequest, evening: Evening) -> str:
    """The name of an evening as this visitor may know it."""
    return title_of(evening, shows=shows(request)(evening))
