"""Correcting a deal that was recorded: a new revision of it, with every later deal of its table replayed.

What is written down of a deal says what was seen at the table: cards, bets, who went out. Its dealer, purses
and pools are the table's own, whoever wrote them into the document: they were compared when it was recorded,
and follow from the deals before it ever after. So a later deal keeps what was seen, and takes what the
corrected ones leave; what the bank brought in between is brought again. (The dealer never changes: who deals
next follows from who dealt, whatever happened in the deal.)

In the ledger the table goes back to where the corrected deal began, a void for each deal from the last one
back, and forward again, a new revision of each: everything stays to be read, and every sum is right. It is
one change of the event: one version, one entry in the log, which names both revisions and what moved.

What was decided by a standing in the meantime (who was drawn with whom, who went on) is not decided anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

import games.services as games
from tournaments.errors import Conflict, NotFound
from tournaments.kernel import outbox
from tournaments.kernel.audit import Actor, log
from tournaments.kernel.locks import bump, lock_table
from tournaments.kernel.reasons import clean_reason
from tournaments.kernel.refusals import as_conflict, sentence
from tournaments.models import Deal, DealKind, RoundStatus, Table, WithdrawalCause
from tournaments.rules.phases import TableFacts, verify_correct_deal
from tournaments.services.events.facts import event_facts
from tournaments.services.standings import standings
from tournaments.services.standings.standings import MovedStanding
from tournaments.services.standings.table_states import TableState, table_state

from . import claims, ledger, leftovers
from .results import canonical, complete
from .turns import queue_next_step
from .voids import write_void


@dataclass(frozen=True)
class Replayed:
    """A deal as it counted, and the revision that counts now."""

    old: Deal
    new: Deal


@dataclass(frozen=True)
class Correction:
    """What a correction did.

    deals: the corrected one first, then every later deal of its table; none when it changed nothing.
    moved: the standings that are not as they were: the event's (`round` None) and those kept at a round's
    close, each with the entries whose place or score moved.
    """

    deal: Deal
    deals: list[Replayed]
    moved: list[MovedStanding]

    @property
    def changed(self) -> bool:
        """Whether anything was written: not when the deal is recorded like this already."""
        return bool(self.deals)

    @property
    def later(self) -> list[Replayed]:
        """The later deals of the table, replayed."""
        return self.deals[1:]


@dataclass(frozen=True)
class _Planned:
    """A deal that counts, and what is to count in its place: the completed document and its result."""

    old: Deal
    document: dict[str, Any]
    result: dict[str, Any]


def state_before(table: Table, deal: Deal) -> TableState:
    """What the table's deal started from, as the table's state was then."""
    return replace(
        table_state(table),
        purses=deal.document["chips"],
        pools=deal.document["pools"],
        next_dealer=deal.document["dealer"],
        next_number=deal.number,
    )


def preview_correction(
    table: Table,
    actor: Actor,
    number: int,
    document: Mapping[str, Any],
    reason: str = "",
    *,
    closed_too: bool = False,
) -> Correction:
    """What `correct_deal` would do. Changes nothing; raises what it raises."""
    with transaction.atomic():
        correction = correct_deal(table, actor, number, document, reason, closed_too=closed_too)
        transaction.set_rollback(True)
    return correction


def correct_deal(
    table: Table,
    actor: Actor,
    number: int,
    document: Mapping[str, Any],
    reason: str = "",
    *,
    closed_too: bool = False,
) -> Correction:
    """Record `document` as a new revision of this table's deal `number`, and replay its later deals.

    closed_too: the round may be closed (directors alone; see `tournaments.access`). The document that
    counts already changes nothing. Raises what `record_deal` raises for the document; NotFound when the
    deal has not been recorded; Conflict when the deal cannot be corrected any more, or when a later deal
    would not be possible after it (`later_deal_fails`, which names it and says why).
    """
    reason = clean_reason(reason, required=False)
    while True:
        chain = _chain(table)
        _refuse_unless_allowed(table, chain, number, closed_too=closed_too)
        # The replays are pure and take the longest: they are done before anything is locked.
        planned = _plan(table, chain, number, document)
        with transaction.atomic():
            locked = lock_table(table)
            if [deal.pk for deal in _chain(locked)] == [deal.pk for deal in chain]:
                _refuse_unless_allowed(locked, chain, number, closed_too=closed_too)
                if not planned:
                    return Correction(chain[number - 1], [], [])
                return _write(locked, actor, planned, reason)
        # Somebody recorded, voided or corrected a deal of this table in between: look again.


def _chain(table: Table) -> list[Deal]:
    """The deals that count, in order: deal k is at k - 1, for only the last one can be voided."""
    return list(Deal.objects.effective().filter(table=table).order_by("number"))


def _refuse_unless_allowed(table: Table, chain: list[Deal], number: int, *, closed_too: bool) -> None:
    if not 1 <= number <= len(chain):
        raise NotFound(
            "no_such_deal", _("Deal %(number)d has not been recorded at this table.") % {"number": number}
        )
    facts = TableFacts(table.number, table.round.status, len(chain))
    with as_conflict():
        verify_correct_deal(event_facts(table.round.event), facts, closed_too=closed_too)


def _plan(table: Table, chain: list[Deal], number: int, document: Mapping[str, Any]) -> list[_Planned]:
    """The chain from deal `number` on as it is to be; empty if that is as it is."""
    old = chain[number - 1]
    completed, result = complete(state_before(table, old), document)
    if canonical(completed) == canonical(old.document):
        return []
    planned = [_Planned(old, completed, result)]
    for later in chain[number:]:
        before = planned[-1]
        # What lay in the purses beyond what the deal before left there, the bank had brought.
        then, left_then = later.document["chips"], before.old.result["chips"]
        brought = [had - left for had, left in zip(then, left_then, strict=True)]
        completed = {
            **later.document,
            "dealer": before.result["next_dealer"],
            "chips": [left + more for left, more in zip(before.result["chips"], brought, strict=True)],
            "pools": before.result["pools"],
        }
        try:
            result = games.replay(completed)
        except games.EngineError as error:
            raise Conflict(
                "later_deal_fails",
                _("Deal %(number)d, played later, would not be possible any more: %(why)s Correct it first.")
                % {"number": later.number, "why": sentence(error)},
                stated=number,
                expected=later.number,
            ) from error
        planned.append(_Planned(later, completed, result))
    return planned


def _write(table: Table, actor: Actor, planned: list[_Planned], reason: str) -> Correction:
    round_, event = table.round, table.round.event
    closed = round_.status == RoundStatus.CLOSED
    before = standings.write(event)
    version = bump(event)
    if closed:
        leftovers.take_back(table)
    voids = [write_void(plan.old, actor, version, reason) for plan in reversed(planned)][::-1]
    deals = [
        Replayed(plan.old, _record(plan, void, actor, version, reason))
        for plan, void in zip(planned, voids, strict=True)
    ]
    if closed:
        leftovers.pay(round_, only=table)
    moved = standings.correct(event, before, since_round=round_.number)
    corrected = deals[0].new
    log(
        actor,
        "correct_deal",
        corrected,
        of=event,
        table=str(table.pk),
        number=corrected.number,
        reason=reason,
        old=str(deals[0].old.pk),
        new=str(corrected.pk),
        later=[[str(deal.old.pk), str(deal.new.pk)] for deal in deals[1:]],
        moved=[standing.as_json() for standing in moved],
    )
    outbox.add("standings.refresh", event.pk)
    if not closed:
        state = table_state(table)
        queue_next_step(table, state.next_number, over=state.is_over)
        claims.withdraw_outdated(table, actor, WithdrawalCause.DEAL_CORRECTED)
    return Correction(corrected, deals, moved)


def _record(plan: _Planned, void: Deal, actor: Actor, version: int, reason: str) -> Deal:
    deal = Deal(
        table=void.table,
        number=void.number,
        revision=void.revision + 1,
        kind=DealKind.RECORDED,
        replaces=void,
        document=plan.document,
        result={key: value for key, value in plan.result.items() if key != "transfers"},
        next_dealer=plan.result["next_dealer"],
        reason=reason,
        recorded_by=actor.user,
        via=actor.via,
        event_version=version,
    )
    ledger.write(deal, plan.result)
    return deal
