"""Who sits where, changed by hand: each verb answers with the round, and its certificate says what it costs.

A proposal is changed freely, a published round only at tables that have no deal.
"""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from api.rights import Right
from api.shapes.rounds import Swap
from api.views.rounds import RoundThing
from tournaments.access import entry_for_director
from tournaments.services import seats


class RoundSwap(RoundThing):
    rights = {"POST": Right.EVENTS}
    bodies = {"POST": Swap}

    def post(self, request: Request, **ids: Any) -> Response:
        """Two entries change seats.

        In a published round only while their tables have no deal.
        """
        one, other = (entry_for_director(self.actor, ref) for ref in self.body["entries"])
        return self.changed(seats.swap_seats(self.target, self.actor, one, other, self.draw_seen))
