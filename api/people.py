"""The roster of a club, and persons: one human over the clubs of this installation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from api.clubs import NewPlayer, PlayerEdit, PlayerLinkShape, PlayerShape, PlayersQuery
from api.evenings import InPoints
from api.lists import page_of_list
from api.resources import READING, Collection, Item, Resource
from api.results import Number
from api.rights import Right
from api.shapes import Answer, Id, OneOf, Shape
from tournaments.clubs.access import club_for, player_for
from tournaments.clubs.verbs import people
from tournaments.clubs.verbs.people import Someone, lock_player, players_of
from tournaments.seasons.access import (
    events_of_person,
    person_for_editing,
    person_for_viewer,
    seasons_of_person,
)
from tournaments.seasons.verbs.figures import opponents
from tournaments.seasons.verbs.results import evening_results, season_results

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from tournaments.clubs.models import Club, Player
    from tournaments.events.models.events import Event
    from tournaments.seasons.models import Season


PERSON_VISIBILITIES = ["members", "public", "hidden"]
VISIBILITY = (
    "Who may see the person: `members` of their clubs, everybody (`public`), or nobody else (`hidden`)."
)


class PlayerOfPersonShape(Answer):
    """A player of a club who is this person."""

    player = Id(source="pk")
    club = serializers.CharField(source="club.slug")
    name = serializers.CharField(source="public_name")


class PersonShape(Answer):
    """One human over the clubs of this installation."""

    id = Id(source="ref", help_text="Of their first player.")
    name = serializers.CharField(source="public_name")
    visibility = serializers.ChoiceField(PERSON_VISIBILITIES, help_text=VISIBILITY)
    players = PlayerOfPersonShape(many=True)


class PersonEdit(Shape):
    visibility = OneOf(PERSON_VISIBILITIES, help_text=VISIBILITY)


class PersonResultShape(Answer):
    """A person in one event."""

    event = Id(source="event.pk")
    name = serializers.CharField(source="event.name")
    club = serializers.CharField(source="event.club.slug")
    starts_on = serializers.DateField(source="event.starts_on", allow_null=True)
    entry = Id()
    place = serializers.IntegerField(allow_null=True, help_text="Among people. Null: none.")
    people = serializers.IntegerField(help_text="How many people were ranked.")
    score = serializers.FloatField()
    net = Number(help_text="Net chips.")
    deals = serializers.IntegerField(help_text="Deals played.")


class PersonSeasonShape(Answer):
    """A person in one season."""

    season = Id(source="season.pk")
    name = serializers.CharField(source="season.name")
    league = Id(source="season.league_id")
    club = serializers.CharField(source="season.league.club.slug")
    status = serializers.CharField(source="season.status")
    player = Id(source="member.player_id", help_text="By whom they are a member.")
    division = serializers.CharField(help_text="Empty: none.")
    place = serializers.IntegerField(allow_null=True, help_text="As announced, if the season is finished.")
    people = serializers.IntegerField(help_text="How many are in the table.")
    points = InPoints(allow_null=True)
    attended = serializers.IntegerField(help_text="Evenings played or organised.")
    move = serializers.CharField(help_text="At its end, such as `up`. Empty: none.")


class EstimateShape(Answer):
    """A figure with its 95 % interval."""

    mean = serializers.FloatField(allow_null=True, help_text="Null: there is no data.")
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)


class OpponentShape(Answer):
    """Somebody who sat at a table with a person."""

    player = Id(source="player.pk", help_text="The player with whom it happened last.")
    name = serializers.CharField(source="player.public_name")
    club = serializers.CharField(source="player.club.slug")
    tables = serializers.IntegerField()
    deals = serializers.IntegerField()
    ahead = EstimateShape(help_text="The share of tables at which the person won more chips; equal is half.")
    difference = EstimateShape(help_text="How many chips more the person won, for each table.")


class PersonRoute(Resource[Someone]):
    """A route about a person. Who may see them can read."""

    def fetch(self, person: str) -> Someone:
        if self.request.method in READING:
            return person_for_viewer(self.actor, person)
        return person_for_editing(self.actor, person)


class PersonOne(PersonRoute, Item[Someone]):
    rights = {"GET": Right.READ, "PATCH": Right.CLUB}
    bodies = {"PATCH": PersonEdit}
    shape = PersonShape

    def hold(self) -> None:
        """Lock the players of the person."""
        for player in sorted(self.target.players, key=lambda each: each.club_id):
            lock_player(player)

    def get(self, request: Request, **ids: Any) -> Response:
        """Get a person, by the id of one of their players.

        Members of the clubs of the person see them, unless the person is public or hidden.
        """
        return self.show()

    def patch(self, request: Request, **ids: Any) -> Response:
        """Say who may see a person.

        The person can, and for somebody without an account an owner of one of their clubs.
        """
        if "visibility" in self.body:
            people.set_visibility(self.target, self.actor, self.body["visibility"])
        return self.changed(self.fetch(**self.kwargs))


class PersonResults(PersonRoute, Collection[Someone]):
    rights = {"GET": Right.READ}
    shape = PersonResultShape
    order = "-id"

    def rows(self) -> Any:
        # `complete` reads the rest, of the rows of a page.
        return self._events().values("id")

    def complete(self, rows: list[Any]) -> list[Any]:
        shown = self._events().filter(pk__in=[row["id"] for row in rows])
        shown = shown.only("name", "starts_on", "club__slug")
        results = evening_results(self.target, shown, limit=len(rows))
        return sorted(results, key=lambda result: result.event.pk, reverse=True)

    def _events(self) -> QuerySet[Event]:
        return events_of_person(self.actor, self.target)

    def get(self, request: Request, **ids: Any) -> Response:
        """List the events of a person with places, the newest first.

        An event in which they played no deal is left out, so a page can be shorter than its limit.
        """
        return self.page()


class PersonSeasons(PersonRoute, Collection[Someone]):
    rights = {"GET": Right.READ}
    shape = PersonSeasonShape
    order = "-id"

    def rows(self) -> Any:
        return self._seasons().values("id")

    def complete(self, rows: list[Any]) -> list[Any]:
        shown = self._seasons().filter(pk__in=[row["id"] for row in rows])
        shown = shown.only("name", "status", "league__club__slug")
        results = season_results(self.target, shown)
        return sorted(results, key=lambda result: result.season.pk, reverse=True)

    def _seasons(self) -> QuerySet[Season]:
        return seasons_of_person(self.actor, self.target)

    def get(self, request: Request, **ids: Any) -> Response:
        """List the seasons of a person with places, the newest first."""
        return self.page()


class PersonOpponents(PersonRoute, Collection[Someone]):
    rights = {"GET": Right.READ}
    shape = OpponentShape

    def get(self, request: Request, **ids: Any) -> Response:
        """List with whom a person sat, most tables first: head to head in their newest 50 events.

        Intervals are 95 % intervals. Only events that you may see count.
        """
        rows = opponents(self.target, events_of_person(self.actor, self.target))
        page = page_of_list(rows, "ref", request, limit=self.query["limit"], cursor=self.query.get("cursor"))
        shape = self.shape(context={"view": self})
        return self.listed([shape.to_representation(row) for row in page.rows], page.next)


# ---- The roster of a club.


BOTS = {"true": True, "false": False}


class PlayerList(Collection["Club"]):
    rights = {"GET": Right.EVENTS, "POST": Right.EVENTS}
    bodies = {"POST": NewPlayer}
    queries = {"GET": PlayersQuery}
    shape = PlayerShape
    by_columns = True

    def fetch(self, club: str) -> Club:
        return club_for(self.actor, club, "director")

    def rows(self) -> QuerySet[Player]:
        return players_of(
            self.target, search=self.query.get("search", ""), bots=BOTS.get(self.query.get("bots", ""))
        )

    def get(self, request: Request, **ids: Any) -> Response:
        """List the players of a club."""
        return self.page()

    def post(self, request: Request, **ids: Any) -> Response:
        """Add a person or a bot to the roster."""
        return self.created(people.add_player(self.target, self.actor, **self.body))


class PlayerOne(Item["Player"]):
    rights = {"GET": Right.EVENTS, "PATCH": Right.EVENTS, "DELETE": Right.EVENTS}
    bodies = {"PATCH": PlayerEdit}
    shape = PlayerShape
    answers = {"DELETE": {204: None}}
    held_by = "club"

    def fetch(self, club: str, player: str) -> Player:
        parent = club_for(self.actor, club, "director")
        return self.within(player_for(self.actor, player, "director"), club_id=parent.pk)

    def get(self, request: Request, **ids: Any) -> Response:
        """Get a player."""
        return self.show()

    def patch(self, request: Request, **ids: Any) -> Response:
        """Change the name of a player, for the club or for the public."""
        return self.changed(people.edit_player(self.target, self.actor, **self.body))

    def delete(self, request: Request, **ids: Any) -> Response:
        """Remove a player from the roster.

        Events in which the player took part stay as they are.
        """
        people.remove_player(self.target, self.actor)
        return Response(status=204)


class PlayerLink(Item["Player"]):
    rights = {"POST": Right.EVENTS, "DELETE": Right.EVENTS}
    shape = PlayerLinkShape
    answers = {"POST": {201: PlayerLinkShape}, "DELETE": {204: None}}
    without = {"POST": ("ETag",)}
    fetch = PlayerOne.fetch
    held_by = "club"

    def represent(self) -> Any:
        """Return the player: a link has the version of its player."""
        return PlayerOne.shape(self.target, context={"view": self}).data

    def post(self, request: Request, **ids: Any) -> Response:
        """Make the link by which a person takes a player into their account.

        Whoever opens it can take the player into their account. It works once, and replaces the link before.
        You cannot get it again later.
        """
        token = people.make_link(self.target, self.actor)
        link = reverse("take_player", kwargs={"token": token}, request=request)
        return Response(
            PlayerLinkShape({"token": token, "link": link}).data, status=201, headers={"Location": link}
        )

    def delete(self, request: Request, **ids: Any) -> Response:
        """Let a player have no account and no link. The account keeps its players of other clubs."""
        people.leave(self.target, self.actor)
        return Response(status=204)
