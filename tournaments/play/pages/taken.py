"""A deal that somebody else has entered differently: both results beside each other, and whom to ask."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

import games.services as games
from tournaments.core.audit import Actor
from tournaments.core.errors import Conflict
from tournaments.core.models.log import AuditEntry
from tournaments.core.pages.common import show
from tournaments.desk.verbs import calls
from tournaments.play.pages.frame import table_frame
from tournaments.play.verbs import claims
from tournaments.play.verbs.results import complete, recorded_deal
from tournaments.play.words.claims import claimant, describe_person
from tournaments.play.words.deals import tell
from tournaments.tables.models.ledger import Deal
from tournaments.tables.models.rounds import Table
from tournaments.tables.verbs.table_states import TableState
from tournaments.tables.verbs.tables import table_seats

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
