"""A club's roster."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework.request import Request
from rest_framework.response import Response

from api.resources import Thing, Things
from api.rights import Right
from api.shapes.clubs import NewPlayer, PlayerEdit, PlayerShape, PlayersQuery
from tournaments.access import club_for, player_for
from tournaments.services.clubs import players
from tournaments.services.clubs.players import players_of

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from tournaments.models import Club, Player

BOTS = {"true": True, "false": False}


class PlayerList(Things["Club"]):
    rights = {"GET": Right.EVENTS, "POST": Right.EVENTS}
    bodies = {"POST": NewPlayer}
    queries = {"GET": PlayersQuery}
    shape = PlayerShape

    def fetch(self, club: str) -> Club:
        return club_for(self.actor, club, "director")

    def rows(self) -> QuerySet[Player]:
        return players_of(
            self.target,
            search=self.query.get("search", ""),
            bots=BOTS.get(self.query.get("bots", "")),
        )

    def get(self, request: Request, **ids: Any) -> Response:
        """The players of a club."""
        return self.page()

    def post(self, request: Request, **ids: Any) -> Response:
        """Add a person or a bot to the roster."""
        return self.created(players.add_player(self.target, self.actor, **self.body))


class PlayerOne(Thing["Player"]):
    rights = {"GET": Right.EVENTS, "PATCH": Right.EVENTS, "DELETE": Right.EVENTS}
    bodies = {"PATCH": PlayerEdit}
    shape = PlayerShape
    answers = {"DELETE": {204: None}}
    held_by = "club"

    def fetch(self, club: str, player: str) -> Player:
        of = club_for(self.actor, club, "director")
        return self.within(player_for(self.actor, player, "director"), club_id=of.pk)

    def get(self, request: Request, **ids: Any) -> Response:
        """A player."""
        return self.show()

    def patch(self, request: Request, **ids: Any) -> Response:
        """Give a player another name, for the club or for the public."""
        return self.changed(players.edit_player(self.target, self.actor, **self.body))

    def delete(self, request: Request, **ids: Any) -> Response:
        """Take a player off the roster.

        The events they played in keep them.
        """
        players.remove_player(self.target, self.actor)
        return Response(status=204)
