"""Tables, their deals and their ledger."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from django.utils.translation import gettext as _
from django_filters import CharFilter, FilterSet, NumberFilter
from rest_framework.request import Request
from rest_framework.response import Response

from api.claims import ClaimShape
from api.lists import choice
from api.problems import Stale
from api.resources import READING, Collection, Item, hash_of
from api.results import DealBody, DealShape, DealStepsShape, TransferShape, Voiding
from api.rights import Right, acts_as_director
from api.rounds import TableShape
from api.shapes import Shape
from tournaments.core.rules.refusals import NotFound, gettext_noop
from tournaments.play.verbs import claims, corrections, results
from tournaments.play.verbs.results import deal_steps, table_deals, table_ledger, with_transfers
from tournaments.tables.access import table_for_recording, table_for_scorer, table_for_viewer
from tournaments.tables.verbs.table_states import TOTAL, deal_at, seat_nets, table_state
from tournaments.tables.verbs.tables import table_seats

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from tournaments.tables.models.ledger import Deal, Transfer
    from tournaments.tables.models.rounds import Table


class DealsFilters(FilterSet):
    number_from = NumberFilter(field_name="number", lookup_expr="gte", help_text="The lowest number.")
    via = choice(["page", "api", "task", "link", "command"], help_text="How the deal was sent.")


class LedgerFilters(FilterSet):
    deal = NumberFilter(field_name="deal__number", help_text="The number of a deal.")
    reason = CharFilter(help_text="A reason of poch-result/1, or `start`, `issue`, `void`, `leftover`.")
    account = CharFilter(method="by_account", help_text="From or to this account: `seat 0` or a pool.")

    def by_account(self, rows: Any, _name: str, value: str) -> Any:
        return rows.filter(source__name=value) | rows.filter(target__name=value)


class TableOne(Item["Table"]):
    rights = {"GET": Right.READ}
    shape = TableShape

    def fetch(self, table: str) -> Table:
        return table_for_viewer(self.actor, table)

    def represent(self) -> Any:
        table = self.target
        state = table_state(table)
        nets = seat_nets(table)
        # A table has no purses before its round is published, and an empty seat plays with none.
        purses = dict(zip(state.places, state.purses, strict=False))
        seats = [
            {
                "number": seat.number,
                "entry_id": seat.entry_id,
                "entry": seat.entry,
                "successors": seat.successors,
                "empty_from": seat.empty_from,
                "place": state.places.index(seat.number) if seat.number in state.places else None,
                "purse": purses.get(seat.number, 0),
                "net": nets.get(seat.number, 0),
            }
            for seat in table_seats(table)
        ]
        over = table.closed_at is not None or state.is_over
        return self.serialize(
            {
                "id": table.pk,
                "event": table.round.event_id,
                "round": table.round_id,
                "number": table.number,
                "rules": state.rules,
                "deals_planned": table.deals_planned,
                "deals_played": state.deals_played,
                "has_count": state.counted is not None,
                "next_deal": None if over else state.next_number,
                "next_dealer": state.next_dealer,
                "chips": state.purses,
                "pools": state.pools,
                "seats": seats,
                "closed_at": table.closed_at,
            }
        )

    def get(self, request: Request, **ids: Any) -> Response:
        """Get a table in its state before the next deal."""
        return self.show()


class DealList(Collection["Table"]):
    rights = {"GET": Right.READ}
    filters = DealsFilters
    shape = DealShape
    order = "number"

    def fetch(self, table: str) -> Table:
        return table_for_viewer(self.actor, table)

    def rows(self) -> QuerySet[Deal]:
        return table_deals(self.target)

    def complete(self, rows: list[Deal]) -> list[Deal]:
        return with_transfers(rows)

    def get(self, request: Request, **ids: Any) -> Response:
        """List the deals of a table that count."""
        return self.page()


class OneDeal(Item["Table"]):
    """A deal, or the total of a table. It need not be recorded yet."""

    document_pointer = "/document"
    held_by = "round.event"
    shape: ClassVar[type[Shape]] = DealShape

    number: int | None

    def represent(self) -> Any:
        return self.serialize(deal_at(self.target, self.number))

    def serialize(self, thing: Any) -> Any:
        return self.shape.shared().to_representation(thing)

    def etag(self, data: Any) -> str:
        # A revision never changes, but the set of fields may.
        return hash_of([data["id"], *data])


class DealOne(OneDeal):
    rights = {"GET": Right.READ, "PUT": Right.RESULTS, "DELETE": Right.RESULTS}
    bodies: ClassVar[Mapping[str, Any]] = {"PUT": DealBody}
    queries = {"DELETE": Voiding}
    answers: ClassVar[Mapping[str, Any]] = {"PUT": {200: DealShape, 201: DealShape, 202: ClaimShape}}
    without = {"DELETE": ("ETag",)}

    not_recorded: ClassVar[str] = gettext_noop(
        "This deal is not recorded, or it was voided. To record it, send it without If-Match."
    )

    def fetch(self, table: str, number: int | None = TOTAL) -> Table:
        self.number = number
        if self.request.method in READING:
            return table_for_viewer(self.actor, table)
        if self.request.method == "PUT":
            return table_for_recording(self.actor, table)
        return table_for_scorer(self.actor, table)

    def _check_match(self, tags: str) -> None:
        """Raise Stale, not NotFound, if a PUT expects a version of a deal that is not recorded."""
        try:
            super()._check_match(tags)
            deal_at(self.target, self.number)  # `*` requires a recorded deal, too
        except NotFound:
            if self.method != "PUT":
                raise
            raise Stale("version_stale", _(self.not_recorded)) from None

    def get(self, request: Request, **ids: Any) -> Response:
        """Get a deal with its result."""
        return self.show()

    def put(self, request: Request, **ids: Any) -> Response:
        """Record a deal.

        The response is 201 with the deal and its result. The same document again gets 200, and the deal is
        recorded once. The response is 409, with `stated` and `expected`, if the number has another document
        or is not the next one, or if the stated dealer, purses, pools or rules differ from the table. An
        illegal card or bet gets 422 with `at`. If two people must agree (`two_agree` of the event), the
        response is 202 with a claim that waits for the second person; a director (with the scope `events`)
        records the deal at once.
        """
        sent = claims.submit(
            self.target,
            self.actor,
            self.number,
            self.body["document"],
            seat=self.body.get("seat"),
            at_once=self.target.round.event.two_agree and acts_as_director(request),
        )
        if isinstance(sent, results.Recorded):
            return self.answer(sent.deal, created=sent.created)
        claim = ClaimShape(sent, context={"view": self}).data
        return Response(claim, status=202, headers={"Location": f"/api/v1/claims/{sent.pk}/"})

    def answer(self, deal: Deal, *, created: bool) -> Response:
        data = self.serialize(deal)
        headers = {"ETag": self.etag(data)} | ({"Location": self.request.path} if created else {})
        return Response(data, status=201 if created else 200, headers=headers)

    def delete(self, request: Request, **ids: Any) -> Response:
        """Void the last deal of a table.

        The response is the new revision that reverses the deal. You can then record the number again.
        """
        void = corrections.void(self.target, self.actor, self.number, self.query.get("reason", ""))
        return Response(self.serialize(void))


class DealSteps(Item["Table"]):
    rights = {"GET": Right.READ}
    shape = DealStepsShape

    number: int

    def fetch(self, table: str, number: int) -> Table:
        self.number = number
        return table_for_viewer(self.actor, table)

    def represent(self) -> Any:
        deal = deal_at(self.target, self.number)
        return self.serialize(
            {
                "id": deal.pk,
                "table_id": deal.table_id,
                "number": deal.number,
                "revision": deal.revision,
                "places": deal.places,
                "watched": deal_steps(deal),
            }
        )

    def get(self, request: Request, **ids: Any) -> Response:
        """Get a deal step by step, so that people can watch it.

        The engine replays the deal. Each step says who did what, which chips moved, and how the table stands
        then: hands, pools, purses. At each decision `advice` says what the expert would do there, and why. A
        scorecard has no hands and no single bets or cards, so its steps are fewer.
        """
        return self.show()


class Ledger(Collection["Table"]):
    rights = {"GET": Right.READ}
    filters = LedgerFilters
    shape = TransferShape
    by_columns = True

    def fetch(self, table: str) -> Table:
        return table_for_viewer(self.actor, table)

    def rows(self) -> QuerySet[Transfer]:
        return table_ledger(self.target)

    def get(self, request: Request, **ids: Any) -> Response:
        """List the transfers of a table in the order in which they happened.

        The list includes voided transfers and their reversals.
        """
        return self.page()
