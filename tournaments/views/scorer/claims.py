"""Deals that wait at a table for a second person: shown to who may enter its deals, with their buttons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.access import claim_for_recording, may_direct
from tournaments.errors import NotFound
from tournaments.kernel.audit import Actor
from tournaments.models import ClaimStatus, Deal, DealClaim, Table, parse_id
from tournaments.sentences.claims import claimant, describe_person
from tournaments.services.play import claims
from tournaments.services.play.claims import claim_behind, claims_of
from tournaments.views.common import attempt, open_form

from .at_table import actor_at


def told(table: Table, actor: Actor, names: list[str]) -> list[dict[str, Any]]:
    """The open claims of a table for its page (no query where one person is enough)."""
    if not table.round.event.two_agree:
        return []
    seat = None if actor.guest is None else actor.guest.seat
    return [
        {
            "claim": claim,
            "disputed": claim.status == ClaimStatus.DISPUTED,
            "own": claims.is_same_person(claim, actor, seat),
            "by": claimant(claim, names),
            "nets": list(zip(names, claim.result["net"], strict=True)),
        }
        for claim in claims_of(table)
        .filter(status__in=claims.OPEN)
        .select_related("by_user")
        .order_by("created_at")
    ]


def overtaken(table: Table, names: list[str], deals: int) -> dict[str, Any] | None:
    """What became of the claim that was made last, if something else settled it: its deal is to enter again.

    deals: so many have been recorded at the table.
    """
    if not table.round.event.two_agree:
        return None
    last = claims_of(table).select_related("by_user").order_by("id").last()
    if last is None or not last.overtaken_by or last.number < deals:
        return None
    return {"claim": last, "by": claimant(last, names), "why": last.get_overtaken_by_display()}


def agreed(deal: Deal, names: list[str]) -> dict[str, str] | None:
    """Who entered a deal and who agreed, and from which phones; None where one person was enough."""
    claim = claim_behind(deal)
    if claim is None:
        return None
    return {
        "by": describe_person(claim.by_user, claim.by_seat, claim.mark, names),
        "with": describe_person(claim.settled_by_user, claim.settled_by_seat, claim.settled_mark, names),
    }


def why_wait(table: Table, actor: Actor) -> str:
    """Why this actor has nothing to enter at a table now, in a sentence; empty if they may."""
    event = table.round.event
    if not event.two_agree or may_direct(actor, event.club):
        return ""
    seat = None if actor.guest is None else actor.guest.seat
    for claim in claims_of(table).filter(status__in=claims.OPEN):
        if claim.status == ClaimStatus.DISPUTED:
            return _("Deal %(number)d is disputed: the director decides.") % {"number": claim.number}
        if claims.is_same_person(claim, actor, seat):
            return _("Deal %(number)d, as you entered it, waits for a second person.") % {
                "number": claim.number
            }
    return ""


def stamp(table: Table) -> str:
    """What changes with the claims of a table; empty where one person is enough."""
    if not table.round.event.two_agree:
        return ""
    known = claims_of(table).order_by("id").values_list("status", flat=True)
    return "-" + "".join(status[0] for status in known)


def _directs(actor: Actor, claim: DealClaim) -> bool:
    return may_direct(actor, claim.table.round.event.club)


def _claim_act(
    deed: Callable[[HttpRequest, DealClaim, Actor], None],
) -> Callable[..., HttpResponseBase]:
    """A button at a claim, for members and for the table's guests; back to the table afterwards."""

    def act(request: HttpRequest, claim_id: str) -> HttpResponse:
        key = parse_id(claim_id)
        table = DealClaim.objects.filter(pk=key).values_list("table_id", flat=True).first() if key else None
        if table is None:
            raise NotFound("not_found", _("There is no such thing here, or it is not open to you."))
        actor = actor_at(request, str(table))
        deed(request, claim_for_recording(actor, claim_id), actor)
        return redirect("table", table)

    return require_POST(open_form(act))


def _confirm(request: HttpRequest, claim: DealClaim, actor: Actor) -> None:
    attempt(
        request,
        lambda: claims.confirm_claim(claim, actor, as_director=_directs(actor, claim)),
        _("Deal %(number)d is recorded.") % {"number": claim.number},
    )


def _dispute(request: HttpRequest, claim: DealClaim, actor: Actor) -> None:
    attempt(
        request,
        lambda: claims.dispute_claim(claim, actor, request.POST.get("reason", "")),
        _("Deal %(number)d is disputed: the director decides.") % {"number": claim.number},
    )


def _withdraw(request: HttpRequest, claim: DealClaim, actor: Actor) -> None:
    attempt(
        request,
        lambda: claims.withdraw_claim(claim, actor, as_director=_directs(actor, claim)),
        _("Deal %(number)d as it was entered is thrown away.") % {"number": claim.number},
    )


confirm = _claim_act(_confirm)
dispute = _claim_act(_dispute)
withdraw = _claim_act(_withdraw)
