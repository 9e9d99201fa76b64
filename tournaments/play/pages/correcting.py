"""Correcting a deal: the form with the recorded deal, a preview of the consequences, the correction."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

import games.services as games
from tournaments.clubs.access import may_direct
from tournaments.core.pages.common import actor_of, members_form, show
from tournaments.core.rules.refusals import Conflict, Invalid
from tournaments.core.rules.statuses import RoundStatus
from tournaments.events.pages.frame import event_frame
from tournaments.events.verbs.entries import entries_by_id
from tournaments.play.forms.scorecard import RecordForm, ScorecardForm, board_of, reason_field, with_stop
from tournaments.play.pages.deals import STEPS, seat_names, typed_fields
from tournaments.play.verbs import corrections
from tournaments.play.verbs.results import FILLED_IN, later_deals
from tournaments.tables.access import deal_for_viewer, table_for_scorer
from tournaments.tables.models.ledger import Deal
from tournaments.tables.models.rounds import Table
from tournaments.tables.verbs.table_states import state_before
from tournaments.tables.verbs.tables import table_seats

Form = ScorecardForm | RecordForm


@members_form
def correct(request: HttpRequest, table_id: str, number: int) -> HttpResponse:
    """Correct a recorded deal."""
    actor = actor_of(request)
    table = table_for_scorer(actor, table_id)
    deal = deal_for_viewer(table, number)
    director = may_direct(actor, table.round.event.club)
    if table.round.status == RoundStatus.VOID:
        messages.warning(request, _("This round is void, so its deals cannot change."))
        return redirect("deal", table.pk, number)
    if (table.round.status == RoundStatus.CLOSED and not director) or not table.round.event.is_running:
        messages.warning(
            request, _("Only a director can correct a deal of a closed round, and only while the event runs.")
        )
        return redirect("deal", table.pk, number)
    names = seat_names(table, actor, number)
    form = _form(request, table, deal, names)
    form.fields["reason"] = reason_field()
    form.initial["reason"] = request.POST.get("reason", "")
    if request.method == "POST" and request.POST.get("step") in STEPS and form.is_valid():
        document = form.document()
        answer = (
            None
            if document is None
            else _preview_or_correct(request, table, form, document, director=director)
        )
        if answer is not None:
            return answer
    return _form_page(request, table, deal, form, names)


def _form(request: HttpRequest, table: Table, deal: Deal, names: list[str]) -> Form:
    """The scorecard or the record of the deal, filled in with what is recorded."""
    state = state_before(table, deal)
    posted, stepped = request.method == "POST", request.POST.get("step") in STEPS
    as_card = deal.document["format"] == "poch-scorecard/1" and "record" not in (request.POST or request.GET)
    if not as_card:
        seen = {key: value for key, value in deal.document.items() if key not in FILLED_IN}
        initial = {"number": deal.number, "record": json.dumps(seen, indent=1, ensure_ascii=False)}
        return RecordForm(request.POST if posted and stepped else None, initial=initial | request.POST.dict())
    if posted and stepped:
        return ScorecardForm(state, names, request.POST)
    form = ScorecardForm(state, names)
    if posted:
        form.keep(with_stop(request.POST))
    else:
        form.fill_in(deal.document)
    return form


def _preview_or_correct(
    request: HttpRequest, table: Table, form: Form, document: Mapping[str, Any], *, director: bool
) -> HttpResponse | None:
    """The preview, or a redirect after the correction; None if it was refused, with the error in the form."""
    number = form.cleaned_data["number"]
    send = request.POST.get("step") == "send"
    verb = corrections.correct_deal if send else corrections.preview_correction
    try:
        correction = verb(
            table, actor_of(request), number, document, form.cleaned_data["reason"], closed_too=director
        )
    except games.EngineError as refusal:
        form.object_to(refusal)
        return None
    except (Conflict, Invalid) as refusal:
        form.add_error(None, refusal.detail)
        return None
    if not correction.changed:
        messages.info(request, _("Deal %(number)d is already recorded like this.") % {"number": number})
    elif send:
        messages.success(request, _("Deal %(number)d is corrected.") % {"number": number})
    else:
        return _preview_page(request, table, correction)
    return redirect("deal", table.pk, number)


def _preview_page(request: HttpRequest, table: Table, correction: corrections.Correction) -> HttpResponse:
    entries = entries_by_id(table.round.event)
    return show(
        request,
        "play/correction.html",
        event_frame(request, table.round.event, "score")
        | {
            "table": table,
            "round": table.round,
            "number": correction.deal.number,
            "names": [
                " / ".join(
                    dict.fromkeys(seat.playing(deal.new.number).player.name for deal in correction.deals)
                )
                for seat in table_seats(table)
            ],
            "deals": [
                {
                    "number": deal.new.number,
                    "counted": deal.new.counted,
                    "nets": _nets(deal, table.seats.count()),
                }
                for deal in correction.deals
            ],
            "moved": [
                {
                    "round": standing.round,
                    "entries": [(entries[move.entry].player.name, move) for move in standing.entries],
                }
                for standing in correction.moved
            ],
            "typed": typed_fields(request.POST),
        },
    )


def _nets(deal: corrections.Replayed, seats: int) -> list[tuple[int, int] | None]:
    """The net chips of each seat before and after the correction; None for a seat that did not play."""
    places = deal.new.places
    pairs = list(zip(deal.old.result["net"], deal.new.result["net"], strict=True))
    return [pairs[places.index(seat)] if seat in places else None for seat in range(seats)]


def _form_page(request: HttpRequest, table: Table, deal: Deal, form: Form, names: list[str]) -> HttpResponse:
    state = state_before(table, deal)
    context = event_frame(request, table.round.event, "score") | {
        "table": table,
        "round": table.round,
        "state": state,
        "dealer": names[state.next_dealer],
        "names": list(enumerate(names)),
        "deal": deal,
        "later": later_deals(deal),
    }
    if isinstance(form, ScorecardForm):
        context["board"] = board_of(form)
    template = "correct_card.html" if isinstance(form, ScorecardForm) else "correct_record.html"
    return show(request, f"play/{template}", context, form=form)
