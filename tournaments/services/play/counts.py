"""The count of a table: its total without its deals (poch-count/1).

A count is a `Deal` with the number 1 that stands for all deals of its table (`Deal.counted`). So its ledger,
revisions, claims, documents and checks are those of a deal, and a table has either deals or one count. Chips
that stay lie in the account `board`, because a count does not say in which pools they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_noop as _

import games.services as games
from tournaments.errors import Conflict
from tournaments.kernel.audit import Actor
from tournaments.kernel.locks import lock_and_bump
from tournaments.kernel.refusals import as_conflict
from tournaments.models import BOARD, Account, Deal, Occupant, Table
from tournaments.rules.phases import EventFacts, TableFacts, verify_record_count
from tournaments.services.standings.table_states import TableState, table_state

from .results import Preview, Recorded, write

NUMBER = 1
"""The number of a count among the deals of its table."""


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
    _refuse_unless_free(table, state)
    completed, result = complete(state.rules, state.purses, document)
    return Preview(NUMBER, completed, result)


def why_no_count(table: Table, state: TableState) -> str:
    """The sentence that says why no count can be recorded at the table now; empty if one can."""
    try:
        _refuse_unless_free(table, state)
    except Conflict as refusal:
        return refusal.detail
    return ""


def record_count(table: Table, actor: Actor, document: Mapping[str, Any]) -> Recorded:
    """Record a poch-count/1 as the total of a table, with its ledger.

    Idempotent: the same count again returns the recorded one. Raises games.services.EngineError for a
    malformed document or chips that are not conserved; Conflict if the table has deals or another count, or
    is closed.
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
        _refuse_unless_free(table, state)
        completed, result = complete(state.rules, state.purses, document)
        # Tables that are counted deal by deal have no account for chips that lie in no pool.
        board, _created = Account.objects.get_or_create(table=table, name=BOARD)
        state.all_account_ids[BOARD] = board.pk
        return Recorded(write(table, actor, state, completed, result, counted=result["deals"]))


def recorded_count(table: Table, document: Mapping[str, Any]) -> Recorded | None:
    """Return the count of a table if it says the same as `document`; None if it has none. Changes nothing.

    Raises games.services.EngineError for a malformed document; Conflict (`count_taken`) for another count.
    """
    count = count_of(table)
    if count is None:
        return None
    _completed, result = complete(table.round.event.rules_in_force, count.purses_before, document)
    if same_count(count, result):
        return Recorded(count, created=False)
    raise Conflict(
        "count_taken",
        _("The total of table %(table)d is entered with other numbers. To correct it, give a reason."),
        {"table": table.number},
        stated=result["net"],
        expected=count.result["net"],
    )


def same_count(count: Deal, result: Mapping[str, Any]) -> bool:
    """Whether a document with this result says what is recorded: net or chips, with or without `board`."""
    return bool(count.result == {key: value for key, value in result.items() if key != "transfers"})


def complete(
    rules: Mapping[str, Any], purses: list[int], document: Mapping[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the document with `board`, and what it means at a table with these purses."""
    result = games.count(document, rules, purses)
    return {"board": 0, **document}, result


def _refuse_unless_free(table: Table, state: TableState) -> None:
    """Raise Conflict unless the table can get a count. It has none."""
    facts = TableFacts(
        table.number,
        state.round_status,
        state.next_number - 1,
        changed=Occupant.objects.filter(seat__table=table).exists(),
    )
    with as_conflict():
        verify_record_count(EventFacts(status=state.event_status), facts)
