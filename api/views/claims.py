"""Deals that two people must agree on: one enters the deal, another confirms or disputes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework.request import Request
from rest_framework.response import Response

from api.resources import Collection, Item
from api.rights import Right, acts_as_director
from api.shapes.claims import ClaimShape, Dispute, NewClaim, Speaking
from tournaments.play.access import claim_for_recording
from tournaments.play.verbs import claims
from tournaments.play.verbs.claims import claims_of
from tournaments.tables.access import table_for_recording

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from tournaments.play.models import DealClaim
    from tournaments.tables.models.rounds import Table


class ClaimList(Collection["Table"]):
    rights = {"GET": Right.RESULTS, "POST": Right.RESULTS}
    bodies = {"POST": NewClaim}
    shape = ClaimShape
    document_pointer = "/document"

    def fetch(self, table: str) -> Table:
        return table_for_recording(self.actor, table)

    def rows(self) -> QuerySet[DealClaim]:
        return claims_of(self.target)

    def get(self, request: Request, **ids: Any) -> Response:
        """List the claims of a table, including settled ones."""
        return self.page()

    def post(self, request: Request, **ids: Any) -> Response:
        """Enter a deal that a second person must confirm.

        This is for events with `two_agree`. `seat` is the seat that you speak for. If a claim with the same
        document is waiting, and another person entered it, this confirms it.
        """
        claim = claims.claim_deal(
            self.target, self.actor, self.body["number"], self.body["document"], seat=self.body.get("seat")
        )
        return self.created(claim, f"/api/v1/claims/{claim.pk}/")


class ClaimItem(Item["DealClaim"]):
    shape = ClaimShape
    held_by = "table.round.event"

    def fetch(self, claim: str) -> DealClaim:
        return claim_for_recording(self.actor, claim)


class ClaimOne(ClaimItem):
    rights = {"GET": Right.RESULTS}

    def get(self, request: Request, **ids: Any) -> Response:
        """Get a claim."""
        return self.show()


class ClaimConfirm(ClaimItem):
    rights = {"POST": Right.RESULTS}
    bodies = {"POST": Speaking}

    def post(self, request: Request, **ids: Any) -> Response:
        """Confirm a claim, so that it becomes a deal.

        You cannot confirm your own claim. If the deal no longer fits the table, the response is 409 with the
        reason. Only a director (with the scope `events`) can confirm a disputed claim.
        """
        return self.changed(
            claims.confirm_claim(
                self.target, self.actor, seat=self.body.get("seat"), as_director=acts_as_director(request)
            )
        )


class ClaimDispute(ClaimItem):
    rights = {"POST": Right.RESULTS}
    bodies = {"POST": Dispute}

    def post(self, request: Request, **ids: Any) -> Response:
        """Dispute a claim and give the reason. A director then decides."""
        return self.changed(
            claims.dispute_claim(self.target, self.actor, self.body["reason"], seat=self.body.get("seat"))
        )


class ClaimWithdraw(ClaimItem):
    rights = {"POST": Right.RESULTS}
    bodies = {"POST": Speaking}

    def post(self, request: Request, **ids: Any) -> Response:
        """Withdraw your own claim. A director (with the scope `events`) can withdraw any claim."""
        return self.changed(
            claims.withdraw_claim(
                self.target, self.actor, seat=self.body.get("seat"), as_director=acts_as_director(request)
            )
        )
