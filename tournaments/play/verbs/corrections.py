"""Correcting and voiding what is recorded: new revisions, and a replay of later deals.

A document says what people saw at the table: cards, bets, who went out. The dealer, purses and pools of a
deal follow from the deals before it. So a later deal keeps its cards and bets, and gets new purses and pools;
chips that the bank issued in between are added again. The dealer changes only by `deals_next: opener`, if a
correction says that another player opened the betting.

In the ledger, the deals are voided from the last one back to the corrected one, then recorded again in order.
Nothing is deleted, and every sum stays right. A correction is one change of the event, with one version and
one audit entry, which names both revisions and what moved.

Decisions that were made from the old standings (draws, promotions) are not made again. The correction names
the cuts that would choose other players now.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_noop as _

import games.services as games
from tournaments.core.actors import Actor
from tournaments.core.change import bump, lock_table, log
from tournaments.core.refreshes import queue_refresh
from tournaments.core.refusals import clean_reason, sentence
from tournaments.core.rules.refusals import Conflict, disagreeing
from tournaments.core.rules.statuses import RoundStatus
from tournaments.draw.verbs.entrants import ChangedCut, changed_cuts
from tournaments.events.rules.phases.facts import TableFacts
from tournaments.events.rules.phases.rounds import (
    verify_correct_deal,
    verify_void_count,
    verify_void_last_deal,
)
from tournaments.events.verbs.plans import event_facts
from tournaments.play.models import WithdrawalCause
from tournaments.play.verbs import claims, leftovers
from tournaments.play.verbs.results import canonical, complete, same_total, verify_follows
from tournaments.play.verbs.turns import queue_next_step
from tournaments.standings.verbs import standings
from tournaments.standings.verbs.moves import MovedStanding
from tournaments.tables.models.ledger import Deal
from tournaments.tables.models.rounds import Table
from tournaments.tables.rules.places import in_turn
from tournaments.tables.verbs import ledger
from tournaments.tables.verbs.table_states import (
    TOTAL,
    NoCount,
    NoSuchDeal,
    TableState,
    deal_at,
    state_before,
    table_state,
)


@dataclass(frozen=True)
class Replayed:
    """The revision of a deal that counted, and the one that counts now."""

    old: Deal
    new: Deal


@dataclass(frozen=True)
class Correction:
    """What a correction did.

    deals: the corrected one, then all later deals of its table; empty if nothing changed.
    moved: the standings that changed, each with the entries whose place or score changed: that of the event
    (`round` None), and those stored at the close of a round. cuts: that would choose other players now.
    """

    deal: Deal
    deals: list[Replayed]
    moved: list[MovedStanding]
    cuts: list[ChangedCut] = field(default_factory=list)

    @property
    def changed(self) -> bool:
        """Whether anything was written: False if the deal was already recorded like this."""
        return bool(self.deals)

    @property
    def later(self) -> list[Replayed]:
        """The later deals of the table, replayed."""
        return self.deals[1:]


@dataclass(frozen=True)
class Planned:
    """A deal that counts, with its new document (complete) and result."""

    old: Deal
    document: dict[str, Any]
    result: dict[str, Any]


def preview_correction(table: Table, actor: Actor, *sent: Any, closed_too: bool = False) -> Correction:
    """Return the result that `correct` would have, or raise the same errors. Changes nothing."""
    with transaction.atomic():
        correction = correct(table, actor, *sent, closed_too=closed_too)
        transaction.set_rollback(True)
    return correction


def correct(
    table: Table,
    actor: Actor,
    number: int | None,
    document: Mapping[str, Any],
    reason: str = "",
    *,
    closed_too: bool = False,
) -> Correction:
    """Record `document` as a new revision of deal `number` of a table, and replay its later deals.

    number: TOTAL for the total of the table, whose correction needs a reason. closed_too: also in a closed
    round (for directors only; see the `access` of each room). Changes nothing if the document is the same.
    Raises what `record` raises for the document; NotFound if the deal is not recorded; Conflict if it cannot
    be corrected now, or if a later deal would not be possible after the correction (`later_deal_fails`).
    """
    reason = clean_reason(reason, required=number is TOTAL)
    while True:
        chain = _chain(table)
        at = _verify(table, chain, number, closed_too=closed_too)
        # The replays take the longest, and need no lock.
        planned = _plan(table, chain[at:], number, document)
        with transaction.atomic():
            locked = lock_table(table)
            if [deal.pk for deal in _chain(locked)] == [deal.pk for deal in chain]:
                _verify(locked, chain, number, closed_too=closed_too)
                if not planned:
                    return Correction(chain[at], [], [])
                return _write(locked, actor, planned, reason)
        # Another request has changed the deals of this table: read them again.


def void(table: Table, actor: Actor, number: int | None, reason: str = "") -> Deal:
    """Void the last deal of a table, or its total: a new revision with the reverse transfers.

    `number` must be the number of the last deal that counts, so that nobody voids a deal that they have not
    seen. Claims that followed from the deal are withdrawn. Raises NotFound if the table has no total;
    Conflict; Invalid for a long reason.
    """
    reason = clean_reason(reason, required=False)
    with transaction.atomic():
        table = lock_table(table)
        event = table.round.event
        if number is TOTAL:
            last = deal_at(table, TOTAL)
            verify_void_count(event_facts(event), TableFacts(table.number, table.round.status))
        else:
            state = table_state(table)
            counted = state.counted is not None
            facts = TableFacts(table.number, table.round.status, state.next_number - 1, counted=counted)
            with disagreeing(stated=number, expected=facts.deals or None):
                verify_void_last_deal(event_facts(event), facts, number)
            last = deal_at(table, number)
        void = write_void(last, actor, bump(event), reason)
        verb = "void_count" if number is TOTAL else "void_deal"
        log(actor, verb, void, within=event, number=last.number, reason=reason, deal=str(last.pk))
        queue_refresh(event.pk)
        queue_next_step(table, last.number, over=False)
        claims.withdraw_outdated(table, actor, WithdrawalCause.DEAL_VOIDED)
        return void


def _chain(table: Table) -> list[Deal]:
    """The deals that count, in order. Deal k is at index k - 1, since only the last one can be voided."""
    return list(Deal.objects.effective().filter(table=table).order_by("number"))


def _verify(table: Table, chain: list[Deal], number: int | None, *, closed_too: bool) -> int:
    """The index of the deal, or the total, in the chain. Refuse it if it cannot be corrected now."""
    at = len(chain) - 1 if number is TOTAL else number - 1
    counted = 0 <= at < len(chain) and chain[at].counted is not None
    if number is TOTAL and not counted:
        raise NoCount(table=table.number)
    if not 0 <= at < len(chain):
        raise NoSuchDeal(number=number)
    facts = TableFacts(table.number, table.round.status, len(chain), counted=counted and number is not TOTAL)
    verify_correct_deal(event_facts(table.round.event), facts, closed_too=closed_too)
    return at


def _plan(table: Table, chain: list[Deal], number: int | None, document: Mapping[str, Any]) -> list[Planned]:
    """The new chain from its first deal on; empty if nothing changes."""
    old = chain[0]
    start = state_before(table, old)
    if number is TOTAL:
        verify_follows(table, old, document)
    completed, result = complete(start, document, total=number is TOTAL)
    if same_total(old, result) if number is TOTAL else canonical(completed) == canonical(old.document):
        return []
    planned = [Planned(old, completed, result)]
    for later in chain[1:]:
        before = planned[-1]
        # Who left the table in between takes no part.
        staying = [before.old.places.index(seat) for seat in later.places]
        # The difference to the purses after the deal before is chips that the bank issued.
        issued = [
            purse - before.old.result["chips"][seat]
            for purse, seat in zip(later.purses_before, staying, strict=True)
        ]
        start = replace(
            start,
            next_dealer=in_turn(before.result["next_dealer"], before.old.places, later.places, start.rules),
            purses=[before.result["chips"][seat] + more for seat, more in zip(staying, issued, strict=True)],
            pools=before.result["pools"],
        )
        try:
            completed, result = _again(start, later)
        except games.EngineError as error:
            raise Conflict(
                "later_deal_fails",
                _(
                    "Deal %(number)d would be impossible after this correction. Correct that deal first. "
                    "Reason: %(reason)s"
                )
                if later.counted is None
                else _(
                    "The total for the rest would not fit after this correction. Void the total, correct the "
                    "deal, then enter the total again. Reason: %(reason)s"
                ),
                {"number": later.number, "reason": sentence(error)},
                stated=number,
                expected=later.number,
            ) from error
        planned.append(Planned(later, completed, result))
    return planned


def _again(start: TableState, later: Deal) -> tuple[dict[str, Any], dict[str, Any]]:
    """A later deal or count from another start: its document and its result. Raises EngineError."""
    if later.counted is not None:
        return complete(start, later.document, total=True)
    completed = {**later.document, **start.filled_in}
    return completed, games.replay(completed)


def _write(table: Table, actor: Actor, planned: list[Planned], reason: str) -> Correction:
    """Void the planned deals, or a total, and record them again. The table is locked."""
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
        "correct_deal" if corrected.counted is None else "correct_count",
        corrected,
        within=event,
        table=str(table.pk),
        number=corrected.number,
        reason=reason,
        old=str(deals[0].old.pk),
        new=str(corrected.pk),
        later=[[str(deal.old.pk), str(deal.new.pk)] for deal in deals[1:]],
        moved=[standing.as_json() for standing in moved],
    )
    queue_refresh(event.pk)
    if not closed:
        state = table_state(table)
        queue_next_step(table, state.next_number, over=state.is_over)
        claims.withdraw_outdated(table, actor, WithdrawalCause.DEAL_CORRECTED)
    return Correction(corrected, deals, moved, changed_cuts(event) if closed else [])


def _record(plan: Planned, void: Deal, actor: Actor, version: int, reason: str) -> Deal:
    deal = Deal(
        table=void.table,
        number=void.number,
        revision=void.revision + 1,
        counted=plan.result["deals"] if void.counted else None,
        replaces=void,
        document=plan.document,
        reason=reason,
        recorded_by=actor.user,
        via=actor.via,
        event_version=version,
    )
    ledger.write(deal, plan.result)
    return deal


def write_void(deal: Deal, actor: Actor, version: int, reason: str) -> Deal:
    """Write the revision that voids a deal, at this version of the event. The table is locked."""
    void = Deal(reason=reason, recorded_by=actor.user, via=actor.via, event_version=version)
    ledger.reverse(deal, void)
    return void
