"""The total of a table, in place of its deals."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_noop

from api.claims import ClaimShape
from api.methods import Act, Show, Tell
from api.results import CountBody, CountShape, Voiding
from api.rights import Right, acts_as_director
from api.tables import DealOne
from tournaments.play.verbs import corrections
from tournaments.tables.access import table_for_scorer
from tournaments.tables.verbs.table_states import TOTAL, recorded_deal


class CountOne(DealOne, path="tables/<slug:table>/count/"):
    """GET: Get the total of a table. It is not found if the table has none yet."""

    shape = CountShape
    not_recorded = gettext_noop(
        "This total is not recorded, or it was voided. To record it, send it without If-Match."
    )
    get = Show(Right.READ)

    @Act(Right.RESULTS, CountBody, answers={200: CountShape, 201: CountShape, 202: ClaimShape})
    def put(self) -> Any:
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
        reason = self.body.get("reason")
        if not reason or recorded_deal(self.target, TOTAL) is None:
            return self.record()
        correction = corrections.correct(
            table_for_scorer(self.actor, self.target.pk),
            self.actor,
            TOTAL,
            self.body["document"],
            reason,
            closed_too=acts_as_director(self.request),
        )
        return self.answer(correction.deal, created=False)

    @Tell(Right.RESULTS, query=Voiding)
    def delete(self) -> Any:
        """Void the total of a table.

        The response is the new revision that reverses it. The table can then take deals, or another total.
        """
        return self.void()
