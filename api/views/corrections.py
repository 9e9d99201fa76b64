"""Corrections of recorded deals, and their earlier revisions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework.request import Request
from rest_framework.response import Response

from api.resources import Collection
from api.rights import Right, acts_as_director
from api.shapes.corrections import CorrectionBody, CorrectionShape
from api.shapes.results import DealShape
from api.views.tables import OneDeal
from tournaments.play.verbs import corrections
from tournaments.play.verbs.results import deal_revisions, with_transfers
from tournaments.tables.access import deal_for_viewer, table_for_scorer, table_for_viewer

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from tournaments.tables.models.ledger import Deal
    from tournaments.tables.models.rounds import Table


class DealCorrection(OneDeal):
    """The correction of a deal. `If-Match` is the version of the deal."""

    rights = {"POST": Right.RESULTS}
    bodies = {"POST": CorrectionBody}
    answers = {"POST": {200: CorrectionShape}}
    guarded = ("POST",)

    def fetch(self, table: str, number: int) -> Table:
        self.number = number
        target = table_for_scorer(self.actor, table)
        deal_for_viewer(target, number)
        return target

    def post(self, request: Request, **ids: Any) -> Response:
        """Correct a deal.

        The deal gets a new revision with the same number, and all later deals of the table are replayed. The
        response contains the deal, the later deals, and each standing that changed, with the places before
        and after. If the document is the one that already counts, nothing changes. If a later deal would
        become impossible, the response is 409, which names that deal and the reason. A scorer can correct
        until the round is closed, a director (with the scope `events`) also later. Draws that used an old
        standing stay as they are.
        """
        correction = corrections.correct_deal(
            self.target,
            self.actor,
            self.number,
            self.body["document"],
            self.body.get("reason", ""),
            closed_too=acts_as_director(request),
        )
        data = CorrectionShape(correction, context={"view": self}).data
        return Response(data, headers={"ETag": self.etag(data["deal"])})


class DealRevisions(Collection["Table"]):
    rights = {"GET": Right.READ}
    shape = DealShape
    order = "revision"

    def fetch(self, table: str, number: int) -> Table:
        self.number = number
        return table_for_viewer(self.actor, table)

    def rows(self) -> QuerySet[Deal]:
        return deal_revisions(self.target, self.number)

    def complete(self, rows: list[Deal]) -> list[Deal]:
        return with_transfers(rows)

    def get(self, request: Request, **ids: Any) -> Response:
        """List all revisions of a deal, the oldest first.

        Between two recorded revisions there is a void, which reverses the transfers of the first. The last
        revision counts, unless it is a void.
        """
        return self.page()
