"""Recording a table's deals."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

import games.services as games
from tournaments.errors import Conflict
from tournaments.kernel import outbox
from tournaments.kernel.audit import Actor, log
from tournaments.kernel.locks import lock_and_bump
from tournaments.kernel.outbox import TaskCall
from tournaments.kernel.refusals import as_conflict
from tournaments.models import Deal, DealKind, Round, RoundStatus, Table
from tournaments.rules.phases import EventFacts, TableFacts, verify_record_deal
from tournaments.services.standings.table_states import TableState, table_state

from . import ledger
from .turns import next_tasks

FILLED_IN = ("rules", "dealer", "chips", "pools")
"""What the service fills into a document from the table; if stated, it must agree."""


@dataclass(frozen=True)
class Preview:
    """A deal as it would be recorded: the completed document and its poch-result/1."""

    number: int
    document: dict[str, Any]
    result: dict[str, Any]


@dataclass(frozen=True)
class Recorded:
    """A deal, and whether it was recorded just now (False: it was already there)."""

    deal: Deal
    created: bool = True


def preview_deal(table: Table, document: Mapping[str, Any], number: int | None = None) -> Preview:
    """What `record_deal` would record for this table's deal `number` (None: the next). Changes nothing.

    Raises what `record_deal` raises.
    """
    state = table_state(table)
    number = state.next_number if number is None else number
    _refuse_unless_next(table, state, number)
    completed, result = _replay(state, document)
    return Preview(number, completed, result)


def why_no_deal(table: Table, state: TableState) -> str:
    """Why this table takes no more deals, in a sentence; empty while it takes one."""
    try:
        _refuse_unless_next(table, state, state.next_number)
    except Conflict as refusal:
        return refusal.detail
    return ""


def record_deal(table: Table, actor: Actor, number: int, document: Mapping[str, Any]) -> Recorded:
    """Record a poch-deal/1 or poch-scorecard/1 as this table's deal `number`.

    The engine derives the result; the ledger, the payouts and the showdown are written with it. The
    same document again is the same deal, recorded once. Raises games.services.EngineError for a
    document that is malformed or illegal; Conflict when the number is taken by another document, is not
    the next, when the table is closed, or when the document disagrees with the table.
    """
    seen = table.deals_recorded
    if (seen is None or number <= seen) and (taken := _taken(table, number)) is not None:
        # A retry waits for nobody.
        return _same_or_conflict(table, taken, document)
    with transaction.atomic():
        # The turn comes first, so that the table needs to be looked at once only. The replay takes a small
        # part of what the rest does: others may as well wait for it.
        lock_and_bump(table.round.event)
        state = table_state(table)
        if number < state.next_number and (taken := _taken(table, number)) is not None:
            # Somebody recorded it in between.
            transaction.set_rollback(True)
            return _same_or_conflict(table, taken, document, state)
        _refuse_unless_next(table, state, number)
        completed, result = _replay(state, document)
        return Recorded(_write(table, actor, state, completed, result))


def recorded_already(table: Table, number: int, document: Mapping[str, Any]) -> Recorded | None:
    """What `record_deal` answers or raises where the number is taken; None where it is not. Does nothing."""
    taken = _taken(table, number)
    return None if taken is None else _same_or_conflict(table, taken, document)


def _taken(table: Table, number: int) -> Deal | None:
    return Deal.objects.effective().filter(table=table, number=number).select_related("recorded_by").first()


def _same_or_conflict(
    table: Table, deal: Deal, document: Mapping[str, Any], state: TableState | None = None
) -> Recorded:
    """The deal again if `document` is the one it was recorded from, whatever it left out or spelled out.

    What is malformed is refused as such, as it would be under a number that is free. state: the table's, if
    it is known; it is looked up for a refusal alone.
    """
    stored = deal.document
    try:
        rules_agree = "rules" not in document or games.resolve_rules(
            document["rules"]
        ) == games.resolve_rules(stored["rules"])
    except games.EngineError:
        rules_agree = False
    pools = dict.fromkeys(stored["pools"], 0)
    stated = dict(document)
    complete = set(stored) - set(FILLED_IN) <= set(stated)
    if "pools" in stated and isinstance(stated["pools"], Mapping):
        stated["pools"] = {**pools, **stated["pools"]}
    if (
        complete
        and rules_agree
        and canonical({**stored, **stated, "rules": stored["rules"]}) == canonical(stored)
    ):
        return Recorded(deal, created=False)
    try:
        games.replay({**{key: stored[key] for key in FILLED_IN}, **document})
    except games.EngineError as error:
        if error.kind == "schema":
            raise
    raise Conflict(
        "deal_number_taken",
        _("Deal %(number)d is already recorded with other contents. Correct it if it is wrong.")
        % {"number": deal.number},
        stated=deal.number,
        expected=(state or table_state(table)).next_number,
    )


def canonical(document: Mapping[str, Any]) -> str:
    """One text for one document: compared as text, `true` is not 1."""
    return json.dumps(document, sort_keys=True)


def _refuse_unless_next(table: Table, state: TableState, number: int) -> None:
    """Conflict unless `number` is the deal that this table plays next."""
    facts = TableFacts(
        table.number, state.round_status, state.next_number - 1, state.deals_planned, over=not state.can_ante
    )
    with as_conflict(stated=number, expected=state.next_number):
        verify_record_deal(EventFacts(status=state.event_status), facts, number)


def complete(state: TableState, document: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The document completed from a table's state, and its result. Raises as `record_deal` does."""
    return _replay(state, document)


