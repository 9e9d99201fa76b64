"""Wishes for seats, such as families apart or a wheelchair at table 1. Only directors see them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework.request import Request
from rest_framework.response import Response

from api.resources import Collection, Item, Resource
from api.rights import Right
from api.shapes.wishes import NewClubWishes, NewEventWishes, WishesMadeShape, WishShape
from tournaments.clubs.access import club_for
from tournaments.draw.access import wish_for_director
from tournaments.draw.verbs import wishes
from tournaments.draw.verbs.wishes import wishes_of, wishes_of_club
from tournaments.events.access import event_for_director

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from tournaments.clubs.models.clubs import Club
    from tournaments.draw.models import SeatingWish
    from tournaments.events.models.events import Event


class ClubWishes(Collection["Club"]):
    rights = {"GET": Right.EVENTS, "POST": Right.EVENTS}
    bodies = {"POST": NewClubWishes}
    shape = WishShape
    answers = {"POST": {201: WishesMadeShape}}
    without = {"POST": ("ETag", "Location")}

    def fetch(self, club: str) -> Club:
        return club_for(self.actor, club, "director")

    def rows(self) -> QuerySet[SeatingWish]:
        return wishes_of_club(self.target)

    def get(self, request: Request, **ids: Any) -> Response:
        """List the wishes that hold in all events of a club."""
        return self.page()

    def post(self, request: Request, **ids: Any) -> Response:
        """Keep players apart in all events of the club.

        Each pair of the named players becomes a wish. If one pair is refused, none is stored.
        """
        return _created(self, wishes.add_wishes(self.target, self.actor, **self.body))


class EventWishes(Collection["Event"]):
    rights = {"GET": Right.EVENTS, "POST": Right.EVENTS}
    bodies = {"POST": NewEventWishes}
    shape = WishShape
    answers = {"POST": {201: WishesMadeShape}}
    without = {"POST": ("ETag", "Location")}

    def fetch(self, event: str) -> Event:
        return event_for_director(self.actor, event)

    def rows(self) -> QuerySet[SeatingWish]:
        return wishes_of(self.target)

    def get(self, request: Request, **ids: Any) -> Response:
        """List the wishes of an event, including those of its club."""
        return self.page()

    def post(self, request: Request, **ids: Any) -> Response:
        """Add wishes for all future draws of the event.

        More than two players make a wish for each pair. If one wish is refused, none is stored.
        """
        return _created(self, wishes.add_wishes(self.target.club, self.actor, event=self.target, **self.body))


class WishOne(Item["SeatingWish"]):
    rights = {"GET": Right.EVENTS, "DELETE": Right.EVENTS}
    shape = WishShape
    answers = {"DELETE": {204: None}}
    held_by = "club"

    def fetch(self, wish: str) -> SeatingWish:
        return wish_for_director(self.actor, wish)

    def get(self, request: Request, **ids: Any) -> Response:
        """Get a wish."""
        return self.show()

    def delete(self, request: Request, **ids: Any) -> Response:
        """Remove a wish."""
        wishes.remove_wish(self.target, self.actor)
        return Response(status=204)


def _created(view: Resource[Any], created: list[SeatingWish]) -> Response:
    return Response(
        WishesMadeShape({"results": created, "next": None}, context={"view": view}).data, status=201
    )
