"""Deals that wait for a second person, in events where two people must agree."""

from __future__ import annotations

from functools import partial
from typing import Any

from drf_spectacular.utils import extend_schema_field

from api import fields
from api.formats import CLAIMED, RESULT, TOTAL
from api.methods import Act, Add, Show, of_target, through
from api.resources import Collection, Item
from api.results import Document, Speaking, total_of
from api.rights import Right, acts_as_director
from api.shapes import Answer, Id, Moment, Object, Text, Whole
from tournaments.play.access import claim_for_recording
from tournaments.play.verbs import claims
from tournaments.play.verbs.claims import claims_of
from tournaments.tables.access import table_for_recording

OVERTAKEN = [
    *("recorded", "chips_issued", "deal_voided", "deal_corrected"),
    *("seats_changed", "round_closed", "one_is_enough", "outdated"),
]
STATUSES = ["pending", "confirmed", "disputed", "withdrawn"]


ClaimedDocument = partial(Object, schema=CLAIMED)
"""A deal, or the total of a table."""


class ClaimShape(Answer):
    """A deal, or a total, that one person entered. It counts after a second person confirms it."""

    id = Id()
    table = Id(source="table_id")
    number = fields.Int()
    status = fields.Choice(STATUSES)
    document = ClaimedDocument("The document as it was sent.")
    result = fields.Made("The result that would be recorded.")
    seat = fields.Int("The seat that entered it. Null: a person without a seat.", source="by_seat", null=True)
    settled_by_seat = fields.Int("The seat that settled it. Null: not settled, or no seat.", null=True)
    phone = fields.Str("A short name for the phone that entered it. Empty: no phone.", source="mark")
    settled_by_phone = fields.Str(
        "A short name for the phone that settled it. Empty: no phone.", source="settled_mark"
    )
    overtaken_by = fields.Choice(
        OVERTAKEN, "The change at the table that withdrew it. Null: none.", null=True
    )
    reason = fields.Str("The reason of the dispute.", source="note")
    deal = Id("The deal that was recorded after confirmation.", source="deal_id", null=True)
    created_at = Moment()
    settled_at = Moment(null=True)

    @extend_schema_field({"oneOf": [RESULT, TOTAL]})
    def get_result(self, claim: Any) -> dict[str, Any]:
        """Return the result, of a total without what only the service needs."""
        result: dict[str, Any] = claim.result
        return result if "melds" in result else total_of(result)


class NewClaim(Speaking):
    number = Whole(least=1, most=10_000)
    document = Document()


class Dispute(Speaking):
    reason = Text("What is wrong.", max_length=200)


class ClaimList(Collection, path="tables/<slug:table>/claims/"):
    """GET: List the claims of a table, including settled ones.

    POST: Enter a deal that a second person must confirm.

    This is for events with `two_agree`. `seat` is the seat that you speak for. If a claim with the same
    document is waiting, and another person entered it, this confirms it.
    """

    shape = ClaimShape
    document_pointer = "/document"
    fetch = through(table_for_recording)
    rows = of_target(claims_of)
    get = Show(Right.RESULTS)
    post = Add(Right.RESULTS, NewClaim, claims.claim_deal, at="claims/{}/")


class ClaimItem(Item):
    shape = ClaimShape
    held_by = "table.round.event"
    fetch = through(claim_for_recording)


class ClaimOne(ClaimItem, path="claims/<slug:claim>/"):
    """Get a claim."""

    get = Show(Right.RESULTS)


class ClaimConfirm(ClaimItem, path="claims/<slug:claim>/confirm/"):
    @Act(Right.RESULTS, Speaking)
    def post(self) -> Any:
        """Confirm a claim, so that it becomes a deal.

        You cannot confirm your own claim. If the deal no longer fits the table, the response is 409 with the
        reason. Only a director (with the scope `events`) can confirm a disputed claim.
        """
        return claims.confirm_claim(
            self.target, self.actor, seat=self.body.get("seat"), as_director=acts_as_director(self.request)
        )


class ClaimDispute(ClaimItem, path="claims/<slug:claim>/dispute/"):
    """Dispute a claim and give the reason. A director then decides."""

    post = Act(Right.RESULTS, Dispute, claims.dispute_claim)


class ClaimWithdraw(ClaimItem, path="claims/<slug:claim>/withdraw/"):
    @Act(Right.RESULTS, Speaking)
    def post(self) -> Any:
        """Withdraw your own claim. A director (with the scope `events`) can withdraw any claim."""
        return claims.withdraw_claim(
            self.target, self.actor, seat=self.body.get("seat"), as_director=acts_as_director(self.request)
        )
