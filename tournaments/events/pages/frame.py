"""The context of the base templates of an event: its tabs and the rights of the user."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from tournaments.clubs.models.clubs import Role
from tournaments.clubs.pages.frame import membership
from tournaments.events.models.events import Event
from tournaments.events.verbs.plans import Outline
from tournaments.events.words.notices import notices_of


def event_frame(request: HttpRequest, event: Event, tab: str) -> dict[str, Any]:
    """For `events/event_base.html`: the event, its club, the open tab and the rights of the user."""
    member = membership(request, event.club)
    return {
        "event": event,
        "club": event.club,
        "tab": tab,
        "is_scorer": member is not None,
        "is_director": member is not None and member.may(Role.DIRECTOR),
        "notices": notices_of(event),
    }


def manage_frame(
    request: HttpRequest, event: Event, part: str, outline: Outline | None = None
) -> dict[str, Any]:
    """The context of `manage_base.html`."""
    if outline is None:
        rounds = event.rounds.defer("request", "certificate", "ahead")
        newest = rounds.order_by("-number").first()
    else:
        newest = outline.newest
    return event_frame(request, event, "manage") | {"part": part, "round": newest}
