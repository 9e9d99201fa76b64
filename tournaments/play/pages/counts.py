"""Entering, correcting and voiding the total of a table."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _

import games.services as games
from tournaments.clubs.access import may_direct
from tournaments.core.audit import Actor
from tournaments.core.pages.common import actor_of, attempt, members_act, show
from tournaments.core.rules.refusals import Conflict, Invalid
from tournaments.core.rules.statuses import RoundStatus
from tournaments.play.forms.counts import CountForm, count_as_initial
from tournaments.play.models import ClaimStatus, DealClaim
from tournaments.play.pages import drafts
from tournaments.play.pages.claims import why_wait
from tournaments.play.pages.deals import refuse_unless_started, seat_names
from tournaments.play.pages.frame import table_frame
from tournaments.play.pages.phones import actor_at, table_form
from tournaments.play.verbs import claims, counts, recounts, results
from tournaments.tables.access import table_for_recording, table_for_scorer
from tournaments.tables.models.ledger import Deal
from tournaments.tables.models.rounds import Table
from tournaments.tables.verbs.table_states import TableState, state_before, table_state


@table_form
def count(request: HttpRequest, table_id: str) -> HttpResponse:
    """The total of a table: the form to enter it, and, for scorers, to correct it."""
    actor = actor_at(request, table_id)
    table = table_for_recording(actor, table_id)
    refuse_unless_started(table)
    if (answer := drafts.of_another(request, actor, table, form="count")) is not None:
        return answer
    recorded = counts.count_of(table)
    is_new = request.method == "POST" and "draft" in request.POST
    if recorded is not None and not is_new:
        return _correct(request, actor, table, recorded)
    state = table_state(table) if recorded is None else state_before(table, recorded)
    names = seat_names(table, actor, state.next_number)
    if request.method != "POST":
        if refusal := counts.why_no_count(table, state) or why_wait(table, actor):
            messages.warning(request, refusal)
            return redirect("table", table.pk)
        form = CountForm(names, state, initial={"deals": table.deals_planned - state.next_number + 1})
        return _form_page(request, actor, table, state, form)
    form = CountForm(names, state, request.POST)
    if form.is_valid():
        try:
            at_once = table.round.event.two_agree and may_direct(actor, table.round.event.club)
            sent = drafts.send_once(
                request,
                actor,
                table,
                lambda: claims.submit_count(table, actor, form.document(), at_once=at_once),
            )
            messages.success(request, _outcome(sent))
            return redirect("table", table.pk)
        except games.EngineError as refusal:
            form.object_to(refusal)
        except (Conflict, Invalid) as refusal:
            if (form.cleaned_data["after"] or 0) != form.deals_before and recorded is None:
                # Deals came or went meanwhile, so the same numbers mean something else now.
                messages.warning(request, refusal.detail)
                return redirect("count", table.pk)
            form.add_error(None, refusal.detail)
    if recorded is not None:
        # Somebody has entered other numbers meanwhile. A scorer can correct them.
        return _correct(request, actor, table, recorded)
    return _form_page(request, actor, table, state, form)


def _correct(request: HttpRequest, actor: Actor, table: Table, recorded: Deal) -> HttpResponse:
    """The recorded total in the form, for a correction with a reason."""
    director = may_direct(actor, table.round.event.club)
    late = table.round.status == RoundStatus.CLOSED and not director
    if actor.phone is not None or late or not table.round.event.is_running:
        messages.warning(request, _("The total of this table is entered. Ask the director to correct it."))
        return redirect("table", table.pk)
    state = state_before(table, recorded)
    names = seat_names(table, actor, recorded.number)
    if request.method != "POST":
        form = CountForm(
            names,
            state,
            corrects=True,
            initial=count_as_initial(recorded, table.round.event.unit, final=state.rules["purse"] == "table"),
        )
        return _form_page(request, actor, table, state, form, recorded)
    form = CountForm(names, state, request.POST, corrects=True)
    if form.is_valid():
        try:
            correction = recounts.correct_count(
                table_for_scorer(actor, str(table.pk)),
                actor,
                form.document(),
                form.cleaned_data["reason"],
                closed_too=director,
            )
            if correction.changed:
                messages.success(request, _("The total is corrected."))
            else:
                messages.info(request, _("The total is already recorded like this."))
            return redirect("table", table.pk)
        except games.EngineError as refusal:
            form.object_to(refusal)
        except (Conflict, Invalid) as refusal:
            form.add_error(None, refusal.detail)
    return _form_page(request, actor, table, state, form, recorded)


@members_act
def void_count(request: HttpRequest, table_id: str) -> HttpResponse:
    """Void the total of a table."""
    table = table_for_scorer(actor_of(request), table_id)
    attempt(
        request,
        lambda: recounts.void_count(table, actor_of(request), request.POST.get("reason", "")[:200]),
        _("The total is void and does not count. You can enter it again, or the deals."),
    )
    return redirect("table", table.pk)


def _outcome(sent: results.Recorded | DealClaim) -> str:
    """The message about a total that was sent."""
    if isinstance(sent, results.Recorded):
        if sent.created:
            return _("The total of the table is recorded.")
        return _("The total of the table was already recorded.")
    if sent.status == ClaimStatus.CONFIRMED:
        return _("The total of the table is recorded: both of you entered the same.")
    if sent.status == ClaimStatus.DISPUTED:
        return _("The total of the table is disputed. A director decides.")
    if sent.status == ClaimStatus.WITHDRAWN:
        return _("The total was sent before and then withdrawn. It was not sent again.")
    return _("The total waits for a second person, who must confirm it on the page of the table.")


def _form_page(
    request: HttpRequest,
    actor: Actor,
    table: Table,
    state: TableState,
    form: CountForm,
    recorded: Deal | None = None,
) -> HttpResponse:
    context = table_frame(request, actor, table, "score") | {
        "table": table,
        "round": table.round,
        "state": state,
        "recorded": recorded,
    }
    if recorded is None:
        context |= drafts.of_total(actor, table, state)
    response = show(request, "play/count.html", context, form=form)
    if recorded is not None:
        # The service worker keeps the form of a new total alone.
        patch_cache_control(response, no_store=True)
    return response
