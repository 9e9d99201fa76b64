"""Entering the deals of a table: scorecard, pasted record, preview; and voiding the last deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

import games.services as games
from tournaments.clubs.access import may_direct
from tournaments.core.audit import Actor
from tournaments.core.numbers import number as plain_number
from tournaments.core.pages.common import actor_of, attempt, members_act, members_page, show
from tournaments.core.rules.refusals import Conflict, Invalid, gettext_noop
from tournaments.core.rules.statuses import RoundStatus
from tournaments.draw.words.seating import table_cards, tables_to_draw
from tournaments.events.access import event_for_scorer
from tournaments.events.pages.frame import event_frame
from tournaments.events.rules.phases.facts import RoundNotPublished
from tournaments.play.forms.scorecard import RecordForm, ScorecardForm, board_of, with_stop
from tournaments.play.models import ClaimStatus, DealClaim
from tournaments.play.pages import drafts
from tournaments.play.pages.claims import why_wait
from tournaments.play.pages.frame import table_frame
from tournaments.play.pages.phones import actor_at, table_form
from tournaments.play.pages.watching import ENTERED_BEFORE, look, taken_page
from tournaments.play.verbs import claims, results, voids
from tournaments.play.verbs.claims import waiting_in
from tournaments.play.words.deals import short_names, tell
from tournaments.tables.access import table_for_recording, table_for_scorer
from tournaments.tables.models.rounds import Round, Table
from tournaments.tables.verbs.table_states import TableState, state_before, table_state
from tournaments.tables.verbs.tables import table_seats

STEPS = ("preview", "send")
"""The steps that need a complete form. Any other step shows the form again."""


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
    waiting = waiting_in(playing) if playing and event.two_agree else []
    return show(
        request,
        "play/score.html",
        event_frame(request, event, "score")
        | {"round": playing, "tables": tables, "waiting": {str(claim.table_id) for claim in waiting}},
    )


@table_form
def scorecard(request: HttpRequest, table_id: str) -> HttpResponse:
    """The scorecard of the next deal of a table: form, preview, sending."""
    actor = actor_at(request, table_id)
    table = table_for_recording(actor, table_id)
    refuse_unless_started(table)
    if table.round.event.without_rules:
        return redirect("count", table.pk)
    state = _state_for(request, table)
    names = seat_names(table, actor, state.next_number)
    if request.method != "POST":
        return _over(request, actor, table, state) or _form_page(
            request, actor, table, state, ScorecardForm(state, names)
        )
    if request.POST.get("step") == "look":
        return look(table, ScorecardForm(state, names, request.POST))
    if (answer := drafts.of_another(request, actor, table)) is not None:
        return answer
    if request.POST.get("step") in STEPS:
        form = ScorecardForm(state, names, request.POST)
        if form.is_valid():
            answer = _preview_or_send(request, actor, table, state, form, form.document(), names)
            if answer is not None:
                return answer
    else:
        # A run was added or removed, or the user goes back from the preview.
        form = ScorecardForm(state, names)
        form.keep(with_stop(request.POST))
    return _form_page(request, actor, table, state, form)


@table_form
def record(request: HttpRequest, table_id: str) -> HttpResponse:
    """The next deal of a table as a pasted record."""
    actor = actor_at(request, table_id)
    table = table_for_recording(actor, table_id)
    refuse_unless_started(table)
    if table.round.event.without_rules:
        return redirect("count", table.pk)
    state = _state_for(request, table)
    names = seat_names(table, actor, state.next_number)
    if request.method != "POST" and (answer := _over(request, actor, table, state)):
        return answer
    if (answer := drafts.of_another(request, actor, table)) is not None:
        return answer
    if request.method == "POST" and request.POST.get("step") in STEPS:
        form = RecordForm(request.POST)
        document = form.document() if form.is_valid() else None
        if document is not None:
            answer = _preview_or_send(request, actor, table, state, form, document, names)
            if answer is not None:
                return answer
    else:
        form = RecordForm(initial={"number": state.next_number} | request.POST.dict())
    return _form_page(request, actor, table, state, form, template="play/record.html")


@members_act
def void(request: HttpRequest, table_id: str) -> HttpResponse:
    """Void the last deal of a table."""
    table = table_for_scorer(actor_of(request), table_id)
    number = request.POST.get("number", "")
    attempt(
        request,
        lambda: voids.void_last_deal(
            table,
            actor_of(request),
            int(number) if number.isdecimal() and len(number) < 6 else 0,
            request.POST.get("reason", "")[:200],
        ),
        _("Deal %(number)s is void and does not count. You can enter it again.") % {"number": number},
    )
    return redirect("table", table.pk)


def refuse_unless_started(table: Table) -> None:
    """Raise Conflict while the round of a table is not published."""
    if table.round.status == RoundStatus.DRAWN:
        raise RoundNotPublished(sentence=gettext_noop("This round has not been published yet."))


def _state_for(request: HttpRequest, table: Table) -> TableState:
    """The state of the table before the deal that was sent, if it is recorded already; else the present one.

    So the form of a deal never shows the dealer and the pools of a later one.
    """
    number = request.POST.get("number", "")
    if number.isdecimal() and len(number) < 6 and (deal := results.recorded_deal(table, int(number))):
        return state_before(table, deal)
    return table_state(table)


def _over(request: HttpRequest, actor: Actor, table: Table, state: TableState) -> HttpResponse | None:
    """A redirect to the table with the reason if no deal can be entered now; else None."""
    refusal = results.why_no_deal(table, state) or why_wait(table, actor)
    if not refusal:
        return None
    messages.warning(request, refusal)
    return redirect("table", table.pk)


def seat_names(table: Table, actor: Actor, number: int) -> list[str]:
    """Short names of the players of a deal in the order of its document, for a form with many buttons.

    A phone sees their public names.
    """
    seats = [seat for seat in table_seats(table) if not seat.is_empty(number)]
    players = [seat.playing(number).player for seat in seats]
    return short_names([player.name if actor.phone is None else player.public_name for player in players])


def _preview_or_send(
    request: HttpRequest,
    actor: Actor,
    table: Table,
    state: TableState,
    form: ScorecardForm | RecordForm,
    document: Mapping[str, Any],
    names: list[str],
) -> HttpResponse | None:
    """The preview, or a redirect after sending; None if it was refused, with the error in the form.

    A deal that was entered differently before is shown beside the other one.
    """
    number = form.cleaned_data["number"]
    try:
        recorded = results.recorded_already(table, number, document)
        sent: results.Recorded | DealClaim | None = recorded
        if request.POST.get("step") == "send":
            sent = drafts.send_once(
                request, actor, table, lambda: recorded or _submit(table, actor, number, document)
            )
        if sent is not None:
            messages.success(request, _with_numbers(table, actor, sent, names, number))
            return redirect(_page_after(request, table, sent), table.pk)
        preview = results.preview_deal(table, document, number)
    except games.EngineError as refusal:
        form.object_to(refusal)
        return None
    except (Conflict, Invalid) as refusal:
        if isinstance(refusal, Conflict) and refusal.code in ENTERED_BEFORE:
            page = taken_page(request, actor, state, table, document, names, refusal)
            if page is not None:
                return page
        form.add_error(None, refusal.detail)
        return None
    return _preview_page(request, actor, table, state, preview, names)


def _submit(
    table: Table, actor: Actor, number: int, document: Mapping[str, Any]
) -> results.Recorded | DealClaim:
    event = table.round.event
    at_once = event.two_agree and may_direct(actor, event.club)
    return claims.submit_deal(table, actor, number, document, at_once=at_once)


def _page_after(request: HttpRequest, table: Table, sent: results.Recorded | DealClaim) -> str:
    """The page after sending: the board shows the next scorecard, if there is one."""
    goes_on = "onward" in request.POST and isinstance(sent, results.Recorded)
    return "scorecard" if goes_on and not results.why_no_deal(table, table_state(table)) else "table"


def _outcome(sent: results.Recorded | DealClaim) -> str:
    """The message about a deal that was sent, now or by an earlier attempt whose answer was lost."""
    if isinstance(sent, results.Recorded):
        if sent.created:
            return _("Deal %(number)d is recorded.")
        return _("Deal %(number)d was already recorded.")
    if sent.status == ClaimStatus.CONFIRMED:
        return _("Deal %(number)d is recorded: both of you entered the same.")
    if sent.status == ClaimStatus.DISPUTED:
        return _("Deal %(number)d is disputed. A director decides.")
    if sent.status == ClaimStatus.WITHDRAWN:
        return _("Deal %(number)d was sent before and then withdrawn. It was not sent again.")
    return _("Deal %(number)d waits for a second person, who must confirm it on the page of the table.")


def _with_numbers(
    table: Table, actor: Actor, sent: results.Recorded | DealClaim, names: Sequence[str], number: int
) -> SafeString:
    """The message about a deal that was sent: the net chips of each, and where to go if they are wrong."""
    recorded = isinstance(sent, results.Recorded)
    result = sent.deal.result if isinstance(sent, results.Recorded) else sent.result
    if recorded and actor.member_of(table.round.event.club) is not None:
        wrong = reverse("correct_deal", args=[table.pk, number])
    else:
        wrong = reverse("table", args=[table.pk]) + ("#call" if recorded else f"#claim-{number}")
    nets = ((name, plain_number(net, plus=True)) for name, net in zip(names, result["net"], strict=False))
    return format_html(
        '{} {}. <a href="{}">{}</a>',
        _outcome(sent) % {"number": number},
        format_html_join(", ", "<bdi>{}</bdi> {}", nets),
        wrong,
        _("Not right?"),
    )


def _preview_page(
    request: HttpRequest,
    actor: Actor,
    table: Table,
    state: TableState,
    preview: results.Preview,
    names: list[str],
) -> HttpResponse:
    result = preview.result
    transfers = [(row["from"], row["to"], row["chips"], row["reason"]) for row in result["transfers"]]
    return show(
        request,
        "play/preview.html",
        table_frame(request, actor, table, "score")
        | {
            "table": table,
            "round": table.round,
            "number": preview.number,
            "story": tell(names, result, transfers, games.stages(preview.document, result)),
            "lines": list(zip(names, result["net"], result["chips"], strict=True)),
            "pools": result["pools"],
            "rules": table.round.event.rules_in_force,
            "next_dealer": names[result["next_dealer"]],
            "typed": typed_fields(request.POST),
        }
        | drafts.of_form(actor, table, state),
    )


def typed_fields(data: QueryDict) -> list[tuple[str, str]]:
    """The fields of the form, for hidden inputs in the preview."""
    skipped = ("csrfmiddlewaretoken", "step", *drafts.FIELDS)
    return [(name, value) for name, values in data.lists() if name not in skipped for value in values]


def _form_page(
    request: HttpRequest,
    actor: Actor,
    table: Table,
    state: TableState,
    form: ScorecardForm | RecordForm,
    *,
    template: str = "play/scorecard.html",
) -> HttpResponse:
    names = seat_names(table, actor, state.next_number)
    context = table_frame(request, actor, table, "score") | {
        "table": table,
        "round": table.round,
        "state": state,
        "dealer": names[state.next_dealer],
        "names": list(enumerate(names)),
    }
    if isinstance(form, ScorecardForm):
        context |= drafts.of_form(actor, table, state)
        context["board"] = board_of(form)
    return show(request, template, context, form=form)
