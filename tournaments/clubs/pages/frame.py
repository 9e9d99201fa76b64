"""The context of the base template of a club: its tabs and the rights of the user."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from tournaments.clubs.models.clubs import Club, Member, Role
from tournaments.core.pages.common import actor_of


def membership(request: HttpRequest, club: Club) -> Member | None:
    """The user's membership in this club, or None."""
    if not request.user.is_authenticated:
        return None
    return actor_of(request).member_of(club)


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
