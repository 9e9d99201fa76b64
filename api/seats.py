"""Changes of seats by hand. Each verb returns the round, whose certificate shows what the change costs.

In a published round, only tables without a deal can change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework.request import Request
from rest_framework.response import Response

from api.resources import Item
from api.rights import Right
from api.rounds import (
    GivingBack,
    Leaving,
    LeavingTable,
    Left,
    Move,
    RoundItem,
    Seating,
    SeatShape,
    Substitution,
    Swap,
)
from tournaments.desk.verbs import leaving, seats
from tournaments.events.access import entry_for_director
from tournaments.tables.access import table_for_director

if TYPE_CHECKING:
    from tournaments.tables.models.rounds import Table


class RoundSwap(RoundItem):
    rights = {"POST": Right.EVENTS}
    bodies = {"POST": Swap}

    def post(self, request: Request, **ids: Any) -> Response:
        """Swap the seats of two entries.

        In a published round this is possible only while both tables have no deal.
        """
        first, second = (entry_for_director(self.actor, ref) for ref in self.body["entries"])
        return self.changed(seats.swap_seats(self.target, self.actor, first, second, self.draw_seen))


class RoundMove(RoundItem):
    rights = {"POST": Right.EVENTS}
    bodies = {"POST": Move}

    def post(self, request: Request, **ids: Any) -> Response:
        """Move an entry to another table.

        That table gets one more seat, and the old table one less. In a published round this is possible only
        while both tables have no deal.
        """
        entry = entry_for_director(self.actor, self.body["entry"])
        table = table_for_director(self.actor, self.body["table"])
        return self.changed(seats.move_seat(self.target, self.actor, entry, table, self.draw_seen))


class RoundSeating(RoundItem):
    rights = {"PUT": Right.EVENTS}
    bodies = {"PUT": Seating}
    longest_body = 2 * 1024 * 1024

    def put(self, request: Request, **ids: Any) -> Response:
        """Seat the whole round by hand.

        Send each seated entry exactly once. In a published round, only tables without a deal may change.
        """
        return self.changed(seats.seat_by_hand(self.target, self.actor, self.body["seats"], self.draw_seen))


class RoundSubstitute(RoundItem):
    rights = {"POST": Right.EVENTS}
    bodies = {"POST": Substitution}

    def post(self, request: Request, **ids: Any) -> Response:
        """Replace an absent entry by one without a seat.

        In a published round this is possible only while the table has no deal.
        """
        out, into = (entry_for_director(self.actor, self.body[name]) for name in ("out", "into"))
        return self.changed(seats.substitute(self.target, self.actor, out, into, self.draw_seen))


class RoundLeaveOut(RoundItem):
    rights = {"POST": Right.EVENTS}
    bodies = {"POST": Leaving}

    def post(self, request: Request, **ids: Any) -> Response:
        """Leave out an absent entry. Its table loses one seat.

        In a published round this is possible only while the table has no deal.
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


class TableLeave(Item["Table"]):
    rights = {"POST": Right.EVENTS}
    bodies = {"POST": LeavingTable}
    shape = Left
    without = {"POST": ("ETag",)}

    def fetch(self, table: str) -> Table:
        return table_for_director(self.actor, table)

    def post(self, request: Request, **ids: Any) -> Response:
        """Let an entry leave in the middle of a round.

        From the next deal on a substitute has the seat and its purse, or the table plays with one seat less.
        The results of earlier deals stay with the entry that leaves. The phone of the seat loses its access.
        """
        into = self.body.get("into")
        left = leaving.leave_table(
            self.target,
            self.actor,
            entry_for_director(self.actor, self.body["out"]),
            None if into is None else entry_for_director(self.actor, into),
            self.body["from_deal"],
            withdraw=self.body.get("withdraw", False),
        )
        return Response(self.serialize(left))


class TableGiveBack(Item["Table"]):
    rights = {"POST": Right.EVENTS}
    bodies = {"POST": GivingBack}
    shape = SeatShape
    without = {"POST": ("ETag",)}

    def fetch(self, table: str) -> Table:
        return table_for_director(self.actor, table)

    def post(self, request: Request, **ids: Any) -> Response:
        """Undo the last change of a seat, as long as no deal has been recorded since."""
        return Response(self.serialize(leaving.give_seat_back(self.target, self.actor, self.body["seat"])))
