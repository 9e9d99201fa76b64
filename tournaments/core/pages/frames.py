"""The context of the base templates of event and club pages: tabs and the rights of the user."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from tournaments.clubs.models.clubs import Club, Member, Role
from tournaments.core.audit import Actor
from tournaments.core.pages.common import actor_of
from tournaments.events.access import may_see_event
from tournaments.events.models.events import Event
from tournaments.events.words.notices import notices_of
from tournaments.play.verbs.phones import seated_player
from tournaments.tables.models.rounds import Table


def membership(request: HttpRequest, club: Club) -> Member | None:
    """The user's membership in this club, or None."""
    if not request.user.is_authenticated:
        return None
    return actor_of(request).member_of(club)


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


def table_frame(request: HttpRequest, actor: Actor, table: Table, tab: str) -> dict[str, Any]:
    """For the pages of a table, also on phones: may the actor enter deals, and see other pages?"""
    event = table.round.event
    frame = event_frame(request, event, tab) | {
        "table": table,
        "notices": notices_of(event, table.extra_seconds),
    }
    if actor.phone is None:
        return frame | {"enters": frame["is_scorer"]}
    return frame | {
        "phone": actor.phone,
        "enters": True,
        "table_alone": not may_see_event(actor, event, by_slug=False),
        "sitting": seated_player(actor.phone),
    }


def club_frame(request: HttpRequest, club: Club, tab: str) -> dict[str, Any]:
    """For `clubs/club_base.html`: the club, the open tab and the rights of the user."""
    member = membership(request, club)
    return {
        "club": club,
        "tab": tab,
        "member": member,
        "is_member": member is not None,
        "is_director": member is not None and member.may(Role.DIRECTOR),
        "is_owner": member is not None and member.may(Role.OWNER),
    }
