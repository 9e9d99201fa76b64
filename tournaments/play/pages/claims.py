"""The open claims of a table, and corrections of its deals and its total."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect

import games.services as games
from tournaments.clubs.access import may_direct
from tournaments.core.actors import Actor
from tournaments.core.pages.acts import whole
from tournaments.core.pages.common import attempt, only_post, open_form, page, show
from tournaments.core.rules.refusals import Conflict
from tournaments.play.access import claim_for_recording, table_id_of_claim
from tournaments.play.models import ClaimStatus, DealClaim
from tournaments.play.pages.frame import actor_at, table_frame
from tournaments.play.verbs import claims
from tournaments.play.verbs.results import complete
from tournaments.play.words.deals import story_of
from tournaments.play.words.entries import claimant, describe_person, outcome
from tournaments.tables.access import table_for_recording
from tournaments.tables.models.ledger import Deal
from tournaments.tables.models.rounds import Table
from tournaments.tables.verbs.table_states import TableState, table_state
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
    """The claims that wait for a second person, for the form of the next deal.

    Status 204: nothing has changed since ``?version=``.
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
        "recorded": 0 < whole(number) < next_number,
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
        parts: list[dict[str, str]] = story_of(playing, *complete(state, claim.document))["parts"]
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
