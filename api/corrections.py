"""Correct a recorded deal. All later deals of the table are replayed."""

from __future__ import annotations

from typing import Any

from rest_framework.response import Response

from api import fields
from api.methods import Act, Show, through
from api.resources import Collection
from api.results import DealShape, Document, Number
from api.rights import Right, acts_as_director
from api.shapes import Answer, Id, Shape
from api.tables import OneDeal
from tournaments.play.verbs import corrections
from tournaments.play.verbs.results import deal_revisions, with_transfers
from tournaments.tables.access import table_for_scorer, table_for_viewer
from tournaments.tables.verbs.table_states import deal_at


class CorrectionBody(Shape):
    """The corrected deal."""

    document = Document()
    reason = fields.Str("The reason. It is stored with the new revisions.", required=False, max_length=200)


class ReplayedShape(Answer):
    """A later deal of the table that was replayed after the corrected one."""

    id = Id(source="new.pk")
    replaces = Id(source="old.pk")
    number = fields.Int(source="new.number")
    revision = fields.Int(source="new.revision")
    net_before = fields.Ints("The old net chips of each seat.", source="old.result.net")
    net_after = fields.Ints("The new net chips of each seat.", source="new.result.net")


class MovedEntryShape(Answer):
    """An entry whose place or score changed. `null`: it has no place in that standing."""

    entry = Id()
    place_before = fields.Int(null=True)
    place_after = fields.Int(null=True)
    score_before = Number(null=True)
    score_after = Number(null=True)


class MovedStandingShape(Answer):
    """A standing that changed."""

    round = fields.Int("The standing at the close of this round. Null: the standing of the event.", null=True)
    entries = MovedEntryShape(many=True)


class ChangedCutShape(Answer):
    """A cut that would choose other players now. Its stage keeps its entrants."""

    stage = fields.Int(source="stage.number")
    into = fields.Strs("Entries that would be in the stage today.")
    out = fields.Strs("Entries that would be out today.")


class CorrectionShape(Answer):
    """The result of a correction."""

    changed = fields.Bool("false: the deal was already recorded like this, and nothing was changed.")
    deal = DealShape()
    later = ReplayedShape(many=True)
    standings = MovedStandingShape(source="moved", many=True)
    cuts = ChangedCutShape(
        many=True,
        help_text=(
            "Cuts that would choose other players now. To make such a cut anew, play its stage again, or "
            "take its first round back and discard it."
        ),
    )


class DealCorrection(OneDeal, path="tables/<slug:table>/deals/<int:number>/correction/"):
    """The correction of a deal. `If-Match` is the version of the deal."""

    guarded = ("POST",)

    def fetch(self, table: str, number: int) -> Any:
        target = table_for_scorer(self.actor, table)
        deal_at(target, number)
        return target

    @Act(Right.RESULTS, CorrectionBody, answers={200: CorrectionShape})
    def post(self) -> Any:
        """Correct a deal.

        The deal gets a new revision with the same number, and all later deals of the table are replayed. The
        response contains the deal, the later deals, and each standing that changed, with the places before
        and after. If the document is the one that already counts, nothing changes. If a later deal would
        become impossible, the response is 409, which names that deal and the reason. A scorer can correct
        until the round is closed, a director (with the scope `events`) also later. Draws that used an old
        standing stay as they are.
        """
        correction = corrections.correct(
            self.target,
            self.actor,
            self.number,
            self.body["document"],
            self.body.get("reason", ""),
            closed_too=acts_as_director(self.request),
        )
        data = CorrectionShape(correction, context={"view": self}).data
        return Response(data, headers={"ETag": self.etag(data["deal"])})


class DealRevisions(Collection, path="tables/<slug:table>/deals/<int:number>/revisions/"):
    """List all revisions of a deal, the oldest first.

    Between two recorded revisions there is a void, which reverses the transfers of the first. The last
    revision counts, unless it is a void.
    """

    shape = DealShape
    order = "revision"
    get = Show(Right.READ)
    fetch = through(table_for_viewer)

    def rows(self) -> Any:
        return deal_revisions(self.target, self.kwargs["number"])

    complete = staticmethod(with_transfers)
