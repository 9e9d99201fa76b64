"""The open claims of a table, and corrections of its deals and its total."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _

import games.services as games
from tournaments.clubs.access import may_direct
from tournaments.core.actors import Actor
from tournaments.core.pages.common import actor_of, attempt, members_form, only_post, open_form, page, show
from tournaments.core.rules.refusals import Conflict, Invalid
from tournaments.core.rules.statuses import RoundStatus
from tournaments.events.pages.frame import event_frame
from tournaments.events.verbs.entries import entries_by_id
from tournaments.play.access import claim_for_recording, table_id_of_claim
from tournaments.play.forms.counts import CountForm, count_as_initial
from tournaments.play.forms.scorecard import reason_field
from tournaments.play.models import ClaimStatus, DealClaim
from tournaments.play.pages import drafts
from tournaments.play.pages.cards import actor_at, table_frame
from tournaments.play.pages.deals import DealForm, deal_form, deal_form_page, seat_names, typed_fields
from tournaments.play.verbs import claims, corrections
from tournaments.play.verbs.results import complete, table_deals
from tournaments.play.words.deals import claimant, describe_person, outcome, tell
from tournaments.tables.access import table_for_recording, table_for_scorer
from tournaments.tables.models.ledger import Deal
from tournaments.tables.models.rounds import Table
from tournaments.tables.verbs.table_states import TOTAL, TableState, deal_at, state_before, table_state
from tournaments.tables.verbs.tables import table_seats


def open_claims(table: Table, actor: Actor, names: list[str], playing: list[str]) -> list[dict[str, Any]]:
    """The open claims of a table for its page (no query where one person is enough).

    names: by seat. playing: of the seats that play the next deal.
    """
    rows = list(claims.open_claims(table)) if table.round.event.two_agree else []
    state = table_state(table) if rows else None
    return [
        {
            "claim": claim,
            "counted": games.is_count(claim.document),
            "disputed": claim.status == ClaimStatus.DISPUTED,
            "own": claims.is_same_person(claim, actor),
            "by": claimant(claim, names),
            "nets": list(zip(playing, claim.result["net"], strict=True)),
            "story": _story(state, claim, playing) if state else [],
        }
        for claim in rows
    ]


@page
def claims_renew(request: HttpRequest, table_id: str) -> HttpResponse:
    """The claims that wait for a second person, for the form of the next deal; 204 since ``?version=``.

    ``?number=``: the deal of the form. If that deal is recorded and not void, the part says so.
    """
    actor = actor_at(request, table_id)
    table = table_for_recording(actor, table_id)
    state = table_state(table)
    next_number = state.next_number
    now = ".".join(map(str, state.head)) + stamp(table)
    if request.GET.get("version") == now:
        return HttpResponse(status=204)
    seats = table_seats(table)
    names = [seat.sitting.player.public_name for seat in seats]
    playing = [
        seat.playing(next_number).player.public_name for seat in seats if not seat.is_empty(next_number)
    ]
    number = request.GET.get("number", "")
    context = table_frame(request, actor, table, "score") | {
        "claims": open_claims(table, actor, names, playing),
        "stamp": now,
        "number": number,
        "recorded": number.isdecimal() and len(number) < 6 and int(number) < next_number,
    }
    return show(request, "play/claims_now.html", context)


def withdrawn_claim(table: Table, names: list[str], deals: int) -> dict[str, Any] | None:
    """The newest claim of a table, if the service withdrew it and its deal must be entered again.

    deals: the number of recorded deals of the table.
    """
    claim = claims.last_claim(table) if table.round.event.two_agree else None
    if claim is None or not claim.overtaken_by or claim.number < deals:
        return None
    return {"claim": claim, "counted": games.is_count(claim.document), "by": claimant(claim, names)}


def _story(state: TableState, claim: DealClaim, playing: list[str]) -> list[dict[str, str]]:
    """What a claimed deal pays, part by part.

    Empty for a claim of the total of a table, and if the table has changed, so that the deal would have
    another result now.
    """
    if games.is_count(claim.document):
        return []
    try:
        parts: list[dict[str, str]] = tell(playing, *complete(state, claim.document))["parts"]
    except (Conflict, games.EngineError):
        return []
    return parts


def two_people(deal: Deal, names: list[str]) -> dict[str, str] | None:
    """Who entered a deal and who confirmed it, with which phones; None where one person was enough."""
    claim = claims.claim_behind(deal)
    if claim is None:
        return None
    return {
        "by": describe_person(claim.by_user, claim.by_seat, claim.mark, names),
        "with": describe_person(claim.settled_by_user, claim.settled_by_seat, claim.settled_mark, names),
    }


def why_wait(table: Table, actor: Actor) -> str:
    """The sentence that says why this actor cannot enter the next deal now; empty if they can."""
    event = table.round.event
    if event.two_agree and not may_direct(actor, event.club):
        for claim in claims.open_claims(table):
            if claim.status == ClaimStatus.DISPUTED:
                return _outcome("disputed", claim)
            if claims.is_same_person(claim, actor):
                return _outcome("own", claim)
    return ""


def stamp(table: Table) -> str:
    """A text that changes with the claims of a table; empty where one person is enough."""
    if not table.round.event.two_agree:
        return ""
    return "-" + "".join(status[0] for status in claims.claim_statuses(table))


def _outcome(name: str, claim: DealClaim) -> str:
    return outcome(name, claims.number_of(claim))


def _button(
    name: str, act: Callable[[DealClaim, Actor, bool, str], DealClaim]
) -> Callable[..., HttpResponseBase]:
    """A button at a claim, for members and for phones at the table. It leads back to the table.

    name: what becomes of the claim. act: gets also whether the actor is a director, and a reason.
    """

    def view(request: HttpRequest, claim_id: str) -> HttpResponse:
        table_id = table_id_of_claim(claim_id)
        actor = actor_at(request, str(table_id))
        claim = claim_for_recording(actor, claim_id)
        director = may_direct(actor, claim.table.round.event.club)
        reason = request.POST.get("reason", "")
        attempt(request, lambda: act(claim, actor, director, reason), _outcome(name, claim))
        return redirect("table", table_id)

    return only_post(open_form(view))


confirm = _button(
    "recorded", lambda claim, actor, director, _: claims.confirm_claim(claim, actor, as_director=director)
)
dispute = _button("disputed", lambda claim, actor, _, reason: claims.dispute_claim(claim, actor, reason))
withdraw = _button(
    "taken_back", lambda claim, actor, director, _: claims.withdraw_claim(claim, actor, as_director=director)
)


# ---- Correcting a deal, with a preview of the consequences, and correcting a total.


@members_form
def correct(request: HttpRequest, table_id: str, number: int) -> HttpResponse:
    """Correct a recorded deal."""
    actor = actor_of(request)
    table = table_for_scorer(actor, table_id)
    deal = deal_at(table, number)
    refusal = ""
    if table.round.status == RoundStatus.VOID:
        refusal = _("This round is void, so its deals cannot change.")
    elif not _may_correct(actor, table):
        refusal = _("Only a director can correct a deal of a closed round, and only while the event runs.")
    if refusal:
        messages.warning(request, refusal)
        return redirect("deal", table.pk, number)
    state, names = state_before(table, deal), seat_names(table, actor, number)
    is_scorecard = deal.document["format"] == "poch-scorecard/1"
    as_record = not is_scorecard or "record" in (request.POST or request.GET)
    form = deal_form(request, state, names, as_record=as_record, deal=deal)
    form.fields["reason"] = reason_field()
    form.initial["reason"] = request.POST.get("reason", "")
    if form.is_bound and form.is_valid() and (document := form.document()) is not None:
        answer = _preview_or_correct(request, actor, table, form, document)
        if answer is not None:
            return answer
    later = table_deals(table).filter(number__gt=number).count()
    return deal_form_page(request, actor, table, state, form, names, deal=deal, later=later)


def _may_correct(actor: Actor, table: Table) -> bool:
    """Whether the present state allows this scorer a correction."""
    late = table.round.status == RoundStatus.CLOSED and not may_direct(actor, table.round.event.club)
    return table.round.event.is_running and not late


def _preview_or_correct(
    request: HttpRequest, actor: Actor, table: Table, form: DealForm, document: Mapping[str, Any]
) -> HttpResponse | None:
    """The preview, or a redirect after the correction; None if it was refused, with the error in the form."""
    number, reason = form.cleaned_data["number"], form.cleaned_data["reason"]
    send = request.POST.get("step") == "send"
    verb = corrections.correct if send else corrections.preview_correction
    director = may_direct(actor, table.round.event.club)
    correction = _attempt(form, lambda: verb(table, actor, number, document, reason, closed_too=director))
    if correction is None:
        return None
    if correction.changed and not send:
        return _preview_page(request, table, correction)
    _say(request, correction, number)
    return redirect("deal", table.pk, number)


def _attempt(
    form: DealForm | CountForm, verb: Callable[[], corrections.Correction]
) -> corrections.Correction | None:
    """Call a verb for a form. After a refusal, show it in the form and return None."""
    try:
        return verb()
    except games.EngineError as refusal:
        form.object_to(refusal)
    except (Conflict, Invalid) as refusal:
        form.add_error(None, refusal.detail)
    return None


def _say(request: HttpRequest, correction: corrections.Correction, number: int | None = None) -> None:
    """Say what became of a correction of a deal, or (None) of the total."""
    if correction.changed:
        messages.success(request, outcome("corrected", number))
    else:
        messages.info(request, outcome("unchanged", number))


def _preview_page(request: HttpRequest, table: Table, correction: corrections.Correction) -> HttpResponse:
    entries, seats = entries_by_id(table.round.event), table_seats(table)
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
                for seat in seats
            ],
            "deals": [{"deal": deal.new, "nets": _nets(deal, len(seats))} for deal in correction.deals],
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
    pairs = dict(
        zip(
            deal.new.places,
            zip(deal.old.result["net"], deal.new.result["net"], strict=True),
            strict=True,
        )
    )
    return [pairs.get(seat) for seat in range(seats)]


def correct_total(request: HttpRequest, actor: Actor, table: Table, recorded: Deal) -> HttpResponse:
    """The recorded total in the form, for a correction with a reason."""
    if actor.phone is not None or not _may_correct(actor, table):
        messages.warning(request, _("The total of this table is entered. Ask the director to correct it."))
        return redirect("table", table.pk)
    state, names = state_before(table, recorded), seat_names(table, actor, recorded.number)
    form = CountForm(
        names,
        state,
        request.POST if request.method == "POST" else None,
        corrects=True,
        initial=count_as_initial(recorded, table.round.event.unit, final=state.rules["purse"] == "table"),
    )
    if form.is_bound and form.is_valid():
        correction = _attempt(
            form,
            lambda: corrections.correct(
                table_for_scorer(actor, str(table.pk)),
                actor,
                TOTAL,
                form.document(),
                form.cleaned_data["reason"],
                closed_too=may_direct(actor, table.round.event.club),
            ),
        )
        if correction is not None:
            _say(request, correction)
            return redirect("table", table.pk)
    response = total_page(request, actor, table, state, form, recorded)
    # The service worker keeps the form of a new total alone.
    patch_cache_control(response, no_store=True)
    return response


def total_page(
    request: HttpRequest,
    actor: Actor,
    table: Table,
    state: TableState,
    form: CountForm,
    recorded: Deal | None = None,
) -> HttpResponse:
    """The form of the total of a table. recorded: the total that it corrects."""
    context = table_frame(request, actor, table, "score") | {"state": state, "recorded": recorded}
    if recorded is None:
        context |= drafts.of_form(actor, table, state, "total")
    return show(request, "play/count.html", context, form=form)
