"""The ratings of a club."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.resources import Item
from api.rights import Right
from api.shapes.base import Answer, Id
from tournaments.clubs.access import club_for_viewer
from tournaments.ratings.verbs import present_ratings
from tournaments.seasons.access import may_see_person

if TYPE_CHECKING:
    from tournaments.clubs.models.clubs import Club


class RatingShape(Answer):
    """How strong somebody is: points, with a range that holds the true strength in about 95 % of cases."""

    player = Id(source="player_id")
    name = serializers.CharField(source="player.public_name")
    family = serializers.CharField(help_text="The preset of the events.")
    points = serializers.IntegerField(
        source="strength.points", help_text="Of somebody who was never rated: 1500."
    )
    around = serializers.IntegerField(
        source="strength.around", help_text="The range is `points` plus and minus this."
    )
    provisional = serializers.BooleanField(
        source="strength.is_provisional", help_text="There are fewer than ten events."
    )
    events = serializers.IntegerField(help_text="Rated events.")


class ClubRatingsShape(Answer):
    """The ratings of a club."""

    results = RatingShape(many=True)
    next = serializers.CharField(allow_null=True, help_text="Always null: there is one page.")


class ClubRatings(Item["Club"]):
    rights = {"GET": Right.READ}
    shape = ClubRatingsShape

    def fetch(self, club: str) -> Club:
        return club_for_viewer(club)

    def represent(self) -> Any:
        families = present_ratings(self.target, lambda someone: may_see_person(self.actor, someone))
        return self.serialize({"results": [row for rows in families.values() for row in rows], "next": None})

    def get(self, request: Request, **ids: Any) -> Response:
        """List the ratings of a club: by rule family the best 300, provisional ones last.

        A rating is made from the order of the net chips at each table in each round of finished events. By
        themselves ratings decide no prize, no place and no seat. People whom you may not see are left out.
        """
        return self.show()
