"""The count of a table: its total without its deals (poch-count/1).

A count is a `Deal` that stands for all deals of its table, or for the rest after the first ones
(`Deal.counted`). So its ledger, revisions, claims, documents and checks are those of a deal. No deal comes
after it. Chips that stay lie in the account `board`, because a count does not say in which pools they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

import games.services as games
from tournaments.core.audit import Actor
from tournaments.core.locks import lock_and_bump
from tournaments.core.rules.refusals import Conflict, gettext_noop
from tournaments.events.rules.phases.facts import EventFacts, TableFacts
from tournaments.events.rules.phases.rounds import verify_count_follows, verify_record_count
from tournaments.play.verbs.results import Preview, Recorded, write
from tournaments.tables.models.ledger import BOARD, Account, Deal
from tournaments.tables.models.rounds import Occupant, Table
from tournaments.tables.verbs.table_states import TableState, state_before, table_state


def count_of(table: Table) -> Deal | None:
    """The count of a table that counts; None if it has none."""
    return _counts(table).select_related("recorded_by").first()


def has_count(table: Table) -> bool:
    """Whether a table has a count that counts."""
    return _counts(table).exists()


def _counts(table: Table) -> QuerySet[Deal]:
    return Deal.objects.effective().counts().filter(table=table)


def preview_count(table: Table, document: Mapping[str, Any]) -> Preview:
    """Return the count as `record_count` would record it, or raise the same errors."""
    state = table_state(table)
    _refuse_unless_free(table, state, games.count_after(document))
    completed, result = complete(state, document)
    return Preview(state.next_number, completed, result)


def why_no_count(table: Table, state: TableState) -> str:
    """The sentence that says why no count can be recorded at the table now; empty if one can."""
    try:
        _refuse_unless_free(table, state, state.next_number - 1)
    except Conflict as refusal:
        return refusal.detail
    return ""


def record_count(table: Table, actor: Actor, document: Mapping[str, Any]) -> Recorded:
    """Record a poch-count/1 as the total of a table, with its ledger.

    Idempotent: the same count again returns the recorded one. Raises games.services.EngineError for a
    malformed document or chips that are not conserved; Conflict if the table has other deals than those that
    the count begins after, or another count, or is closed.
    """
    if (recorded := recorded_count(table, document)) is not None:
        return recorded
    with transaction.atomic():
        lock_and_bump(table.round.event)
        state = table_state(table)
        if (recorded := recorded_count(table, document)) is not None:
            # Another request has just recorded it.
            transaction.set_rollback(True)
            return recorded
        _refuse_unless_free(table, state, games.count_after(document))
        completed, result = complete(state, document)
        # Tables that are counted deal by deal have no account for chips that lie in no pool.
        board, _created = Account.objects.get_or_create(table=table, name=BOARD)
        state.all_account_ids[BOARD] = board.pk
        return Recorded(write(table, actor, state, completed, result, counted=result["deals"]))


class CountTaken(Conflict):
    """The table has another total."""

    sentence = gettext_noop(
        "The total of table %(table)d is entered with other numbers. To correct it, give a reason."
    )


def recorded_count(table: Table, document: Mapping[str, Any]) -> Recorded | None:
    """Return the count of a table if it says the same as `document`; None if it has none. Changes nothing.

    Raises games.services.EngineError for a malformed document; Conflict (`count_taken`) for another count.
    """
    count = count_of(table)
    if count is None:
        return None
    refuse_unless_follows(table, count, document)
    _completed, result = complete(state_before(table, count), document)
    if same_count(count, result):
        return Recorded(count, created=False)
    raise CountTaken(table=table.number, stated=result["net"], expected=count.result["net"])


def same_count(count: Deal, result: Mapping[str, Any]) -> bool:
    """Whether a document with this result says what is recorded: net or chips, with or without `board`."""
    return bool(count.result == {key: value for key, value in result.items() if key != "transfers"})


def complete(state: TableState, document: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the document with `board`, and what it means at a table in this state."""
    result = games.count(document, state.rules, state.purses, state.pools, state.next_dealer)
    return {"board": 0, **document}, result


def refuse_unless_follows(table: Table, count: Deal, document: Mapping[str, Any]) -> None:
    """Raise Conflict unless a document begins after as many deals as the count that it says again."""
    facts = TableFacts(table.number, table.round.status, count.number - 1)
    verify_count_follows(facts, games.count_after(document))


def _refuse_unless_free(table: Table, state: TableState, after: int) -> None:
    """Raise Conflict unless the table can get a count that begins after so many deals. It has none."""
    deals = state.next_number - 1
    facts = TableFacts(
        table.number,
        state.round_status,
        deals,
        state.deals_planned,
        over=not state.can_ante,
        changed=Occupant.objects.filter(seat__table=table, from_deal__gt=deals).exists(),
    )
    verify_record_count(EventFacts(status=state.event_status), facts, after)
