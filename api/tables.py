"""**For a table app.** The state of a table before its next deal; recording a deal, voiding the last one; the
ledger of the table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.utils.translation import gettext as _
from django_filters import CharFilter, FilterSet, NumberFilter
from rest_framework.response import Response

from api import fields
from api.claims import ClaimShape
from api.lists import choice
from api.methods import Act, Show, Tell, hash_of, of_target, through
from api.problems import Stale
from api.resources import Collection, Item
from api.results import DealBody, DealShape, DealStepsShape, TransferShape, Voiding
from api.rights import Right, acts_as_director
from api.rounds import SeatShape
from api.shapes import Answer, Id, Moment, Object, Shape
from tournaments.core.rules.refusals import NotFound, gettext_noop
from tournaments.play.verbs import claims, corrections, results
from tournaments.play.verbs.results import deal_steps, table_deals, table_ledger, with_transfers
from tournaments.tables.access import table_for_recording, table_for_scorer, table_for_viewer
from tournaments.tables.verbs.table_states import TOTAL, deal_at, seat_nets, table_state
from tournaments.tables.verbs.tables import table_seats

if TYPE_CHECKING:
    from tournaments.tables.models.ledger import Deal


class TableSeat(SeatShape):
    """A seat with its purse."""

    place = fields.Int(
        "What the document of the next deal calls this seat. Null: the seat is empty.", null=True
    )
    purse = fields.Int("Present chips.")
    net = fields.Int("Chips won minus chips lost at this table.")


class TableShape(Answer):
    """A table in its state before the next deal."""

    id = Id(source="table.pk")
    event = Id(source="table.round.event_id")
    round = Id(source="table.round_id")
    number = fields.Int(source="table.number")
    rules = Object("All switches.", source="state.rules")
    deals_planned = fields.Int(source="table.deals_planned")
    deals_played = fields.Int(source="state.deals_played")
    next_deal = fields.Int("The number of the next deal. Null: play at this table is over.", null=True)
    has_count = fields.Bool(
        "Whether only the total of the table was entered (`/count/`). Its only pool is `board`."
    )
    next_dealer = fields.Int("A seat.", source="state.next_dealer")
    chips = fields.Ints("Purses by seat, like `chips` in a document.", source="state.purses")
    pools = fields.Dict("Like `pools` in a document.", source="state.pools", child=fields.Int())
    seats = TableSeat(many=True)
    closed_at = Moment(source="table.closed_at", null=True)


class DealsFilters(FilterSet):
    number_from = NumberFilter(field_name="number", lookup_expr="gte", help_text="The lowest number.")
    via = choice(["page", "api", "task", "link", "command"], help_text="How the deal was sent.")


class LedgerFilters(FilterSet):
    deal = NumberFilter(field_name="deal__number", help_text="The number of a deal.")
    reason = CharFilter(help_text="A reason of poch-result/1, or `start`, `issue`, `void`, `leftover`.")
    account = CharFilter(method="by_account", help_text="From or to this account: `seat 0` or a pool.")

    def by_account(self, rows: Any, _name: str, value: str) -> Any:
        return rows.filter(source__name=value) | rows.filter(target__name=value)


class TableOne(Item, path="tables/<slug:table>/"):
    """Get a table in its state before the next deal."""

    shape = TableShape
    fetch = through(table_for_viewer)
    get = Show(Right.READ)

    def data(self) -> Any:
        table = self.target
        state = table_state(table)
        nets = seat_nets(table)
        # A table has no purses before its round is published, and an empty seat plays with none.
        purses = dict(zip(state.places, state.purses, strict=False))
        seats: list[Any] = list(table_seats(table))
        for seat in seats:
            seat.place = state.places.index(seat.number) if seat.number in state.places else None
            seat.purse, seat.net = purses.get(seat.number, 0), nets.get(seat.number, 0)
        over = table.closed_at is not None or state.is_over
        next_deal = None if over else state.next_number
        has_count = state.counted is not None
        return {
            "table": table,
            "state": state,
            "seats": seats,
            "next_deal": next_deal,
            "has_count": has_count,
        }


class DealList(Collection, path="tables/<slug:table>/deals/"):
    """List the deals of a table that count."""

    filters = DealsFilters
    shape = DealShape
    order = "number"
    fetch = through(table_for_viewer)
    rows = of_target(table_deals)
    get = Show(Right.READ)

    complete = staticmethod(with_transfers)


class OneDeal(Item):
    """A deal, or the total of a table. It need not be recorded yet."""

    document_pointer = "/document"
    held_by = "round.event"
    shape: ClassVar[type[Shape]] = DealShape

    @property
    def number(self) -> Any:
        """The number of the deal."""
        return self.kwargs.get("number", TOTAL)

    def data(self) -> Any:
        return deal_at(self.target, self.number)

    def serialize(self, thing: Any, shape: Any = None) -> Any:
        return (shape or self.shape).shared().to_representation(thing)

    def etag(self, data: Any) -> str:
        # A revision never changes, but the set of fields may.
        return hash_of([data["id"], *data])


class DealOne(OneDeal, path="tables/<slug:table>/deals/<int:number>/"):
    """GET: Get a deal with its result."""

    not_recorded: ClassVar[str] = gettext_noop(
        "This deal is not recorded, or it was voided. To record it, send it without If-Match."
    )
    get = Show(Right.READ)
    fetch = through(table_for_viewer, table_for_scorer, PUT=table_for_recording)

    def _check_match(self, tags: str) -> None:
        """Raise Stale, not NotFound, if a PUT expects a version of a deal that is not recorded."""
        try:
            super()._check_match(tags)
            deal_at(self.target, self.number)  # `*` requires a recorded deal, too
        except NotFound:
            if self.method != "PUT":
                raise
            raise Stale("version_stale", _(self.not_recorded)) from None

    @Act(Right.RESULTS, DealBody, answers={200: DealShape, 201: DealShape, 202: ClaimShape})
    def put(self) -> Any:
        """Record a deal.

        The response is 201 with the deal and its result. The same document again gets 200, and the deal is
        recorded once. The response is 409, with `stated` and `expected`, if the number has another document
        or is not the next one, or if the stated dealer, purses, pools or rules differ from the table. An
        illegal card or bet gets 422 with `at`. If two people must agree (`two_agree` of the event), the
        response is 202 with a claim that waits for the second person; a director (with the scope `events`)
        records the deal at once.
        """
        return self.record()

    def record(self) -> Response:
        """Record what was sent, or make a claim of it."""
        sent = claims.submit(
            self.target,
            self.actor,
            self.number,
            self.body["document"],
            seat=self.body.get("seat"),
            at_once=self.target.round.event.two_agree and acts_as_director(self.request),
        )
        if isinstance(sent, results.Recorded):
            return self.answer(sent.deal, created=sent.created)
        claim = ClaimShape(sent, context={"view": self}).data
        return Response(claim, status=202, headers={"Location": f"/api/v1/claims/{sent.pk}/"})

    def answer(self, deal: Deal, *, created: bool) -> Response:
        data = self.serialize(deal)
        headers = {"ETag": self.etag(data)} | ({"Location": self.request.path} if created else {})
        return Response(data, status=201 if created else 200, headers=headers)

    @Tell(Right.RESULTS, query=Voiding)
    def delete(self) -> Any:
        """Void the last deal of a table.

        The response is the new revision that reverses the deal. You can then record the number again.
        """
        return self.void()

    def void(self) -> Any:
        """Void what is recorded, and return the revision that reverses it."""
        return corrections.void(self.target, self.actor, self.number, self.query.get("reason", ""))


class DealSteps(Item, path="tables/<slug:table>/deals/<int:number>/steps/"):
    """Get a deal step by step, so that people can watch it.

    The engine replays the deal. Each step says who did what, which chips moved, and how the table stands
    then: hands, pools, purses. At each decision `advice` says what the expert would do there, and why. A
    scorecard has no hands and no single bets or cards, so its steps are fewer.
    """

    shape = DealStepsShape
    fetch = through(table_for_viewer)
    get = Show(Right.READ)

    def data(self) -> Any:
        deal = deal_at(self.target, self.kwargs["number"])
        return {"deal": deal, "watched": deal_steps(deal)}


class Ledger(Collection, path="tables/<slug:table>/ledger/"):
    """List the transfers of a table in the order in which they happened.

    The list includes voided transfers and their reversals.
    """

    filters = LedgerFilters
    shape = TransferShape
    by_columns = True
    fetch = through(table_for_viewer)
    rows = of_target(table_ledger)
    get = Show(Right.READ)
