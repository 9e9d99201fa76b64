"""Tables, their deals and their ledger."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from api.filters import DealsFilters, LedgerFilters
from api.problems import Stale
from api.resources import READING, Thing, Things, hash_of
from api.rights import Right, acts_as_director
from api.shapes.claims import ClaimShape
from api.shapes.results import DealBody, DealShape, TransferShape, Voiding
from api.shapes.rounds import TableShape
from tournaments.access import deal_for_viewer, table_for_recording, table_for_scorer, table_for_viewer
from tournaments.errors import NotFound
from tournaments.services.draw.tables import table_seats
from tournaments.services.play import claims, results, voids
from tournaments.services.play.deals import table_deals, table_ledger
from tournaments.services.standings.table_states import seat_nets, table_state

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from tournaments.models import Deal, Table, Transfer

LEDGER = ("transfers__source", "transfers__target")


class TableOne(Thing["Table"]):
    rights = {"GET": Right.READ}
    shape = TableShape

    def fetch(self, table: str) -> Table:
        return table_for_viewer(self.actor, table)

    def represent(self) -> Any:
        table = self.target
        state = table_state(table)
        nets = seat_nets(table)
        # A table has purses from the publishing of its round on.
        purses = dict(enumerate(state.purses))
        seats = [
            {
                "number": seat.number,
                "entry_id": seat.entry_id,
                "entry": seat.entry,
                "purse": purses.get(seat.number, 0),
                "net": nets.get(seat.number, 0),
            }
            for seat in table_seats(table)
        ]
        over = table.closed_at is not None or state.is_over
        return self.tell(
            {
                "id": table.pk,
                "event": table.round.event_id,
                "round": table.round_id,
                "number": table.number,
                "rules": state.rules,
                "deals_planned": table.deals_planned,
                "deals_played": state.next_number - 1,
                "next_deal": None if over else state.next_number,
                "next_dealer": state.next_dealer,
                "chips": state.purses,
                "pools": state.pools,
                "seats": seats,
                "closed_at": table.closed_at,
            }
        )

    def get(self, request: Request, **ids: Any) -> Response:
        """A table as its next deal finds it."""
        return self.show()


class DealList(Things["Table"]):
    rights = {"GET": Right.READ}
    filters = DealsFilters
    shape = DealShape
    order = "number"

    def fetch(self, table: str) -> Table:
        return table_for_viewer(self.actor, table)

    def rows(self) -> QuerySet[Deal]:
        return table_deals(self.target).prefetch_related(*LEDGER)

    def get(self, request: Request, **ids: Any) -> Response:
        """The deals of a table that count."""
        return self.page()


class OneDeal(Thing["Table"]):
    """A deal, addressed by its table and number, whether it has been recorded or not."""

    shape = DealShape
    document_pointer = "/document"
    held_by = "round.event"

    number: int

    def represent(self) -> Any:
        return self.tell(deal_for_viewer(self.target, self.number))

    def tell(self, thing: Any) -> Any:
        return DealShape.kept().to_representation(thing)

    def etag(self, data: Any) -> str:
        # A deal never changes: what might is what is told of one.
        return hash_of([data["id"], *data])


class DealOne(OneDeal):
    rights = {"GET": Right.READ, "PUT": Right.RESULTS, "DELETE": Right.RESULTS}
    bodies = {"PUT": DealBody}
    queries = {"DELETE": Voiding}
    answers = {"PUT": {200: DealShape, 201: DealShape, 202: ClaimShape}}
    without = {"DELETE": ("ETag",)}

    def fetch(self, table: str, number: int) -> Table:
        self.number = number
        if self.request.method in READING:
            return table_for_viewer(self.actor, table)
        if self.request.method == "PUT":
            return table_for_recording(self.actor, table)
        return table_for_scorer(self.actor, table)

    def _check_match(self, wanted: str) -> None:
        """A deal that has not been recorded has no version: whoever expects one is told so, not 404."""
        try:
            super()._check_match(wanted)
            deal_for_viewer(self.target, self.number)  # `*` asks for one, too
        except NotFound:
            if self.method != "PUT":
                raise
            raise Stale(
                "version_stale",
                _("This deal has not been recorded, or was voided: send it without If-Match to record it."),
            ) from None

    def get(self, request: Request, **ids: Any) -> Response:
        """A deal with its result."""
        return self.show()

    def put(self, request: Request, **ids: Any) -> Response:
        """Record a deal.

        201 with the deal and its result; 200 for the same document again, recorded once. Another document
        for a number that is taken, a number that is not the next, or a dealer, purses, pools or rules that
        are not the table's: 409 with what was stated and what is expected. A card or a bet against the
        rules: 422 with `at`. Where two people must agree (`two_agree` of the event) 202 with a claim that
        waits for the second, unless a director sends it (with a key of scope `events`).
        """
        sent = claims.submit_deal(
            self.target,
            self.actor,
            self.number,
            self.body["document"],
            seat=self.body.get("seat"),
            at_once=self.target.round.event.two_agree and acts_as_director(request),
        )
        if not isinstance(sent, results.Recorded):
            told = ClaimShape(sent, context={"view": self}).data
            return Response(told, status=202, headers={"Location": f"/api/v1/claims/{sent.pk}/"})
        data = self.tell(sent.deal)
        headers = {"ETag": self.etag(data)}
        if not sent.created:
            return Response(data, headers=headers)
        headers["Location"] = f"/api/v1/tables/{self.target.pk}/deals/{self.number}/"
        return Response(data, status=201, headers=headers)

    def delete(self, request: Request, **ids: Any) -> Response:
        """Void a table's last deal.

        The answer is the new revision that reverses it; the number can then be recorded again.
        """
        void = voids.void_last_deal(self.target, self.actor, self.number, self.query.get("reason", ""))
        return Response(self.tell(void))


class Ledger(Things["Table"]):
    rights = {"GET": Right.READ}
    filters = LedgerFilters
    shape = TransferShape

    def fetch(self, table: str) -> Table:
        return table_for_viewer(self.actor, table)

    def rows(self) -> QuerySet[Transfer]:
        return table_ledger(self.target)

    def get(self, request: Request, **ids: Any) -> Response:
        """Every movement of chips at a table, in the order it happened.

        What was voided is there, and what reversed it.
        """
        return self.page()
