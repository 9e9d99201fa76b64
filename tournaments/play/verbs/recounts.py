"""Correcting and voiding the count of a table. Nothing is edited: the ledger gets reversing rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from tournaments.core.audit import Actor, log
from tournaments.core.locks import bump, lock_table
from tournaments.core.reasons import clean_reason
from tournaments.core.refreshes import queue_refresh
from tournaments.core.rules.refusals import NotFound, gettext_noop
from tournaments.events.rules.phases.facts import TableFacts
from tournaments.events.rules.phases.rounds import verify_correct_deal, verify_void_count
from tournaments.events.verbs.plans import event_facts
from tournaments.play.models import WithdrawalCause
from tournaments.play.verbs import claims
from tournaments.play.verbs.corrections import Correction, Planned, write_corrections
from tournaments.play.verbs.counts import complete, count_of, refuse_unless_follows, same_count
from tournaments.play.verbs.turns import queue_next_step
from tournaments.play.verbs.voids import write_void
from tournaments.tables.models.ledger import Deal
from tournaments.tables.models.rounds import Table
from tournaments.tables.verbs.table_states import state_before


def preview_recount(
    table: Table, actor: Actor, document: Mapping[str, Any], reason: str, *, closed_too: bool = False
) -> Correction:
    """Return the result that `correct_count` would have, or raise the same errors. Changes nothing."""
    with transaction.atomic():
        correction = correct_count(table, actor, document, reason, closed_too=closed_too)
        transaction.set_rollback(True)
    return correction


@transaction.atomic
def correct_count(
    table: Table, actor: Actor, document: Mapping[str, Any], reason: str, *, closed_too: bool = False
) -> Correction:
    """Record `document` as a new revision of the count of a table, with a reason.

    closed_too: also in a closed round (for directors only). Changes nothing if the document is the same.
    Raises what `record_count` raises for the document; NotFound if the table has no count; Conflict if it
    cannot be corrected now; Invalid without a reason.
    """
    table = lock_table(table)
    count = _count(table)
    reason = clean_reason(reason)
    facts = TableFacts(table.number, table.round.status, count.number)
    verify_correct_deal(event_facts(table.round.event), facts, closed_too=closed_too)
    refuse_unless_follows(table, count, document)
    completed, result = complete(state_before(table, count), document)
    if same_count(count, result):
        return Correction(count, [], [])
    return write_corrections(table, actor, [Planned(count, completed, result)], reason)


@transaction.atomic
def void_count(table: Table, actor: Actor, reason: str = "") -> Deal:
    """Void the count of a table, so that its deals, or another count, can be entered.

    Raises NotFound if the table has no count; Conflict if the round is closed; Invalid for a long reason.
    """
    reason = clean_reason(reason, required=False)
    table = lock_table(table)
    event = table.round.event
    count = _count(table)
    verify_void_count(event_facts(event), TableFacts(table.number, table.round.status))
    void = write_void(count, actor, bump(event), reason)
    log(actor, "void_count", void, within=event, number=count.number, reason=reason, deal=str(count.pk))
    queue_refresh(event.pk)
    queue_next_step(table, count.number, over=False)
    claims.withdraw_outdated(table, actor, WithdrawalCause.DEAL_VOIDED)
    return void


class NoCount(NotFound):
    """The table has no total."""

    sentence = gettext_noop("No total has been entered for table %(table)d.")


def _count(table: Table) -> Deal:
    count = count_of(table)
    if count is None:
        raise NoCount(table=table.number)
    count.table = table
    return count
