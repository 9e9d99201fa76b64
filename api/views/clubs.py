"""Clubs and their members."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from api.resources import Thing, Things
from api.rights import Right, guests_may_not, key_of
from api.shapes.clubs import ClubEdit, ClubShape, InvitationShape, MemberEdit, MemberShape
from tournaments.access import club_for, member_for_owner
from tournaments.services.clubs import clubs
from tournaments.services.clubs.clubs import members_of

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from tournaments.models import Club, Member


class ClubList(Things["Club"]):
    """The clubs of a key. (A key is of one club.)"""

    rights = {"GET": Right.KEY}
    shape = ClubShape

    def fetch(self) -> Club:
        key = key_of(self.request)
        if key is None:
            raise guests_may_not()
        return key.member.club

    def get(self, request: Request) -> Response:
        """The club of the key."""
        return self.listed([self.tell(self.target)])


class ClubOne(Thing["Club"]):
    rights = {"GET": Right.CLUB, "PATCH": Right.CLUB}
    bodies = {"PATCH": ClubEdit}
    shape = ClubShape

    def fetch(self, club: str) -> Club:
        return club_for(self.actor, club)

    def get(self, request: Request, **ids: Any) -> Response:
        """A club."""
        return self.show()

    def patch(self, request: Request, **ids: Any) -> Response:
        """Rename a club.

        Its address stays.
        """
        if "name" in self.body:
            return self.changed(clubs.rename_club(self.target, self.actor, self.body["name"]))
        return self.changed(self.target)


class MemberList(Things["Club"]):
    rights = {"GET": Right.CLUB, "POST": Right.CLUB}
    bodies = {"POST": MemberEdit}
    shape = MemberShape
    answers = {"POST": {201: InvitationShape}}
    without = {"POST": ("ETag",)}

    def fetch(self, club: str) -> Club:
        return club_for(self.actor, club, "owner")

    def rows(self) -> QuerySet[Member]:
        return members_of(self.target)

    def get(self, request: Request, **ids: Any) -> Response:
        """The members of a club."""
        return self.page()

    def post(self, request: Request, **ids: Any) -> Response:
        """Invite a member.

        The answer holds a link, told this once, by which one person becomes a member.
        """
        invitation, token = clubs.invite_member(self.target, self.actor, self.body["role"])
        link = reverse("join", kwargs={"token": token}, request=request)
        told = {
            "id": invitation.pk,
            "role": invitation.role,
            "expires_at": invitation.expires_at,
            "token": token,
            "link": link,
        }
        return Response(InvitationShape(told).data, status=201, headers={"Location": link})


class MemberOne(Thing["Member"]):
    rights = {"GET": Right.CLUB, "PATCH": Right.CLUB, "DELETE": Right.CLUB}
    bodies = {"PATCH": MemberEdit}
    shape = MemberShape
    answers = {"DELETE": {204: None}}
    held_by = "club"

    def fetch(self, club: str, member: str) -> Member:
        of = club_for(self.actor, club, "owner")
        return self.within(member_for_owner(self.actor, member), club_id=of.pk)

    def get(self, request: Request, **ids: Any) -> Response:
        """A member."""
        return self.show()

    def patch(self, request: Request, **ids: Any) -> Response:
        """Give a member another role.

        The last owner stays one.
        """
        if "role" in self.body:
            return self.changed(clubs.change_role(self.target, self.actor, self.body["role"]))
        return self.changed(self.target)

    def delete(self, request: Request, **ids: Any) -> Response:
        """Remove a member, and their keys.

        The last owner stays.
        """
        clubs.remove_member(self.target, self.actor)
        return Response(status=204)
