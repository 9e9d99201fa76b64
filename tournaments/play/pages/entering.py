"""Entering what was played at a table: scorecard, pasted record, total; and voiding it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _

import games.services as games
from tournaments.clubs.access import may_direct
from tournaments.core.actors import Actor
from tournaments.core.numbers import number as plain_number
from tournaments.core.pages.common import actor_of, attempt, members_act, members_page, show
from tournaments.core.rules.refusals import Conflict, Invalid, gettext_noop
from tournaments.core.rules.statuses import RoundStatus
from tournaments.draw.words.tables import table_cards, tables_to_draw
from tournaments.events.access import event_for_scorer
from tournaments.events.pages.frame import event_frame
from tournaments.events.rules.phases.facts import RoundNotPublished
from tournaments.play.forms.counts import CountForm
from tournaments.play.forms.scorecard import ScorecardForm
from tournaments.play.models import DealClaim
from tournaments.play.pages import drafts
from tournaments.play.pages.claims import why_wait
from tournaments.play.pages.correcting import correct_total
from tournaments.play.pages.deals import (
    ENTERED_BEFORE,
    DealForm,
    Kind,
    deal_form,
    form_page,
    look,
    number_of,
    preview_page,
    seat_names,
    taken_page,
)
from tournaments.play.pages.frame import actor_at, table_form
from tournaments.play.verbs import claims, corrections, results
from tournaments.play.verbs.results import Recorded
from tournaments.play.words.entries import outcome
from tournaments.tables.access import table_for_recording, table_for_scorer
from tournaments.tables.models.ledger import Deal
from tournaments.tables.models.rounds import Round, Table
from tournaments.tables.verbs.table_states import TOTAL, TableState, recorded_deal, state_before, table_state


@members_page
def score(request: HttpRequest, ref: str) -> HttpResponse:
    """The tables of the round that is played, each with its next deal."""
    event = event_for_scorer(actor_of(request), ref)
    playing = (
        Round.objects.filter(event=event, status__in=[RoundStatus.PUBLISHED, RoundStatus.PLAYING])
        .order_by("-number")
        .first()
    )
    tables = table_cards(event, playing, tables_to_draw(playing)) if playing else []
    waiting = claims.waiting_in(playing) if playing and event.two_agree else []
    return show(
        request,
        "play/score.html",
        event_frame(request, event, "score")
        | {"round": playing, "tables": tables, "waiting": {str(claim.table_id) for claim in waiting}},
    )


@table_form
def enter(request: HttpRequest, table_id: str, *, kind: Kind = "scorecard") -> HttpResponse:
    """The next deal of a table, or its total: form, preview, sending. A total has no preview."""
    actor = actor_at(request, table_id)
    table = _started(actor, table_id)
    total = kind == "count"
    if table.round.event.without_rules and not total:
        return redirect("count", table.pk)
    recorded = recorded_deal(table, TOTAL) if total else _sent_before(request, table)
    if total and recorded is not None and "draft" not in request.POST:
        return correct_total(request, actor, table, recorded)
    # So the form of a deal never shows the dealer and the pools of a later one.
    state = table_state(table) if recorded is None else state_before(table, recorded)
    names = seat_names(table, actor, state.next_number)
    if request.method != "POST":
        if refusal := results.why_not(table, state, total=total) or why_wait(table, actor):
            messages.warning(request, refusal)
            return redirect("table", table.pk)
    elif request.POST.get("step") == "look" and kind == "scorecard":
        return look(table, ScorecardForm(state, names, request.POST))
    elif (answer := drafts.of_another(request, actor, table, "count" if total else "scorecard")) is not None:
        return answer
    form = deal_form(request, state, names, kind)
    if form.is_bound and form.is_valid() and (document := form.document()) is not None:
        answer = _preview_or_send(request, actor, table, state, form, document, names)
        if answer is not None:
            return answer
    if total and recorded is not None:
        # Somebody has entered other numbers meanwhile. A scorer can correct them.
        return correct_total(request, actor, table, recorded)
    return form_page(request, actor, table, state, form, kind)


@members_act
def void(request: HttpRequest, table_id: str, *, total: bool = False) -> HttpResponse:
    """Void the last deal of a table, or its total."""
    actor = actor_of(request)
    table = table_for_scorer(actor, table_id)
    typed, reason = request.POST.get("number", ""), request.POST.get("reason", "")[:200]
    number = int(typed) if typed.isdecimal() and len(typed) < 6 else 0
    attempt(
        request,
        lambda: corrections.void(table, actor, TOTAL if total else number, reason),
        outcome("void", None if total else typed),
    )
    return redirect("table", table.pk)


def _started(actor: Actor, table_id: str) -> Table:
    """The table. Raises Conflict while its round is not published."""
    table = table_for_recording(actor, table_id)
    if table.round.status == RoundStatus.DRAWN:
        raise RoundNotPublished(sentence=gettext_noop("This round has not been published yet."))
    return table


def _sent_before(request: HttpRequest, table: Table) -> Deal | None:
    """The deal that was sent, if it is recorded already."""
    number = request.POST.get("number", "")
    return recorded_deal(table, int(number)) if number.isdecimal() and len(number) < 6 else None


def _preview_or_send(
    request: HttpRequest,
    actor: Actor,
    table: Table,
    state: TableState,
    form: DealForm,
    document: Mapping[str, Any],
    names: Sequence[str],
) -> HttpResponse | None:
    """The preview, or a redirect after sending; None if it was refused, with the error in the form.

    A deal that was entered differently before is shown beside the other one.
    """
    number = number_of(form)
    sent: Recorded | DealClaim | None
    try:
        if number is TOTAL or request.POST.get("step") == "send":
            sent = _send(request, actor, table, number, document)
        else:
            sent = results.recorded_already(table, number, document)
        if sent is not None:
            messages.success(request, _with_numbers(table, actor, sent, names, number))
            return redirect(_page_after(request, table, sent), table.pk)
        preview = results.preview(table, number, document)
    except games.EngineError as refusal:
        form.object_to(refusal)
        return None
    except (Conflict, Invalid) as refusal:
        if isinstance(form, CountForm):
            if state.counted is None and (form.cleaned_data["after"] or 0) != form.deals_before:
                # Deals came or went meanwhile, so the same numbers mean something else now.
                messages.warning(request, refusal.detail)
                return redirect("count", table.pk)
        elif isinstance(refusal, Conflict) and refusal.code in ENTERED_BEFORE:
            page = taken_page(request, actor, state, table, document, names, refusal)
            if page is not None:
                return page
        form.add_error(None, refusal.detail)
        return None
    return preview_page(request, actor, table, state, preview, names)


def _send(
    request: HttpRequest, actor: Actor, table: Table, number: int | None, document: Mapping[str, Any]
) -> Recorded | DealClaim:
    event = table.round.event
    at_once = event.two_agree and may_direct(actor, event.club)
    return drafts.send_once(
        request, actor, table, lambda: claims.submit(table, actor, number, document, at_once=at_once)
    )


def _page_after(request: HttpRequest, table: Table, sent: Recorded | DealClaim) -> str:
    """The page after sending: the board shows the next scorecard, if there is one."""
    goes_on = "onward" in request.POST and isinstance(sent, Recorded)
    return "scorecard" if goes_on and not results.why_not(table, table_state(table)) else "table"


def _became(sent: Recorded | DealClaim) -> str:
    """What became of what was sent, now or by an earlier attempt whose answer was lost."""
    if isinstance(sent, Recorded):
        return "recorded" if sent.created else "again"
    return str(sent.status)


def _with_numbers(
    table: Table, actor: Actor, sent: Recorded | DealClaim, names: Sequence[str], number: int | None
) -> str:
    """The message about what was sent: of a deal the net chips of each, and where to go if they are wrong."""
    if number is TOTAL:
        return outcome(_became(sent))
    if not isinstance(sent, Recorded):
        result, wrong = sent.result, reverse("table", args=[table.pk]) + f"#claim-{number}"
    elif actor.member_of(table.round.event.club) is not None:
        result, wrong = sent.deal.result, reverse("correct_deal", args=[table.pk, number])
    else:
        result, wrong = sent.deal.result, reverse("table", args=[table.pk]) + "#call"
    nets = ((name, plain_number(net, plus=True)) for name, net in zip(names, result["net"], strict=False))
    return format_html(
        '{} {}. <a href="{}">{}</a>',
        outcome(_became(sent), number),
        format_html_join(", ", "<bdi>{}</bdi> {}", nets),
        wrong,
        _("Not right?"),
    )
