"""Players of several clubs who are one person: by the person, or by two clubs; and undoing it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, ClassVar

from django.db import transaction
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from api.resources import READING, Item, hash_of
from api.rights import Right
from api.shapes.base import Shape
from api.shapes.people import NewPersonLink, PersonLinkShape, PersonLinksShape
from tournaments.access import (
    by_id,
    is_that_person,
    need_role,
    own_player,
    owned_players,
    person_for_linking,
    person_link_for_owner,
    person_link_for_undoing,
)
from tournaments.services.seasons import links, people
from tournaments.services.seasons.people import Someone

if TYPE_CHECKING:
    from tournaments.models import PersonLink

STORED = ("id", "person_id", "player_id", "player", "club", "consent", "asked_at", "agreed_at")
"""What the response contains of a row."""


def with_others(link: PersonLink) -> Any:
    """Return a link with the other players of its person, as far as they count."""
    others = [each for each in link.person.links.all() if each.agreed_at and each.pk != link.pk]
    columns = {name: getattr(link, name) for name in STORED}
    return SimpleNamespace(**columns, others=[each.player for each in others])


class PersonLinks(Item[Someone]):
    rights = {"GET": Right.EVENTS, "POST": Right.CLUB}
    bodies = {"POST": NewPersonLink}
    shape = PersonLinksShape
    answers = {"POST": {201: PersonLinkShape}}

    def fetch(self, person: str) -> Someone:
        return person_for_linking(self.actor, person)

    def represent(self) -> Any:
        rows = [with_others(link) for link in links.links_about(self.target)]
        return self.serialize({"results": rows, "next": None})

    def hold(self) -> None:
        """Lock what a change of these links locks first."""
        for link in links.links_about(self.target):
            people.lock_for_links(link)

    def get(self, request: Request, **ids: Any) -> Response:
        """List with which players of other clubs a person is linked, and what waits for an answer.

        The person sees it, and directors of their clubs.
        """
        return self.show()

    def post(self, request: Request, **ids: Any) -> Response:
        """Say that a player of another club is this person.

        With a key of the person it counts at once: both clubs have said that the players have their account.
        For somebody without an account an owner of their club asks, and an owner of the other club agrees.
        """
        someone = self.target
        if is_that_person(self.actor, someone):
            player = own_player(self.actor, self.body["player"])
            with transaction.atomic():
                if someone.person is None:
                    people.link_mine(someone.players[0], self.actor)
                link = people.link_mine(player, self.actor)
        else:
            owned = owned_players(self.actor, someone)
            if not owned:
                mine = [each.club for each in someone.players if self.actor.sees_all_of(each.club)]
                need_role(self.actor, mine[0] if mine else someone.players[0].club, "owner")
            link = people.ask_link(owned[0], links.player_to_ask(self.body["player"]), self.actor)
        address = reverse("api:person-link", args=[someone.players[0].pk, link.pk])
        data = PersonLinkShape(with_others(link), context={"view": self}).data
        return Response(data, status=201, headers={"Location": address, "ETag": hash_of(data)})


class PersonLinkRoute(Item["PersonLink"]):
    """A route about a link, for the person, and for owners of the clubs."""

    shape: ClassVar[type[Shape]] = PersonLinkShape

    def fetch(self, person: str, link: str) -> PersonLink:
        someone = person_for_linking(self.actor, person)
        match: PersonLink = by_id(links.links_about(someone), link)
        if self.request.method not in READING:
            self.check(match)
        return match

    def check(self, link: PersonLink) -> None:
        """Check the rights for a change."""
        person_link_for_undoing(self.actor, link.pk)

    def serialize(self, thing: PersonLink) -> Any:
        return super().serialize(with_others(thing))

    def hold(self) -> None:
        """Lock what a change of the link locks first."""
        people.lock_for_links(self.target)


class PersonLinkOne(PersonLinkRoute):
    rights = {"GET": Right.EVENTS, "DELETE": Right.CLUB}
    answers = {"DELETE": {204: None}}

    def get(self, request: Request, **ids: Any) -> Response:
        """Get a link of a person."""
        return self.show()

    def delete(self, request: Request, **ids: Any) -> Response:
        """Undo a link, or say no. The results of the player count for the player alone.

        The person can, and the owners of all their clubs.
        """
        people.undo_link(self.target, self.actor)
        return Response(status=204)


class PersonLinkAgree(PersonLinkRoute):
    rights = {"POST": Right.CLUB}

    def check(self, link: PersonLink) -> None:
        person_link_for_owner(self.actor, link.pk)

    def post(self, request: Request, **ids: Any) -> Response:
        """Agree, as an owner of the club of the player, that they are this person."""
        people.agree_link(self.target, self.actor)
        return self.changed(self.fetch(**self.kwargs))
