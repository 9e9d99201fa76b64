"""What is entered at a table: its form and page, what the board says, and the payouts before it is sent."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.cache import patch_cache_control

import games.services as games
from tournaments.core.actors import Actor
from tournaments.core.pages.common import sent, show
from tournaments.core.rules.refusals import Conflict, Invalid
from tournaments.play.forms.counts import CountForm
from tournaments.play.forms.half_scorecard import HalfScorecard
from tournaments.play.forms.scorecard import RecordForm, ScorecardForm, board_of, reason_field, with_stop
from tournaments.play.pages import drafts
from tournaments.play.pages.frame import table_frame
from tournaments.play.verbs import results
from tournaments.play.words.deals import short_names, story_of
from tournaments.tables.models.ledger import Deal
from tournaments.tables.models.rounds import Table
from tournaments.tables.verbs.table_states import TOTAL, TableState
from tournaments.tables.verbs.tables import table_seats

STEPS = ("preview", "send")
"""The steps that need a complete form. Any other step shows the form again."""

Kind = Literal["scorecard", "record", "count"]
"""A deal as a form or as a pasted document, or the total of the table."""
DealForm = ScorecardForm | RecordForm | CountForm


@dataclass(frozen=True)
class Entry:
    """A request in which somebody enters a deal or a total, from this state of the table.

    deal: the recorded one, for a correction.
    """

    request: HttpRequest
    actor: Actor
    table: Table
    state: TableState
    kind: Kind
    deal: Deal | None = None

    @cached_property
    def names(self) -> list[str]:
        """The short names of the players, in the order of the document."""
        number = self.state.next_number if self.deal is None else self.deal.number
        return seat_names(self.table, self.actor, number)

    @property
    def frame(self) -> dict[str, Any]:
        """The context of each of its pages."""
        return table_frame(self.request, self.actor, self.table, "score")

    @property
    def typed(self) -> list[tuple[str, str]]:
        """What was typed, for hidden fields in a preview."""
        skipped = ("csrfmiddlewaretoken", "step", *drafts.FIELDS)
        lists = self.request.POST.lists()
        return [(name, value) for name, values in lists if name not in skipped for value in values]

    @cached_property
    def form(self) -> DealForm:
        """The form: bound if it was sent complete, else with what was typed or recorded."""
        typed, deal = self.request.POST, self.deal
        if self.kind == "count":
            return CountForm(self.names, self.state, sent(self.request), deal)
        data = typed if typed.get("step") in STEPS else None
        form: ScorecardForm | RecordForm
        if self.kind == "record":
            initial: dict[str, Any] = {"number": self.state.next_number}
            if deal is not None:
                seen = {key: value for key, value in deal.document.items() if key not in results.FILLED_IN}
                initial["record"] = json.dumps(seen, indent=1, ensure_ascii=False)
            form = RecordForm(data, initial=initial | typed.dict())
        else:
            form = ScorecardForm(self.state, self.names, data)
            if data is None and self.request.method == "POST":
                # A run was added or removed, or the user goes back from the preview.
                form.keep(with_stop(typed))
            elif data is None and deal is not None:
                form.fill_in(deal.document)
        if deal is not None:
            form.fields["reason"] = reason_field()
            form.initial["reason"] = typed.get("reason", "")
        return form

    @property
    def number(self) -> int | None:
        """The number of the deal that the valid form is about; TOTAL for the total of the table."""
        return TOTAL if self.kind == "count" else self.form.cleaned_data["number"]

    def page(self) -> HttpResponse:
        """The page of the form."""
        form, kind, deal = self.form, self.kind, self.deal
        context = self.frame | {"state": self.state, "deal": deal}
        if isinstance(form, ScorecardForm):
            context |= {
                "dealer": self.names[self.state.next_dealer],
                "names": list(enumerate(self.names)),
                "board": board_of(form),
            }
        if deal is not None:
            context["later"] = results.table_deals(self.table).filter(number__gt=deal.number).count()
        elif kind != "record":
            total = "total" if kind == "count" else ""
            context |= drafts.of_form(self.actor, self.table, self.state, total)
        template = f"play/correct_{kind}.html" if deal and kind != "count" else f"play/{kind}.html"
        response = show(self.request, template, context, form=form)
        if deal is not None and kind == "count":
            # The service worker keeps the form of a new total alone.
            patch_cache_control(response, no_store=True)
        return response

    def preview_page(self, preview: results.Preview) -> HttpResponse:
        """The payouts of the complete form, before it is sent."""
        result, names = preview.result, self.names
        context = {
            "number": preview.number,
            "story": story_of(names, preview.document, result),
            "lines": list(zip(names, result["net"], result["chips"], strict=True)),
            "pools": result["pools"],
            "rules": self.table.round.event.rules_in_force,
            "next_dealer": names[result["next_dealer"]],
            "typed": self.typed,
        }
        draft = drafts.of_form(self.actor, self.table, self.state)
        return show(self.request, "play/preview.html", self.frame | context | draft)

    def look(self) -> HttpResponse:
        """What the board shows beside the fields of a scorecard. Nothing is recorded.

        `wrong`: the errors by field. `payouts`: HTML; before the deal is complete, of the parts that are
        known. `complete`: whether the deal can be recorded like this.
        """
        form = ScorecardForm(self.state, self.names, self.request.POST)
        half, payouts = HalfScorecard(form), ""
        if (document := half.document()) is not None:
            try:
                preview = results.preview(self.table, form.cleaned_data.get("number"), document)
            except games.EngineError as refusal:
                half.object_to(refusal)
            except (Conflict, Invalid) as refusal:
                form.add_error(None, refusal.detail)
            else:
                context = {
                    "complete": half.complete,
                    "story": story_of(form.names, preview.document, preview.result),
                    "staked": any(preview.result["pochen"]["stakes"]),
                    "lines": list(zip(form.names, preview.result["net"], strict=True)),
                }
                payouts = render_to_string("play/look.html", context)
        return JsonResponse(
            {"wrong": half.wrong, "payouts": payouts, "complete": half.complete and bool(payouts)}
        )


def seat_names(table: Table, actor: Actor, number: int) -> list[str]:
    """Short names of the players of a deal in the order of its document, for a form with many buttons.

    A phone sees their public names.
    """
    seats = [seat for seat in table_seats(table) if not seat.is_empty(number)]
    players = [seat.playing(number).player for seat in seats]
    return short_names([player.name if actor.phone is None else player.public_name for player in players])
