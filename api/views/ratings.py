"""The ratings of a club."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from api.resources import Item
from api.rights import Right
from api.shapes.ratings import ClubRatingsShape
from tournaments.access import club_for_viewer, may_see_person
from tournaments.services.ratings.showing import ratings_of_club

if TYPE_CHECKING:
    from tournaments.models import Club


class ClubRatings(Item["Club"]):
    rights = {"GET": Right.READ}
    shape = ClubRatingsShape

    def fetch(self, club: str) -> Club:
        return club_for_viewer(club)

    def represent(self) -> Any:
        found = ratings_of_club(
            self.target, timezone.localdate(), lambda someone: may_see_person(self.actor, someone)
        )
        return self.serialize({"results": found, "next": None})

    def get(self, request: Request, **ids: Any) -> Response:
        """Get the ratings of a club, by rule family, and how well they predict events.

        A rating is made from the order of the net chips at each table in each round of finished events. By
        themselves ratings decide no prize, no place and no seat. Where they are no better than “all are
        equal”, none is listed: these results cannot tell people apart yet. People whom the reader may not
        see are left out.
        """
        return self.show()
