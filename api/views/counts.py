"""The total of a table, in place of its deals or of the rest of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from api.claims import ClaimShape
from api.problems import Stale
from api.resources import READING, Item, hash_of
from api.results import Voiding
from api.rights import Right, acts_as_director
from api.shapes.counts import CountBody, CountShape
from tournaments.core.rules.refusals import NotFound
from tournaments.play.verbs import claims, corrections, results
from tournaments.tables.access import table_for_recording, table_for_scorer, table_for_viewer
from tournaments.tables.verbs.table_states import TOTAL, deal_at, recorded_deal

if TYPE_CHECKING:
    from tournaments.tables.models.rounds import Table


class CountOne(Item["Table"]):
    """The total of a table. It need not be recorded yet."""

    rights = {"GET": Right.READ, "PUT": Right.RESULTS, "DELETE": Right.RESULTS}
    bodies = {"PUT": CountBody}
    queries = {"DELETE": Voiding}
    shape = CountShape
    answers = {"PUT": {200: CountShape, 201: CountShape, 202: ClaimShape}}
    without = {"DELETE": ("ETag",)}
    document_pointer = "/document"
    held_by = "round.event"

    def fetch(self, table: str) -> Table:
        if self.request.method in READING:
            return table_for_viewer(self.actor, table)
        if self.request.method == "PUT":
            return table_for_recording(self.actor, table)
        return table_for_scorer(self.actor, table)

    def represent(self) -> Any:
        return self.serialize(deal_at(self.target, TOTAL))

    def etag(self, data: Any) -> str:
        # A revision never changes, but the set of fields may.
        return hash_of([data["id"], *data])

    def _check_match(self, tags: str) -> None:
        """Raise Stale, not NotFound, if a PUT expects a version of a total that is not recorded."""
        try:
            super()._check_match(tags)
            deal_at(self.target, TOTAL)  # `*` requires a recorded total, too
        except NotFound:
            if self.method != "PUT":
                raise
            raise Stale(
                "version_stale",
                _("This total is not recorded, or it was voided. To record it, send it without If-Match."),
            ) from None

    def get(self, request: Request, **ids: Any) -> Response:
        """Get the total of a table. It is not found if the table has none yet."""
        return self.show()

    def put(self, request: Request, **ids: Any) -> Response:
        """Record or correct the total of a table.

        For a table of which only the end is known: final or net chips by seat, what stays on the board, and
        how many deals were played. The response is 201. The same total again gets 200. Another total is a
        correction: it needs a `reason`, becomes a new revision, and gets 200; without a reason it is refused
        (409 `count_taken`). `If-Match` makes sure that you correct the revision that you have read. Chips
        that appear or vanish get 422 `count_not_conserved`, with both sums, unless the event has
        `open_totals`: there the bank of the table balances the rest. A table with deals takes a total for the
        rest, which says `after` how many deals it begins; another number gets 409 `table_has_deals`. No deal
        can be recorded after a total. If two people must agree, the response is 202 with a claim, as for a
        deal.
        """
        director, document = acts_as_director(request), self.body["document"]
        if self.body.get("reason") and recorded_deal(self.target, TOTAL):
            table = table_for_scorer(self.actor, str(self.target.pk))
            recount = corrections.correct(
                table, self.actor, TOTAL, document, self.body["reason"], closed_too=director
            )
            return self._answer(recount.deal, created=False)
        at_once = self.target.round.event.two_agree and director
        sent = claims.submit(
            self.target, self.actor, TOTAL, document, seat=self.body.get("seat"), at_once=at_once
        )
        if isinstance(sent, results.Recorded):
            return self._answer(sent.deal, created=sent.created)
        claim = ClaimShape(sent, context={"view": self}).data
        return Response(claim, status=202, headers={"Location": f"/api/v1/claims/{sent.pk}/"})

    def _answer(self, count: Any, *, created: bool) -> Response:
        data = self.serialize(count)
        headers = {"ETag": self.etag(data)}
        if created:
            headers["Location"] = f"/api/v1/tables/{self.target.pk}/count/"
        return Response(data, status=201 if created else 200, headers=headers)

    def delete(self, request: Request, **ids: Any) -> Response:
        """Void the total of a table.

        The response is the new revision that reverses it. The table can then take deals, or another total.
        """
        void = corrections.void(self.target, self.actor, TOTAL, self.query.get("reason", ""))
        return Response(self.serialize(void))
