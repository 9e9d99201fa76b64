"""What is entered at a table: its form, what the board says, the payouts, and two entries of a deal."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.template.loader import render_to_string
from django.utils.cache import patch_cache_control

import games.services as games
from tournaments.core.actors import Actor
from tournaments.core.models.log import AuditEntry
from tournaments.core.pages.common import show
from tournaments.core.rules.refusals import Conflict, Invalid
from tournaments.desk.verbs import calls
from tournaments.play.forms.counts import CountForm
from tournaments.play.forms.half_scorecard import HalfScorecard
from tournaments.play.forms.scorecard import (
    RecordForm,
    ScorecardForm,
    board_of,
    reason_field,
    with_stop,
)
from tournaments.play.pages import drafts
from tournaments.play.pages.frame import table_frame
from tournaments.play.verbs import claims, results
from tournaments.play.words.deals import short_names, tell
from tournaments.play.words.entries import claimant, describe_person
from tournaments.tables.models.ledger import Deal
from tournaments.tables.models.rounds import Table
from tournaments.tables.verbs.table_states import TOTAL, TableState, recorded_deal
from tournaments.tables.verbs.tables import table_seats

STEPS = ("preview", "send")
"""The steps that need a complete form. Any other step shows the form again."""

Kind = Literal["scorecard", "record", "count"]
"""A deal as a form or as a pasted document, or the total of the table."""
DealForm = ScorecardForm | RecordForm | CountForm


def seat_names(table: Table, actor: Actor, number: int) -> list[str]:
    """Short names of the players of a deal in the order of its document, for a form with many buttons.

    A phone sees their public names.
    """
    seats = [seat for seat in table_seats(table) if not seat.is_empty(number)]
    players = [seat.playing(number).player for seat in seats]
    return short_names([player.name if actor.phone is None else player.public_name for player in players])


def deal_form(
    request: HttpRequest, state: TableState, names: Sequence[str], kind: Kind, deal: Deal | None = None
) -> DealForm:
    """The form of a deal or a total: bound if it was sent complete, else with what was typed or recorded.

    deal: the recorded one, for a correction.
    """
    if kind == "count":
        return CountForm(names, state, request.POST if request.method == "POST" else None, deal)
    data = request.POST if request.POST.get("step") in STEPS else None
    form: ScorecardForm | RecordForm
    if kind == "record":
        initial: dict[str, Any] = {"number": state.next_number}
        if deal is not None:
            seen = {key: value for key, value in deal.document.items() if key not in results.FILLED_IN}
            initial["record"] = json.dumps(seen, indent=1, ensure_ascii=False)
        form = RecordForm(data, initial=initial | request.POST.dict())
    else:
        form = ScorecardForm(state, names, data)
        if data is None and request.method == "POST":
            # A run was added or removed, or the user goes back from the preview.
            form.keep(with_stop(request.POST))
        elif data is None and deal is not None:
            form.fill_in(deal.document)
    if deal is not None:
        form.fields["reason"] = reason_field()
        form.initial["reason"] = request.POST.get("reason", "")
    return form


def number_of(form: DealForm) -> int | None:
    """The number of the deal that a valid form is about; TOTAL for the total of the table."""
    return TOTAL if isinstance(form, CountForm) else form.cleaned_data["number"]


def form_page(
    request: HttpRequest,
    actor: Actor,
    table: Table,
    state: TableState,
    form: DealForm,
    kind: Kind,
    deal: Deal | None = None,
) -> HttpResponse:
    """The page of a form. deal: the recorded one, for a correction."""
    names = form.names if isinstance(form, ScorecardForm) else ()
    context = table_frame(request, actor, table, "score") | {"state": state, "deal": deal}
    if isinstance(form, ScorecardForm):
        context |= {
            "dealer": names[state.next_dealer],
            "names": list(enumerate(names)),
            "board": board_of(form),
        }
    if deal is not None:
        context["later"] = results.table_deals(table).filter(number__gt=deal.number).count()
    elif kind != "record":
        context |= drafts.of_form(actor, table, state, "total" if kind == "count" else "")
    template = f"play/correct_{kind}.html" if deal and kind != "count" else f"play/{kind}.html"
    response = show(request, template, context, form=form)
    if deal is not None and kind == "count":
        # The service worker keeps the form of a new total alone.
        patch_cache_control(response, no_store=True)
    return response


def typed_fields(data: QueryDict) -> list[tuple[str, str]]:
    """The fields of the form, for hidden inputs in the preview."""
    skipped = ("csrfmiddlewaretoken", "step", *drafts.FIELDS)
    return [(name, value) for name, values in data.lists() if name not in skipped for value in values]


def preview_page(
    request: HttpRequest,
    actor: Actor,
    table: Table,
    state: TableState,
    preview: results.Preview,
    names: Sequence[str],
) -> HttpResponse:
    """The payouts of a complete form, before it is sent."""
    result = preview.result
    return show(
        request,
        "play/preview.html",
        table_frame(request, actor, table, "score")
        | {
            "number": preview.number,
            "story": tell(names, preview.document, result),
            "lines": list(zip(names, result["net"], result["chips"], strict=True)),
            "pools": result["pools"],
            "rules": table.round.event.rules_in_force,
            "next_dealer": names[result["next_dealer"]],
            "typed": typed_fields(request.POST),
        }
        | drafts.of_form(actor, table, state),
    )


def look(table: Table, form: ScorecardForm) -> HttpResponse:
    """What the board shows beside the fields. Nothing is recorded.

    `wrong`: the errors by field. `payouts`: HTML; before the deal is complete, of the parts that are known.
    `complete`: whether the deal can be recorded like this.
    """
    half = HalfScorecard(form)
    payouts = ""
    document = half.document()
    if document is not None:
        try:
            preview = results.preview(table, form.cleaned_data.get("number"), document)
        except games.EngineError as refusal:
            half.object_to(refusal)
        except (Conflict, Invalid) as refusal:
            form.add_error(None, refusal.detail)
        else:
            context = {
                "complete": half.complete,
                "story": tell(form.names, preview.document, preview.result),
                "staked": any(preview.result["pochen"]["stakes"]),
                "lines": list(zip(form.names, preview.result["net"], strict=True)),
            }
            payouts = render_to_string("play/look.html", context)
    return JsonResponse(
        {"wrong": half.wrong, "payouts": payouts, "complete": half.complete and bool(payouts)}
    )


ENTERED_BEFORE = ("deal_number_taken", "claim_waits")
"""The codes with which a deal is refused that was entered differently before."""


def taken_page(
    request: HttpRequest,
    actor: Actor,
    state: TableState,
    table: Table,
    typed: Mapping[str, Any],
    names: Sequence[str],
    refusal: Conflict,
) -> HttpResponse | None:
    """The page (409) of such a deal, from the state of the table before it; None if the deal is gone again.

    typed: the document that was refused, which the engine finds legal. names: in the order of the document.
    """
    number = state.next_number
    entered: Any
    if refusal.code == "claim_waits":
        entered = claims.open_claims(table).filter(number=number).first()
    else:
        entered = recorded_deal(table, number)
    if entered is None:
        return None
    try:
        theirs, mine = (results.complete(state, document) for document in (entered.document, typed))
    except (Conflict, games.EngineError):
        return None
    is_claim = not isinstance(entered, Deal)
    there, here = tell(names, *theirs), tell(names, *mine)
    return show(
        request,
        "play/taken.html",
        table_frame(request, actor, table, "score")
        | {
            "number": number,
            "is_claim": is_claim,
            "by": claimant(entered, names) if is_claim else _who_entered(entered, table),
            "at": entered.created_at if is_claim else entered.recorded_at,
            "dealer": names[state.next_dealer],
            "lines": list(zip(names, theirs[1]["net"], mine[1]["net"], strict=True)),
            "upcards": [there["upcard"], here["upcard"]],
            "parts": list(zip(there["parts"], here["parts"], strict=True)),
            "may_call": calls.may_call(table, actor),
        },
        status=refusal.status,
    )


def _who_entered(deal: Deal, table: Table) -> str:
    """Who entered a deal, by account, seat and phone, as the log says."""
    target = f"{deal._meta.model_name} {deal.pk}"
    entry = AuditEntry.objects.filter(event=table.round.event_id, verb="record_deal", target=target).first()
    data = {} if entry is None else entry.data
    names = [seat.playing(deal.number).player.public_name for seat in table_seats(table)]
    return describe_person(deal.recorded_by, data.get("link_seat"), data.get("link_phone", ""), names)
