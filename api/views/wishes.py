"""Wishes about who sits with whom and where: families and wheelchairs, for directors alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework.request import Request
from rest_framework.response import Response

from api.resources import Resource, Thing, Things
from api.rights import Right
from api.shapes.wishes import NewClubWishes, NewEventWishes, WishesMadeShape, WishShape
from tournaments.access import club_for, event_for_director, wish_for_director
from tournaments.services.events import wishes
from tournaments.services.events.wishes import wishes_of, wishes_of_club

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from tournaments.models import Club, Event, SeatingWish


class ClubWishes(Things["Club"]):
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
        """Who are kept apart in every event of a club."""
        return self.page()

    def post(self, request: Request, **ids: Any) -> Response:
        """Keep players apart in every event of the club: each pair of those named.

        All pairs, or none.
        """
        return _made(self, wishes.add_wishes(self.target, self.actor, **self.body))


class EventWishes(Things["Event"]):
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
        """What is asked of an event's draws: its own wishes, and its club's."""
        return self.page()

    def post(self, request: Request, **ids: Any) -> Response:
        """Ask something of every draw of the event from the next on: all pairs of those named, or none."""
        return _made(self, wishes.add_wishes(self.target.club, self.actor, event=self.target, **self.body))


class WishOne(Thing["SeatingWish"]):
    rights = {"GET": Right.EVENTS, "DELETE": Right.EVENTS}
    shape = WishShape
    answers = {"DELETE": {204: None}}
    held_by = "club"

    def fetch(self, wish: str) -> SeatingWish:
        return wish_for_director(self.actor, wish)

    def get(self, request: Request, **ids: Any) -> Response:
        """A wish."""
        return self.show()

    def delete(self, request: Request, **ids: Any) -> Response:
        """Ask no more for this."""
        wishes.remove_wish(self.target, self.actor)
        return Response(status=204)


def _made(view: Resource[Any], made: list[SeatingWish]) -> Response:
    return Response(WishesMadeShape({"results": made, "next": None}, context={"view": view}).data, status=201)
