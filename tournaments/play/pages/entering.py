"""Entering what was played at a table: scorecard, pasted record, total; and voiding it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _

import games.services as games
from tournaments.clubs.access import may_direct
from tournaments.core.models.log import AuditEntry
from tournaments.core.numbers import number as plain_number
from tournaments.core.pages.acts import whole
from tournaments.core.pages.common import actor_of, attempt, members_act, members_page, show
from tournaments.core.rules.refusals import Conflict, Invalid, gettext_noop
from tournaments.core.rules.statuses import RoundStatus
from tournaments.desk.verbs import calls
from tournaments.draw.words.tables import table_cards, tables_to_draw
from tournaments.events.access import event_for_scorer
from tournaments.events.pages.frame import event_frame
from tournaments.events.rules.phases.facts import RoundNotPublished
from tournaments.play.forms.counts import CountForm
from tournaments.play.models import DealClaim
from tournaments.play.pages import drafts
from tournaments.play.pages.claims import why_wait
from tournaments.play.pages.correcting import correct_total
from tournaments.play.pages.deals import Entry, Kind
from tournaments.play.pages.frame import actor_at, table_form
from tournaments.play.verbs import claims, corrections, results
from tournaments.play.verbs.results import Recorded
from tournaments.play.words.deals import story_of
from tournaments.play.words.entries import claimant, describe_person, outcome
from tournaments.tables.access import table_for_recording, table_for_scorer
from tournaments.tables.models.ledger import Deal
from tournaments.tables.models.rounds import Round, Table
from tournaments.tables.verbs.table_states import TOTAL, recorded_deal, state_before, table_state
from tournaments.tables.verbs.tables import table_seats


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
    context = {"round": playing, "tables": tables, "waiting": {str(claim.table_id) for claim in waiting}}
    return show(request, "play/score.html", event_frame(request, event, "score") | context)


@table_form
def enter(request: HttpRequest, table_id: str, *, kind: Kind = "scorecard") -> HttpResponse:
    """The next deal of a table, or its total: form, preview, sending. A total has no preview."""
    actor, total = actor_at(request, table_id), kind == "count"
    table = table_for_recording(actor, table_id)
    if table.round.status == RoundStatus.DRAWN:
        raise RoundNotPublished(sentence=gettext_noop("This round has not been published yet."))
    if table.round.event.without_rules and not total:
        return redirect("count", table.pk)
    # The deal that was sent may be recorded already.
    number = TOTAL if total else whole(request.POST.get("number", ""))
    recorded = recorded_deal(table, number) if total or number else None
    if total and recorded is not None and "draft" not in request.POST:
        return correct_total(request, actor, table, recorded)
    # So the form of a deal never shows the dealer and the pools of a later one.
    state = table_state(table) if recorded is None else state_before(table, recorded)
    entry = Entry(request, actor, table, state, kind)
    if request.method != "POST":
        if refusal := results.why_not(table, state, total=total) or why_wait(table, actor):
            messages.warning(request, refusal)
            return redirect("table", table.pk)
    elif request.POST.get("step") == "look" and kind == "scorecard":
        return entry.look()
    elif (answer := drafts.of_another(request, actor, table, "count" if total else "scorecard")) is not None:
        return answer
    form = entry.form
    if form.is_bound and form.is_valid() and (document := form.document()) is not None:
        answer = _preview_or_send(entry, document)
        if answer is not None:
            return answer
    if total and recorded is not None:
        # Somebody has entered other numbers meanwhile. A scorer can correct them.
        return correct_total(request, actor, table, recorded)
    return entry.page()


@members_act
def void(request: HttpRequest, table_id: str, *, total: bool = False) -> HttpResponse:
    """Void the last deal of a table, or its total."""
    actor = actor_of(request)
    table = table_for_scorer(actor, table_id)
    typed, reason = request.POST.get("number", ""), request.POST.get("reason", "")[:200]
    done = outcome("void", None if total else typed)
    attempt(request, lambda: corrections.void(table, actor, TOTAL if total else whole(typed), reason), done)
    return redirect("table", table.pk)


def _preview_or_send(entry: Entry, document: Mapping[str, Any]) -> HttpResponse | None:
    """The preview, or a redirect after sending; None if it was refused, with the error in the form.

    A deal that was entered differently before is shown beside the other one.
    """
    request, actor, table, form, number = entry.request, entry.actor, entry.table, entry.form, entry.number
    made: Recorded | DealClaim | None
    try:
        if number is TOTAL or request.POST.get("step") == "send":
            event = table.round.event
            at_once = event.two_agree and may_direct(actor, event.club)
            made = drafts.send_once(
                request, actor, table, lambda: claims.submit(table, actor, number, document, at_once=at_once)
            )
        else:
            made = results.recorded_already(table, number, document)
        if made is not None:
            messages.success(request, _with_numbers(entry, made))
            # The board shows the next scorecard, if there is one.
            goes_on = "onward" in request.POST and isinstance(made, Recorded)
            goes_on = goes_on and not results.why_not(table, table_state(table))
            return redirect("scorecard" if goes_on else "table", table.pk)
        return entry.preview_page(results.preview(table, number, document))
    except games.EngineError as refusal:
        form.object_to(refusal)
    except (Conflict, Invalid) as refusal:
        if isinstance(form, CountForm):
            if entry.state.counted is None and (form.cleaned_data["after"] or 0) != form.deals_before:
                # Deals came or went meanwhile, so the same numbers mean something else now.
                messages.warning(request, refusal.detail)
                return redirect("count", table.pk)
        elif isinstance(refusal, Conflict) and (page := _taken_page(entry, document, refusal)) is not None:
            return page
        form.add_error(None, refusal.detail)
    return None


def _with_numbers(entry: Entry, made: Recorded | DealClaim) -> str:
    """The message about what was sent: of a deal the net chips of each, and where to go if they are wrong."""
    actor, table, number = entry.actor, entry.table, entry.number
    became = str(made.status)
    if number is TOTAL:
        return outcome(became)
    wrong = reverse("table", args=[table.pk]) + "#call"
    if isinstance(made, DealClaim):
        wrong = reverse("table", args=[table.pk]) + f"#claim-{number}"
    elif actor.member_of(table.round.event.club) is not None:
        wrong = reverse("correct_deal", args=[table.pk, number])
    nets = zip(entry.names, made.result["net"], strict=False)
    return format_html(
        '{} {}. <a href="{}">{}</a>',
        outcome(became, number),
        format_html_join(
            ", ", "<bdi>{}</bdi> {}", ((name, plain_number(net, plus=True)) for name, net in nets)
        ),
        wrong,
        _("Not right?"),
    )


def _taken_page(entry: Entry, typed: Mapping[str, Any], refusal: Conflict) -> HttpResponse | None:
    """The page (409) of a deal that was entered differently before, from the state of the table before it.

    None for another refusal, and if that deal is gone again. typed: the document that was refused, which the
    engine finds legal.
    """
    table, state, names, number = entry.table, entry.state, entry.names, entry.state.next_number
    entered: Any = None
    if refusal.code == "claim_waits":
        entered = claims.open_claims(table).filter(number=number).first()
    elif refusal.code == "deal_number_taken":
        entered = recorded_deal(table, number)
    if entered is None:
        return None
    try:
        theirs, mine = (results.complete(state, document) for document in (entered.document, typed))
    except (Conflict, games.EngineError):
        return None
    is_claim = not isinstance(entered, Deal)
    there, here = story_of(names, *theirs), story_of(names, *mine)
    context = {
        "number": number,
        "is_claim": is_claim,
        "by": claimant(entered, names) if is_claim else _who_entered(entered, table),
        "at": entered.created_at if is_claim else entered.recorded_at,
        "dealer": names[state.next_dealer],
        "lines": list(zip(names, theirs[1]["net"], mine[1]["net"], strict=True)),
        "upcards": [there["upcard"], here["upcard"]],
        "parts": list(zip(there["parts"], here["parts"], strict=True)),
        "may_call": calls.may_call(table, entry.actor),
    }
    return show(entry.request, "play/taken.html", entry.frame | context, status=refusal.status)


def _who_entered(deal: Deal, table: Table) -> str:
    """Who entered a deal, by account, seat and phone, as the log says."""
    target = f"{deal._meta.model_name} {deal.pk}"
    log = AuditEntry.objects.filter(event=table.round.event_id, verb="record_deal", target=target).first()
    data = {} if log is None else log.data
    names = [seat.playing(deal.number).player.public_name for seat in table_seats(table)]
    return describe_person(deal.recorded_by, data.get("link_seat"), data.get("link_phone", ""), names)
