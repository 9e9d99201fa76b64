"""Who sits where, changed by hand: each verb answers with the round, and its certificate says what it costs.

A proposal is changed freely, a published round only at tables that have no deal.
"""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from api.rights import Right
from api.shapes.rounds import Leaving, Move, Seating, Substitution, Swap
from api.views.rounds import RoundThing
from tournaments.access import entry_for_director, table_for_director
from tournaments.services.evening import seats


class RoundSwap(RoundThing):
    rights = {"POST": Right.EVENTS}
    bodies = {"POST": Swap}

    def post(self, request: Request, **ids: Any) -> Response:
        """Two entries change seats.

        In a published round only while their tables have no deal.
        """
        one, other = (entry_for_director(self.actor, ref) for ref in self.body["entries"])
        return self.changed(seats.swap_seats(self.target, self.actor, one, other, self.draw_seen))


class RoundMove(RoundThing):
    rights = {"POST": Right.EVENTS}
    bodies = {"POST": Move}

    def post(self, request: Request, **ids: Any) -> Response:
        """An entry goes to another table, which grows by one seat; the one it leaves shrinks.

        In a published round only while both tables have no deal.
        """
        entry = entry_for_director(self.actor, self.body["entry"])
        table = table_for_director(self.actor, self.body["table"])
        return self.changed(seats.move_seat(self.target, self.actor, entry, table, self.draw_seen))


class RoundSeating(RoundThing):
    rights = {"PUT": Right.EVENTS}
    bodies = {"PUT": Seating}
    longest_body = 2 * 1024 * 1024

    def put(self, request: Request, **ids: Any) -> Response:
        """Seat everybody by hand: the whole round at once.

        The same people as before, each once. In a published round only tables without a deal may differ.
        """
        return self.changed(seats.seat_by_hand(self.target, self.actor, self.body["seats"], self.draw_seen))


class RoundSubstitute(RoundThing):
    rights = {"POST": Right.EVENTS}
    bodies = {"POST": Substitution}

    def post(self, request: Request, **ids: Any) -> Response:
        """Somebody without a seat sits in for somebody who has not come.

        In a published round only while the table has no deal.
        """
        out, into = (entry_for_director(self.actor, self.body[name]) for name in ("out", "into"))
        return self.changed(seats.substitute(self.target, self.actor, out, into, self.draw_seen))


class RoundLeaveOut(RoundThing):
    rights = {"POST": Right.EVENTS}
    bodies = {"POST": Leaving}

    def post(self, request: Request, **ids: Any) -> Response:
        """A table goes on without somebody who has not come: it shrinks by one seat.

        In a published round only while the table has no deal.
        """
        return self.changed(
            seats.leave_out(
                self.target,
                self.actor,
                entry_for_director(self.actor, self.body["entry"]),
                self.draw_seen,
                withdraw=self.body.get("withdraw", False),
            )
        )
