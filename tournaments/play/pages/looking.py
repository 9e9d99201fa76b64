"""A look at a scorecard while somebody fills it in: its contradictions, and the payouts so far."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import HttpResponse, JsonResponse
from django.template.loader import render_to_string

import games.services as games
from tournaments.core.errors import Conflict, Invalid
from tournaments.play.forms.half_scorecard import HalfScorecard
from tournaments.play.forms.scorecard import ScorecardForm
from tournaments.play.verbs import results
from tournaments.play.words.deals import tell
from tournaments.tables.models.rounds import Table


def look(table: Table, form: ScorecardForm) -> HttpResponse:
    """What the board shows beside the fields. Nothing is recorded.

    `wrong`: the errors by field. `payouts`: HTML. `complete`: whether the deal can be recorded like this.
    """
    half = HalfScorecard(form)
    payouts = ""
    document = half.document()
    if document is not None:
        try:
            preview = results.preview_deal(table, document, form.cleaned_data.get("number"))
        except games.EngineError as refusal:
            half.object_to(refusal)
        except (Conflict, Invalid) as refusal:
            form.add_error(None, refusal.detail)
        else:
            payouts = _payouts(preview, form.names, complete=half.complete)
    complete = half.complete and bool(payouts)
    return JsonResponse({"wrong": half.wrong, "payouts": payouts, "complete": complete})


def _payouts(preview: results.Preview, names: Sequence[str], *, complete: bool) -> str:
    """The payouts in HTML: what each player wins; before the deal is complete, the parts that are known."""
    result = preview.result
    transfers = [(row["from"], row["to"], row["chips"], row["reason"]) for row in result["transfers"]]
    return render_to_string(
        "play/look.html",
        {
            "complete": complete,
            "story": tell(names, result, transfers, games.stages(preview.document, result)),
            "staked": any(result["pochen"]["stakes"]),
            "lines": list(zip(names, result["net"], strict=True)),
        },
    )
