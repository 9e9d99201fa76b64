"""The roster of a club."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from api.clubs import NewPlayer, PlayerEdit, PlayerLinkShape, PlayerShape, PlayersQuery
from api.resources import Collection, Item
from api.rights import Right
from tournaments.clubs.access import club_for, player_for
from tournaments.clubs.verbs import people, players
from tournaments.clubs.verbs.players import players_of

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from tournaments.clubs.models.clubs import Club
    from tournaments.clubs.models.people import Player


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
        return self.created(players.add_player(self.target, self.actor, **self.body))


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
        return self.changed(players.edit_player(self.target, self.actor, **self.body))

    def delete(self, request: Request, **ids: Any) -> Response:
        """Remove a player from the roster.

        Events in which the player took part stay as they are.
        """
        players.remove_player(self.target, self.actor)
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
