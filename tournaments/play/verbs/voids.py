"""Voiding a deal: a new revision with the reverse transfers."""

from __future__ import annotations

from django.db import transaction

from tournaments.core.audit import Actor, log
from tournaments.core.locks import bump, lock_table
from tournaments.core.reasons import clean_reason
from tournaments.core.refreshes import queue_refresh
from tournaments.core.rules.refusals import disagreeing
from tournaments.events.rules.phases.facts import TableFacts
from tournaments.events.rules.phases.rounds import verify_void_last_deal
from tournaments.events.verbs.plans import event_facts
from tournaments.play.models import WithdrawalCause
from tournaments.play.verbs import claims
from tournaments.play.verbs.turns import queue_next_step
from tournaments.tables.models.ledger import Deal, DealKind
from tournaments.tables.models.rounds import Table
from tournaments.tables.verbs import ledger
from tournaments.tables.verbs.table_states import table_state


def void_last_deal(table: Table, actor: Actor, number: int, reason: str = "") -> Deal:
    """Void the last deal of a table.

    `number` must be the number of the last deal that counts, so that nobody voids a deal that they have not
    seen. Claims that followed from the deal are withdrawn. Raises Conflict; Invalid for a long reason.
    """
    reason = clean_reason(reason, required=False)
    with transaction.atomic():
        table = lock_table(table)
        state = table_state(table)
        event = table.round.event
        facts = TableFacts(
            table.number, table.round.status, state.next_number - 1, counted=state.counted is not None
        )
        with disagreeing(stated=number, expected=facts.deals or None):
            verify_void_last_deal(event_facts(event), facts, number)
        last = Deal.objects.effective().get(table=table, number=number)
        last.table = table
        void = write_void(last, actor, bump(event), reason)
        log(actor, "void_deal", void, within=event, number=number, reason=reason, deal=str(last.pk))
        queue_refresh(event.pk)
        queue_next_step(table, number, over=False)
        claims.withdraw_outdated(table, actor, WithdrawalCause.DEAL_VOIDED)
        return void


def write_void(deal: Deal, actor: Actor, version: int, reason: str) -> Deal:
    """Write the revision that voids a deal, at this version of the event. The table is locked."""
    void = Deal(
        table=deal.table,
        number=deal.number,
        revision=deal.revision + 1,
        kind=DealKind.VOID,
        counted=deal.counted,
        replaces=deal,
        document=deal.document,
        result=deal.result,
        next_dealer=deal.dealer,
        reason=reason,
        recorded_by=actor.user,
        via=actor.via,
        event_version=version,
    )
    ledger.reverse(deal, void)
    return void
