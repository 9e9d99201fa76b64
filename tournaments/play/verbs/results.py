"""Recording the deals of a table."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_noop as _

import games.services as games
from tournaments.core import outbox
from tournaments.core.audit import Actor, log_after
from tournaments.core.errors import Conflict
from tournaments.core.locks import lock_and_bump
from tournaments.core.refusals import as_conflict
from tournaments.core.rules.statuses import RoundStatus
from tournaments.events.rules.phases import EventFacts, TableFacts, verify_record_deal
from tournaments.play.verbs.turns import next_tasks
from tournaments.tables.models.ledger import Deal, DealKind
from tournaments.tables.models.rounds import Round, Table
from tournaments.tables.verbs import ledger
from tournaments.tables.verbs.table_states import TableState, table_state

FILLED_IN = ("rules", "dealer", "chips", "pools")
"""Fields that the service fills in from the table. If a document has one, it must match the table."""


@dataclass(frozen=True)
class Preview:
    """A deal as it would be recorded: the completed document and its poch-result/1."""

    number: int
    document: dict[str, Any]
    result: dict[str, Any]


@dataclass(frozen=True)
class Recorded:
    """A deal. `created` is False if it was recorded before."""

    deal: Deal
    created: bool = True


def preview_deal(table: Table, document: Mapping[str, Any], number: int | None = None) -> Preview:
    """Return deal `number` (None: the next) as `record_deal` would record it, or raise the same errors."""
    state = table_state(table)
    number = state.next_number if number is None else number
    _refuse_unless_next(table, state, number)
    completed, result = complete(state, document)
    return Preview(number, completed, result)


def why_no_deal(table: Table, state: TableState) -> str:
    """The sentence that says why no deal can be recorded at the table now; empty if one can."""
    try:
        _refuse_unless_next(table, state, state.next_number)
    except Conflict as refusal:
        return refusal.detail
    return ""


def record_deal(table: Table, actor: Actor, number: int, document: Mapping[str, Any]) -> Recorded:
    """Record a poch-deal/1 or poch-scorecard/1 as deal `number` of a table, with its ledger.

    The engine computes the result. Idempotent: a document that is recorded already returns its deal. Raises
    games.services.EngineError for a malformed or illegal document; Conflict if the number is not the next
    one, or has another document; if the table is closed; or if the document does not match the table.
    """
    if (table.highest_number is None or number <= table.highest_number) and (
        deal := recorded_deal(table, number)
    ) is not None:
        # A retry needs no lock.
        return _same_or_conflict(table, deal, document)
    with transaction.atomic():
        # Lock first, so that the table is read only once. The replay is short compared with the
        # rest, so it may run under the lock.
        lock_and_bump(table.round.event)
        state = table_state(table)
        if number < state.next_number and (deal := recorded_deal(table, number)) is not None:
            # Another request has just recorded it.
            transaction.set_rollback(True)
            return _same_or_conflict(table, deal, document, state)
        _refuse_unless_next(table, state, number)
        completed, result = complete(state, document)
        return Recorded(write(table, actor, state, completed, result))


def recorded_already(table: Table, number: int, document: Mapping[str, Any]) -> Recorded | None:
    """Do what `record_deal` does if deal `number` is recorded; return None if it is not. Changes nothing."""
    deal = recorded_deal(table, number)
    return None if deal is None else _same_or_conflict(table, deal, document)


def recorded_deal(table: Table, number: int) -> Deal | None:
    """The deal with this number that counts at a table, with the user who recorded it."""
    deals = Deal.objects.effective().single().filter(table=table, number=number)
    return deals.select_related("recorded_by").first()


def _same_or_conflict(
    table: Table, deal: Deal, document: Mapping[str, Any], state: TableState | None = None
) -> Recorded:
    """Return the deal if it was recorded from `document`, which may omit the fields of FILLED_IN; else raise.

    A malformed document raises the same error as for a new deal. `state` is read if it is not passed.
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
        _("Deal %(number)d is already recorded with other contents. Correct it if it is wrong."),
        {"number": deal.number},
        stated=deal.number,
        expected=(state or table_state(table)).next_number,
    )


def canonical(document: Mapping[str, Any]) -> str:
    """The document as a canonical text. Compared as texts, `true` and 1 differ."""
    return json.dumps(document, sort_keys=True)


def _refuse_unless_next(table: Table, state: TableState, number: int) -> None:
    """Raise Conflict unless `number` is the next deal of the table."""
    facts = TableFacts(
        table.number,
        state.round_status,
        state.next_number - 1,
        state.deals_planned,
        over=not state.can_ante,
        counted=state.counted is not None,
        without_rules=not games.has_rules(state.rules),
    )
    with as_conflict(stated=number, expected=state.next_number):
        verify_record_deal(EventFacts(status=state.event_status), facts, number)


def complete(state: TableState, document: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the document with the fields of FILLED_IN, and its result. Raises as `record_deal` does.

    The most basic error comes first: malformed, then not matching the table, then against the rules.
    """
    from_table = {
        "rules": state.rules,
        "dealer": state.next_dealer,
        "chips": state.purses,
        "pools": state.pools,
    }
    disagreement = _disagreement(state, document, from_table)
    try:
        # The engine gets the fields as the document has them, since it checks their types (`true` is not 1).
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
                continue  # malformed rules: the engine reports what is wrong
        elif key == "pools":
            agrees = isinstance(stated, Mapping) and {**dict.fromkeys(state.pools, 0), **stated} == expected
        else:
            agrees = stated == expected
        if not agrees:
            return Conflict(
                f"{key}_disagree",
                _("“%(key)s” in the document does not match the table."),
                {"key": key},
                stated=stated,
                expected=expected,
            )
    return None


def write(
    table: Table,
    actor: Actor,
    state: TableState,
    document: dict[str, Any],
    result: dict[str, Any],
    counted: int | None = None,
) -> Deal:
    """Write the next deal and its consequences, under the lock of the event. counted: it is a count."""
    event = table.round.event
    deal = Deal(
        table=table,
        number=state.next_number,
        revision=state.next_revision,
        replaces_id=state.next_replaces,
        kind=DealKind.RECORDED,
        counted=counted,
        document=document,
        result={key: value for key, value in result.items() if key != "transfers"},
        next_dealer=result["next_dealer"],
        recorded_by=actor.user,
        via=actor.via,
        event_version=state.event_version,
    )
    deal.places = state.places
    ledger.write(deal, result, accounts=state.account_ids, seats=state.seat_ids)
    log_after(
        state.log_head,
        actor,
        "record_deal" if counted is None else "record_count",
        deal,
        event,
        {"table": str(table.pk), "number": deal.number, "format": document["format"]},
    )
    over = (
        counted is not None
        or deal.number >= state.deals_planned
        or not games.can_ante(state.rules, result["chips"])
    )
    next_up = next_tasks(table, deal.number + 1, over=over, has_bots=state.has_bots)
    outbox.add_all([*state.refresh_queue.calls(event.pk), *next_up])
    if state.round_status == RoundStatus.PUBLISHED:
        Round.objects.filter(pk=table.round_id).update(status=RoundStatus.PLAYING)
    return deal