def _replay(state: TableState, document: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The document completed from the table, and its result.

    A malformed document is refused as such before it is compared with the table, and compared before
    it is judged by the rules: a client hears of the most basic mistake first.
    """
    from_table = {
        "rules": state.rules,
        "dealer": state.next_dealer,
        "chips": state.purses,
        "pools": state.pools,
    }
    disagreement = _disagreement(state, document, from_table)
    try:
        # What the document states itself goes to the engine as stated: it judges types (`true` is not 1).
        result = games.replay({**from_table, **document})
    except games.EngineError as error:
        if error.kind == "schema" or disagreement is None:
            raise
    if disagreement is not None:
        raise disagreement
    completed = {**document, **from_table}
    return completed, result


def _disagreement(
    state: TableState, document: Mapping[str, Any], from_table: Mapping[str, Any]
) -> Conflict | None:
    for key in FILLED_IN:
        if key not in document:
            continue
        stated, expected = document[key], from_table[key]
        if key == "rules":
            try:
                agrees = games.resolve_rules(stated) == expected
            except games.EngineError:
                continue  # not rules at all: the engine will say what is wrong with them
        elif key == "pools":
            agrees = isinstance(stated, Mapping) and {**dict.fromkeys(state.pools, 0), **stated} == expected
        else:
            agrees = stated == expected
        if not agrees:
            return Conflict(
                f"{key}_disagree",
                _("“%(key)s” in the document does not match the table.") % {"key": key},
                stated=stated,
                expected=expected,
            )
    return None


def _write(
    table: Table, actor: Actor, state: TableState, document: dict[str, Any], result: dict[str, Any]
) -> Deal:
    """Write the deal, and all that follows from it, in the transaction that took the turn."""
    event = table.round.event
    deal = Deal(
        table=table,
        number=state.next_number,
        revision=state.next_revision,
        replaces_id=state.next_replaces,
        kind=DealKind.RECORDED,
        document=document,
        result={key: value for key, value in result.items() if key != "transfers"},
        next_dealer=result["next_dealer"],
        recorded_by=actor.user,
        via=actor.via,
        event_version=state.event_version,
    )
    ledger.write(deal, result, accounts=state.account_ids, seats=state.seat_ids)
    log(
        actor,
        "record_deal",
        deal,
        of=event,
        table=str(table.pk),
        number=deal.number,
        format=document["format"],
    )
    over = deal.number >= state.deals_planned or not games.can_ante(state.rules, result["chips"])
    next_up = next_tasks(table, deal.number + 1, over=over, has_bots=state.has_bots)
    outbox.add_all([TaskCall("standings.refresh", (event.pk,)), *next_up])
    if state.round_status == RoundStatus.PUBLISHED:
        Round.objects.filter(pk=table.round_id).update(status=RoundStatus.PLAYING)
    return deal
