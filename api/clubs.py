"""**For owners.** Clubs and their members."""

from __future__ import annotations

from typing import Any

from rest_framework.response import Response
from rest_framework.reverse import reverse

from api import fields
from api.methods import Act, Add, Remove, Show, club_of, of_target, one_of, through
from api.resources import Collection, Item
from api.rights import Right, key_of, phones_may_not
from api.shapes import Answer, Id, Moment, OneOf, Shape, Text
from tournaments.clubs.access import club_for
from tournaments.clubs.verbs import clubs
from tournaments.clubs.verbs.clubs import members_of
from tournaments.clubs.verbs.people import LONGEST_TITLE

LANGUAGE = (
    "The language of mails and other texts without a reader, such as `de`. Empty: that of the installation."
)
PACK = (
    "The cards that people see on pages: with `french` or with `german` suits. Records keep the letters of "
    "the cards."
)
TIME_ZONE = (
    "The time zone of the club, such as `Europe/Berlin`: of the hours on its pages, papers, mails and "
    "calendars, and of its days. Times in responses are UTC."
)
PACKS = ["french", "german"]
ROLES = ["scorer", "director", "owner"]


class ClubShape(Answer):
    """A club."""

    id = Id()
    slug = fields.Str()
    name = fields.Str()
    language = fields.Str(LANGUAGE)
    pack = fields.Choice(PACKS, PACK)
    time_zone = fields.Str(TIME_ZONE)
    created_at = Moment()


class ClubEdit(Shape):
    name = Text(max_length=200, longest=LONGEST_TITLE)
    language = Text(LANGUAGE, max_length=10, allow_blank=True)
    pack = OneOf(PACKS, PACK)
    time_zone = Text(TIME_ZONE, max_length=64)


class MemberShape(Answer):
    """A user with a role in the club."""

    id = Id()
    name = fields.Str("The username.", source="user.username")
    role = fields.Choice(ROLES)
    created_at = Moment()


class MemberEdit(Shape):
    role = OneOf(ROLES)


class InvitationShape(Answer):
    """An invitation. `token` is shown only in this response."""

    id = Id()
    role = fields.Choice(ROLES)
    expires_at = Moment()
    token = fields.Str()
    link = fields.Str("The page where the invitation is accepted.")


class ClubList(Collection, path="clubs/"):
    shape = ClubShape

    def fetch(self) -> Any:
        key = key_of(self.request)
        if key is None:
            raise phones_may_not()
        return key.member.club

    @Show(Right.KEY)
    def get(self) -> Any:
        """List the clubs of the key. A key belongs to exactly one club."""
        return self.listed([self.serialize(self.target)])


class ClubOne(Item, path="clubs/<slug:club>/"):
    """GET: Get a club.

    PATCH: Change the name, the language, the pack or the time zone of a club.

    Its slug and its address stay the same. The language is that of mails, previews of links and names that
    the program gives. Responses are in the language of who asks (`Accept-Language`). The pack is how pages
    show and name the cards. After a change of the time zone the hours of events (`starts_at`) stay as they
    were written, and moments such as `sign_up_until` stay the same moments.
    """

    shape = ClubShape
    fetch = through(club_for)
    get = Show(Right.CLUB)
    patch = Act(Right.CLUB, ClubEdit, clubs.change_club)


class MemberList(Collection, path="clubs/<slug:club>/members/"):
    """GET: List the members of a club."""

    shape = MemberShape
    by_columns = True
    fetch = through(club_of("owner"))
    rows = of_target(members_of)
    get = Show(Right.CLUB)

    @Add(Right.CLUB, MemberEdit, answers={201: InvitationShape}, without=("ETag",))
    def post(self) -> Any:
        """Invite a member.

        The response contains a link with which one person can join. You cannot get the link again later.
        """
        invitation, token = clubs.invite_member(self.target, self.actor, self.body["role"])
        link = reverse("join", kwargs={"token": token}, request=self.request)
        vars(invitation).update(token=token, link=link)
        return Response(self.serialize(invitation, InvitationShape), status=201, headers={"Location": link})


class MemberOne(Item, path="clubs/<slug:club>/members/<slug:member>/"):
    """GET: Get a member.

    PATCH: Change the role of a member.

    The last owner keeps this role.

    DELETE: Remove a member and the keys of this member.

    The last owner cannot be removed.
    """

    shape = MemberShape
    held_by = "club"
    get = Show(Right.CLUB)
    delete = Remove(Right.CLUB, verb=clubs.remove_member)
    fetch = one_of(members_of, through(club_of("owner")))
    patch = Act(Right.CLUB, MemberEdit, clubs.change_role)
