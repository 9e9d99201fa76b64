"""Correcting what is recorded at a table, with a preview of what follows from it for the later deals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

import games.services as games
from tournaments.clubs.access import may_direct
from tournaments.core.actors import Actor
from tournaments.core.pages.common import actor_of, members_form, show
from tournaments.core.rules.refusals import Conflict, Invalid
from tournaments.core.rules.statuses import RoundStatus
from tournaments.events.pages.frame import event_frame
from tournaments.events.verbs.entries import entries_by_id
from tournaments.play.pages.deals import Entry, Kind
from tournaments.play.verbs import corrections
from tournaments.play.words.entries import outcome
from tournaments.tables.access import table_for_scorer
from tournaments.tables.models.ledger import Deal
from tournaments.tables.models.rounds import Table
from tournaments.tables.verbs.table_states import TOTAL, deal_at, state_before
from tournaments.tables.verbs.tables import table_seats


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
    as_card = deal.document["format"] == "poch-scorecard/1" and "record" not in (request.POST or request.GET)
    return _correct(request, actor, table, deal, "scorecard" if as_card else "record")


def correct_total(request: HttpRequest, actor: Actor, table: Table, total: Deal) -> HttpResponse:
    """Correct a recorded total."""
    if actor.phone is not None or not _may_correct(actor, table):
        messages.warning(request, _("The total of this table is entered. Ask the director to correct it."))
        return redirect("table", table.pk)
    return _correct(request, actor, table, total, "count")


def _may_correct(actor: Actor, table: Table) -> bool:
    """Whether the present state allows this scorer a correction."""
    late = table.round.status == RoundStatus.CLOSED and not may_direct(actor, table.round.event.club)
    return table.round.event.is_running and not late


def _correct(request: HttpRequest, actor: Actor, table: Table, deal: Deal, kind: Kind) -> HttpResponse:
    """The form with what is recorded, the preview, and the correction."""
    entry = Entry(request, actor, table, state_before(table, deal), kind, deal)
    form = entry.form
    if form.is_bound and form.is_valid() and (document := form.document()) is not None:
        answer = _preview_or_correct(entry, document)
        if answer is not None:
            return answer
    return entry.page()


def _preview_or_correct(entry: Entry, document: Mapping[str, Any]) -> HttpResponse | None:
    """The preview, or a redirect after the correction; None if it was refused, with the error in the form.

    The correction of a total has no preview: no deal follows a total.
    """
    request, actor, form, number = entry.request, entry.actor, entry.form, entry.number
    sends = number is TOTAL or request.POST.get("step") == "send"
    verb = corrections.correct if sends else corrections.preview_correction
    table = table_for_scorer(actor, str(entry.table.pk))
    director, reason = may_direct(actor, table.round.event.club), form.cleaned_data["reason"]
    try:
        correction = verb(table, actor, number, document, reason, closed_too=director)
    except games.EngineError as refusal:
        form.object_to(refusal)
        return None
    except (Conflict, Invalid) as refusal:
        form.add_error(None, refusal.detail)
        return None
    if not correction.changed:
        messages.info(request, outcome("unchanged", number))
    elif sends:
        messages.success(request, outcome("corrected", number))
    else:
        return _preview_page(entry, table, correction)
    return redirect("table", table.pk) if number is TOTAL else redirect("deal", table.pk, number)


def _preview_page(entry: Entry, table: Table, correction: corrections.Correction) -> HttpResponse:
    entries, seats = entries_by_id(table.round.event), table_seats(table)
    numbers = [deal.new.number for deal in correction.deals]
    people = [dict.fromkeys(seat.playing(number).player.name for number in numbers) for seat in seats]
    context = {
        "table": table,
        "round": table.round,
        "number": correction.deal.number,
        "names": [" / ".join(names) for names in people],
        "deals": [{"deal": deal.new, "nets": _nets(deal, len(seats))} for deal in correction.deals],
        "moved": [
            {
                "round": standing.round,
                "entries": [(entries[move.entry].player.name, move) for move in standing.entries],
            }
            for standing in correction.moved
        ],
        "typed": entry.typed,
    }
    frame = event_frame(entry.request, table.round.event, "score")
    return show(entry.request, "play/correction.html", frame | context)


def _nets(deal: corrections.Replayed, seats: int) -> list[tuple[int, int] | None]:
    """The net chips of each seat before and after the correction; None for a seat that did not play."""
    nets = zip(deal.old.result["net"], deal.new.result["net"], strict=True)
    pairs = dict(zip(deal.new.places, nets, strict=True))
    return [pairs.get(seat) for seat in range(seats)]
