"""Clubs and their members."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from api.resources import Collection, Item
from api.rights import Right, key_of, phones_may_not
from api.shapes.clubs import ClubEdit, ClubShape, InvitationShape, MemberEdit, MemberShape
from tournaments.clubs.access import club_for, member_for_owner
from tournaments.clubs.verbs import clubs
from tournaments.clubs.verbs.clubs import members_of

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from tournaments.clubs.models.clubs import Club, Member


class ClubList(Collection["Club"]):
    rights = {"GET": Right.KEY}
    shape = ClubShape

    def fetch(self) -> Club:
        key = key_of(self.request)
        if key is None:
            raise phones_may_not()
        return key.member.club

    def get(self, request: Request) -> Response:
        """List the clubs of the key. A key belongs to exactly one club."""
        return self.listed([self.serialize(self.target)])


class ClubOne(Item["Club"]):
    rights = {"GET": Right.CLUB, "PATCH": Right.CLUB}
    bodies = {"PATCH": ClubEdit}
    shape = ClubShape

    def fetch(self, club: str) -> Club:
        return club_for(self.actor, club)

    def get(self, request: Request, **ids: Any) -> Response:
        """Get a club."""
        return self.show()

    def patch(self, request: Request, **ids: Any) -> Response:
        """Change the name, the language, the pack or the time zone of a club.

        Its slug and its address stay the same. The language is that of mails, previews of links and
        names that the program gives. Responses are in the language of who asks (`Accept-Language`).
        The pack is how pages show and name the cards. After a change of the time zone the hours of events
        (`starts_at`) stay as they were written, and moments such as `sign_up_until` stay the same moments.
        """
        if self.body:
            return self.changed(clubs.change_club(self.target, self.actor, **self.body))
        return self.changed(self.target)


class MemberList(Collection["Club"]):
    rights = {"GET": Right.CLUB, "POST": Right.CLUB}
    bodies = {"POST": MemberEdit}
    shape = MemberShape
    by_columns = True
    answers = {"POST": {201: InvitationShape}}
    without = {"POST": ("ETag",)}

    def fetch(self, club: str) -> Club:
        return club_for(self.actor, club, "owner")

    def rows(self) -> QuerySet[Member]:
        return members_of(self.target)

    def get(self, request: Request, **ids: Any) -> Response:
        """List the members of a club."""
        return self.page()

    def post(self, request: Request, **ids: Any) -> Response:
        """Invite a member.

        The response contains a link with which one person can join. You cannot get the link again later.
        """
        invitation, token = clubs.invite_member(self.target, self.actor, self.body["role"])
        link = reverse("join", kwargs={"token": token}, request=request)
        data = {
            "id": invitation.pk,
            "role": invitation.role,
            "expires_at": invitation.expires_at,
            "token": token,
            "link": link,
        }
        return Response(InvitationShape(data).data, status=201, headers={"Location": link})


class MemberOne(Item["Member"]):
    rights = {"GET": Right.CLUB, "PATCH": Right.CLUB, "DELETE": Right.CLUB}
    bodies = {"PATCH": MemberEdit}
    shape = MemberShape
    answers = {"DELETE": {204: None}}
    held_by = "club"

    def fetch(self, club: str, member: str) -> Member:
        parent = club_for(self.actor, club, "owner")
        return self.within(member_for_owner(self.actor, member), club_id=parent.pk)

    def get(self, request: Request, **ids: Any) -> Response:
        """Get a member."""
        return self.show()

    def patch(self, request: Request, **ids: Any) -> Response:
        """Change the role of a member.

        The last owner keeps this role.
        """
        if "role" in self.body:
            return self.changed(clubs.change_role(self.target, self.actor, self.body["role"]))
        return self.changed(self.target)

    def delete(self, request: Request, **ids: Any) -> Response:
        """Remove a member and the keys of this member.

        The last owner cannot be removed.
        """
        clubs.remove_member(self.target, self.actor)
        return Response(status=204)
