"""The roster of a club."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework.request import Request
from rest_framework.response import Response

from api.resources import Collection, Item
from api.rights import Right
from api.shapes.clubs import NewPlayer, PlayerEdit, PlayerShape, PlayersQuery
from tournaments.access import club_for, player_for
from tournaments.services.clubs import players
from tournaments.services.clubs.players import players_of

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from tournaments.models import Club, Player

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
