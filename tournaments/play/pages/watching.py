"""Look at what is played: at a table, and after a deal was taken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _

import games.services as games
from tournaments.core.audit import Actor
from tournaments.core.models.log import AuditEntry
from tournaments.core.pages.common import page, show
from tournaments.core.rules.refusals import Conflict, Invalid, NotFound
from tournaments.desk.pages.rounds import who_played
from tournaments.desk.verbs import calls
from tournaments.events.pages.kept import NUMBER, kept
from tournaments.play.forms.half_scorecard import HalfScorecard
from tournaments.play.forms.scorecard import ScorecardForm
from tournaments.play.pages.frame import table_frame
from tournaments.play.pages.phones import actor_at
from tournaments.play.verbs import claims, results
from tournaments.play.verbs.results import complete, last_number, recorded_deal
from tournaments.play.verbs.watching import deal_steps
from tournaments.play.words.claims import claimant, describe_person
from tournaments.play.words.deals import tell
from tournaments.play.words.watching import told_steps
from tournaments.tables.access import deal_for_viewer, table_for_viewer
from tournaments.tables.models.ledger import Deal
from tournaments.tables.models.rounds import Table
from tournaments.tables.verbs.table_states import TableState
from tournaments.tables.verbs.tables import table_seats


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


ENTERED_BEFORE = ("deal_number_taken", "claim_waits")
"""The codes with which a deal is refused that was entered differently before."""


@dataclass(frozen=True)
class _Side:
    """One way in which the deal was entered."""

    document: Mapping[str, Any]
    result: Mapping[str, Any]


def taken_page(
    request: HttpRequest,
    actor: Actor,
    state: TableState,
    table: Table,
    typed: Mapping[str, Any],
    names: list[str],
    refusal: Conflict,
) -> HttpResponse | None:
    """The page (409) of such a deal, from the state of the table before it; None if the deal is gone again.

    typed: the document that was refused, which the engine finds legal. names: in the order of the document.
    """
    number = state.next_number
    is_claim = refusal.code == "claim_waits"
    claim = claims.open_claims(table).filter(number=number).first() if is_claim else None
    deal = None if is_claim else recorded_deal(table, number)
    entered = claim or deal
    if entered is None:
        return None
    try:
        mine, theirs = (_Side(*complete(state, document)) for document in (typed, entered.document))
    except (Conflict, games.EngineError):
        return None
    if deal is not None:
        by, at = _who_entered(deal, table), deal.recorded_at
    elif claim is not None:
        by, at = claimant(claim, names), claim.created_at
    nets = zip(names, theirs.result["net"], mine.result["net"], strict=True)
    response = show(
        request,
        "play/taken.html",
        table_frame(request, actor, table, "score")
        | {
            "table": table,
            "round": table.round,
            "number": number,
            "refusal": refusal.detail,
            "is_claim": is_claim,
            "by": by,
            "at": at,
            "dealer": names[state.next_dealer],
            "lines": [(name, there, here) for name, there, here in nets],
            "stories": _stories(theirs, mine, names),
            "may_call": calls.may_call(table, actor),
        },
    )
    response.status_code = refusal.status
    return response


def _stories(theirs: _Side, mine: _Side, names: list[str]) -> list[dict[str, Any]]:
    """The parts of the deal as both entered it, each with its heading."""
    headings = {"melding": _("Melding"), "pochen": _("Pochen"), "shedding": _("Shedding")}
    there, here = (_story(side, names) for side in (theirs, mine))
    parts = [
        {"heading": headings[part], "theirs": getattr(there, part), "mine": getattr(here, part)}
        for part in there.order
    ]
    return [{"heading": _("The upcard"), "cards": [there.upcard, here.upcard]}, *parts]


def _story(side: _Side, names: list[str]) -> Any:
    rows = side.result["transfers"]
    transfers = [(row["from"], row["to"], row["chips"], row["reason"]) for row in rows]
    return tell(names, side.result, transfers, games.stages(side.document, side.result))


def _who_entered(deal: Deal, table: Table) -> str:
    """Who entered a deal, by account, seat and phone, as the log says."""
    target = f"{deal._meta.model_name} {deal.pk}"
    entry = AuditEntry.objects.filter(event=table.round.event_id, verb="record_deal", target=target).first()
    data = {} if entry is None else entry.data
    names = [seat.playing(deal.number).player.public_name for seat in table_seats(table)]
    return describe_person(deal.recorded_by, data.get("link_seat"), data.get("link_phone", ""), names)


STEPS_IN_PART = 10
"""The script of the viewer fetches so many steps at once. The page tells it the number."""


@page
@kept(query={"step": NUMBER, "follow": "1"})
def watch_deal(request: HttpRequest, table_id: str, number: int) -> HttpResponse:
    """One step of a deal, ``?step=K`` from 1. With ``?follow=1`` the viewer goes on to the next deal."""
    actor = actor_at(request, table_id)
    table = table_for_viewer(actor, table_id)
    watched, names = _watched(table, number)
    count = len(watched["steps"])
    step = step_asked(request, count)
    follows = request.GET.get("follow") == "1"
    last = last_number(table)
    response = show(
        request,
        "play/watch_deal.html",
        table_frame(request, actor, table, "rounds")
        | {
            "table": table,
            "round": table.round,
            "number": number,
            "count": count,
            "step": next(iter(told_steps(watched, names, [step]))),
            "rules": watched["rules"],
            "pay_suit": watched["pay_suit"],
            "upcard": watched["upcard"],
            "by_cards": watched["source"] == "poch-deal/1",
            "follows": follows,
            "following": "&follow=1" if follows else "",
            "previous": max(1, step - 1),
            "next": min(count, step + 1),
            "part": reverse("deal_steps_part", args=[table.pk, number, 0]),
            "part_size": STEPS_IN_PART,
            "next_deal": number + 1 if number < last else None,
            "deal_before": number - 1 if number > 1 else None,
        },
    )
    if request.GET.get("step", "1") != str(step):
        # Only the steps that the page links to are kept in memory.
        patch_cache_control(response, no_store=True)
    return response


@page
@kept()
def steps_part(request: HttpRequest, table_id: str, number: int, first: int) -> HttpResponse:
    """Some steps from a first one on, for the script of the viewer. The first is 1, 11, 21 and so on."""
    table = table_for_viewer(actor_at(request, table_id), table_id)
    watched, names = _watched(table, number)
    if first % STEPS_IN_PART != 1 or first > len(watched["steps"]):
        raise NotFound("not_found", _("This deal has no steps from there on."))
    return show(
        request,
        "play/watch_steps.html",
        {
            "steps": told_steps(watched, names, range(first, first + STEPS_IN_PART)),
            "count": len(watched["steps"]),
            "rules": watched["rules"],
            "pay_suit": watched["pay_suit"],
            "upcard": watched["upcard"],
        },
    )


def step_asked(request: HttpRequest, count: int) -> int:
    """The step that ``?step=K`` asks for: one of 1 to `count`."""
    asked = request.GET.get("step", "1")
    return min(max(1, int(asked) if asked.isdecimal() and len(asked) < 6 else 1), count)


def _watched(table: Table, number: int) -> tuple[dict[str, Any], list[str]]:
    """The steps of a deal, and the names of its seats."""
    deal = deal_for_viewer(table, number)
    by_seat = [entry.player.public_name for entry in who_played(table, deal)]
    return deal_steps(deal), [by_seat[seat] for seat in deal.places]
