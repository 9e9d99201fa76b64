"""Deals that two people must agree on: entered by one, confirmed or disputed by another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework.request import Request
from rest_framework.response import Response

from api.resources import Thing, Things
from api.rights import Right, acts_as_director
from api.shapes.claims import ClaimShape, Dispute, NewClaim, Speaking
from tournaments.access import claim_for_recording, table_for_recording
from tournaments.services.play import claims
from tournaments.services.play.claims import claims_of

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from tournaments.models import DealClaim, Table


class ClaimList(Things["Table"]):
    rights = {"GET": Right.RESULTS, "POST": Right.RESULTS}
    bodies = {"POST": NewClaim}
    shape = ClaimShape
    document_pointer = "/document"

    def fetch(self, table: str) -> Table:
        return table_for_recording(self.actor, table)

    def rows(self) -> QuerySet[DealClaim]:
        return claims_of(self.target)

    def get(self, request: Request, **ids: Any) -> Response:
        """The claims of a table, settled ones too."""
        return self.page()

    def post(self, request: Request, **ids: Any) -> Response:
        """Enter a deal for a second person to confirm.

        For events where two must agree (`two_agree`). `seat`: for whom you speak. The same document from
        somebody else confirms the claim that waits.
        """
        claim = claims.claim_deal(
            self.target, self.actor, self.body["number"], self.body["document"], seat=self.body.get("seat")
        )
        return self.created(claim, f"/api/v1/claims/{claim.pk}/")


class OneClaim(Thing["DealClaim"]):
    """A claim, for who may enter its table's deals."""

    shape = ClaimShape
    held_by = "table.round.event"

    def fetch(self, claim: str) -> DealClaim:
        return claim_for_recording(self.actor, claim)


class ClaimOne(OneClaim):
    rights = {"GET": Right.RESULTS}

    def get(self, request: Request, **ids: Any) -> Response:
        """A claim."""
        return self.show()


class ClaimConfirm(OneClaim):
    rights = {"POST": Right.RESULTS}
    bodies = {"POST": Speaking}

    def post(self, request: Request, **ids: Any) -> Response:
        """Agree to a claim: it becomes a deal.

        As somebody else than who entered it. What does not fit the table any more: 409 with why. A disputed
        one is a director's to confirm (with a key of scope `events`).
        """
        return self.changed(
            claims.confirm_claim(
                self.target,
                self.actor,
                seat=self.body.get("seat"),
                as_director=acts_as_director(request),
            )
        )


class ClaimDispute(OneClaim):
    rights = {"POST": Right.RESULTS}
    bodies = {"POST": Dispute}

    def post(self, request: Request, **ids: Any) -> Response:
        """Say that a claim is not right, and why: a director decides."""
        return self.changed(
            claims.dispute_claim(self.target, self.actor, self.body["reason"], seat=self.body.get("seat"))
        )


class ClaimWithdraw(OneClaim):
    rights = {"POST": Right.RESULTS}
    bodies = {"POST": Speaking}

    def post(self, request: Request, **ids: Any) -> Response:
        """Take one's own claim back; a director (with a key of scope `events`) throws any away."""
        return self.changed(
            claims.withdraw_claim(
                self.target,
                self.actor,
                seat=self.body.get("seat"),
                as_director=acts_as_director(request),
            )
        )
