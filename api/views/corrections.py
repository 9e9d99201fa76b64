"""Correcting a deal that was recorded, and looking at what it was before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework.request import Request
from rest_framework.response import Response

from api.resources import Things
from api.rights import Right, acts_as_director
from api.shapes.corrections import CorrectionBody, CorrectionShape
from api.shapes.results import DealShape
from api.views.tables import LEDGER, OneDeal
from tournaments.access import deal_for_viewer, table_for_scorer, table_for_viewer
from tournaments.services.play import corrections
from tournaments.services.play.deals import deal_revisions

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from tournaments.models import Deal, Table


class DealCorrection(OneDeal):
    """The correction of a deal, whose version (`If-Match`) is the deal's own."""

    rights = {"POST": Right.RESULTS}
    bodies = {"POST": CorrectionBody}
    answers = {"POST": {200: CorrectionShape}}
    guarded = ("POST",)

    def fetch(self, table: str, number: int) -> Table:
        self.number = number
        found = table_for_scorer(self.actor, table)
        deal_for_viewer(found, number)
        return found

    def post(self, request: Request, **ids: Any) -> Response:
        """Correct a deal.

        A new revision of the same number; every later deal of the table is replayed from what it leaves. The
        answer is the deal, those later deals, and every standing that moved: who stood where, and stands
        where now. The document that counts already changes nothing. 409 when a later deal would not be
        possible any more: it is named, with why. Scorers correct until the round is closed, directors (with a
        key of scope `events`) after it, too. What was drawn by a standing that moves is not drawn anew.
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


class DealRevisions(Things["Table"]):
    rights = {"GET": Right.READ}
    shape = DealShape
    order = "revision"

    def fetch(self, table: str, number: int) -> Table:
        self.number = number
        return table_for_viewer(self.actor, table)

    def rows(self) -> QuerySet[Deal]:
        return deal_revisions(self.target, self.number).prefetch_related(*LEDGER)

    def get(self, request: Request, **ids: Any) -> Response:
        """Every revision of a deal, the first one first: what was recorded, voided and corrected.

        Between two that were recorded there is a void, which moves the chips of the first back. The last one
        counts, unless it is a void.
        """
        return self.page()
