"""The open claims of a table, with their buttons, for everybody who may enter its deals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _

import games.services as games
from tournaments.clubs.access import may_direct
from tournaments.core.audit import Actor
from tournaments.core.pages.common import attempt, only_post, open_form, page, show
from tournaments.core.rules.refusals import Conflict
from tournaments.play.access import claim_for_recording, table_id_of_claim
from tournaments.play.models import ClaimStatus, DealClaim
from tournaments.play.pages.frame import table_frame
from tournaments.play.pages.phones import actor_at
from tournaments.play.verbs import claims
from tournaments.play.verbs.results import complete
from tournaments.play.words.claims import claimant, describe_person
from tournaments.play.words.deals import tell
from tournaments.tables.access import table_for_recording
from tournaments.tables.models.ledger import Deal
from tournaments.tables.models.rounds import Table
from tournaments.tables.verbs.table_states import TableState, table_state
from tournaments.tables.verbs.tables import table_seats


def open_claims(table: Table, actor: Actor, names: list[str], playing: list[str]) -> list[dict[str, Any]]:
    """The open claims of a table for its page (no query where one person is enough).

    names: by seat. playing: of the seats that play the next deal.
    """
    if not table.round.event.two_agree:
        return []
    found = list(claims.open_claims(table))
    state = table_state(table) if found else None
    return [
        {
            "claim": claim,
            "counted": _is_count(claim),
            "disputed": claim.status == ClaimStatus.DISPUTED,
            "own": claims.is_same_person(claim, actor),
            "by": claimant(claim, names),
            "nets": list(zip(playing, claim.result["net"], strict=True)),
            "story": _story(state, claim, playing) if state else [],
        }
        for claim in found
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
    if not table.round.event.two_agree:
        return None
    claim = claims.last_claim(table)
    if claim is None or not claim.overtaken_by or claim.number < deals:
        return None
    return {
        "claim": claim,
        "counted": _is_count(claim),
        "by": claimant(claim, names),
        "why": claim.get_overtaken_by_display(),
    }


def _story(state: TableState, claim: DealClaim, playing: list[str]) -> list[str]:
    """What a claimed deal pays, in a sentence for each part of the game, in the order of the rules.

    Empty for a claim of the total of a table, and if the table has changed, so that the deal would have
    another result now.
    """
    if games.is_count(claim.document):
        return []
    try:
        document, result = complete(state, claim.document)
    except (Conflict, games.EngineError):
        return []
    transfers = [(row["from"], row["to"], row["chips"], row["reason"]) for row in result["transfers"]]
    story = tell(playing, result, transfers, games.stages(document, result))
    return [getattr(story, part) for part in story.order]


def _is_count(claim: DealClaim) -> dict[str, int] | None:
    """What a claim of the total of a table says of the whole table; None for a claim of a deal."""
    if not games.is_count(claim.document):
        return None
    return {"deals": claim.result["deals"], "board": claim.result["pools"]["board"]}


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
    if not event.two_agree or may_direct(actor, event.club):
        return ""
    for claim in claims.open_claims(table):
        if claim.status == ClaimStatus.DISPUTED:
            return _disputed(claim)
        if claims.is_same_person(claim, actor):
            if games.is_count(claim.document):
                return _("You have entered the total of this table. A second person must confirm it.")
            return _("You have entered deal %(number)d. A second person must confirm it.") % {
                "number": claim.number
            }
    return ""


def stamp(table: Table) -> str:
    """A text that changes with the claims of a table; empty where one person is enough."""
    if not table.round.event.two_agree:
        return ""
    return "-" + "".join(status[0] for status in claims.claim_statuses(table))


def _claim_button(act: Callable[[HttpRequest, DealClaim, Actor], None]) -> Callable[..., HttpResponseBase]:
    """A button at a claim, for members and for phones at the table. It leads back to the table."""

    def view(request: HttpRequest, claim_id: str) -> HttpResponse:
        table_id = table_id_of_claim(claim_id)
        actor = actor_at(request, str(table_id))
        act(request, claim_for_recording(actor, claim_id), actor)
        return redirect("table", table_id)

    return only_post(open_form(view))


def _disputed(claim: DealClaim) -> str:
    if games.is_count(claim.document):
        return _("The total of this table is disputed. A director decides.")
    return _("Deal %(number)d is disputed. A director decides.") % {"number": claim.number}


def _is_director(actor: Actor, claim: DealClaim) -> bool:
    return may_direct(actor, claim.table.round.event.club)


@_claim_button
def confirm(request: HttpRequest, claim: DealClaim, actor: Actor) -> None:
    attempt(
        request,
        lambda: claims.confirm_claim(claim, actor, as_director=_is_director(actor, claim)),
        _("The total of the table is recorded.")
        if games.is_count(claim.document)
        else _("Deal %(number)d is recorded.") % {"number": claim.number},
    )


@_claim_button
def dispute(request: HttpRequest, claim: DealClaim, actor: Actor) -> None:
    attempt(
        request,
        lambda: claims.dispute_claim(claim, actor, request.POST.get("reason", "")),
        _disputed(claim),
    )


@_claim_button
def withdraw(request: HttpRequest, claim: DealClaim, actor: Actor) -> None:
    attempt(
        request,
        lambda: claims.withdraw_claim(claim, actor, as_director=_is_director(actor, claim)),
        _("The total, as it was entered, is withdrawn.")
        if games.is_count(claim.document)
        else _("Deal %(number)d, as it was entered, is withdrawn.") % {"number": claim.number},
    )
