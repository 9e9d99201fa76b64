"""Wishes for seats, such as families apart or a wheelchair at table 1. Only directors see them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.resources import Collection, Item, Resource
from api.rights import Right
from api.shapes.base import Answer, Flag, Id, Moment, OneOf, Several, Shape, Text, Whole
from tournaments.clubs.access import club_for
from tournaments.draw.access import wish_for_director
from tournaments.draw.verbs import wishes
from tournaments.draw.verbs.wishes import MOST_PLAYERS, wishes_of, wishes_of_club
from tournaments.events.access import event_for_director

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from tournaments.clubs.models.clubs import Club
    from tournaments.draw.models import SeatingWish
    from tournaments.events.models.events import Event


CLUB_KINDS = ["apart"]
KINDS = ["apart", "together", "seat", "table"]
NUMBER = "With `seat`: the number of the seat, from 0. With `table`: the number of the table, from 1."
MUST = "A draw that breaks the wish is refused. `false`: the wish is weighed against repeats."
ALWAYS = "Together in every round. Default: once."


class WishedPlayer(Answer):
    """A player in a wish."""

    id = Id()
    name = serializers.CharField(help_text="The name within the club.")


class WishShape(Answer):
    """A wish for all draws of an event, or of all events of a club. Only directors see it."""

    id = Id()
    event = Id(source="event_id", allow_null=True, help_text="Null: for all events of the club.")
    kind = serializers.ChoiceField(KINDS)
    players = serializers.SerializerMethodField(help_text="Two players, or one with `seat` or `table`.")
    number = serializers.IntegerField(allow_null=True, help_text=NUMBER)
    must = serializers.BooleanField(help_text=MUST)
    always = serializers.BooleanField(help_text=ALWAYS)
    note = serializers.CharField()
    created_at = Moment()

    @extend_schema_field(WishedPlayer(many=True))
    def get_players(self, wish: Any) -> Any:
        represent = WishedPlayer.shared().to_representation
        return [represent(player) for player in (wish.player, wish.other) if player is not None]


class NewWishes(Shape):
    """New wishes. With more than two players, each pair becomes a wish."""

    players = Several(
        child=Text(max_length=60),
        min_length=1,
        max_length=100,
        most=MOST_PLAYERS,
        help_text="Ids of players.",
    )
    must = Flag(required=False, help_text=MUST)
    note = Text(max_length=200, required=False, allow_blank=True)


class NewClubWishes(NewWishes):
    kind = OneOf(CLUB_KINDS)


class NewEventWishes(NewWishes):
    kind = OneOf(KINDS)
    always = Flag(required=False, help_text=ALWAYS)
    number = Whole(required=False, allow_null=True, help_text=NUMBER)


class WishesMadeShape(Answer):
    """The new wishes."""

    results = WishShape(many=True)
    next = serializers.CharField(allow_null=True, help_text="Always null.")


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
