"""Void rounds: taken back, closed without a deal, or played again with their stage.

A void round keeps its tables, deals and chips, because the ledger never loses a row. It counts nowhere: not
in standings, cuts and knockouts, nor in the question who has met whom. The next draw gets its number.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from tournaments.core.audit import Actor, log
from tournaments.core.locks import bump, lock_round
from tournaments.core.reasons import clean_reason
from tournaments.core.rules.statuses import RoundStatus, VoidCause
from tournaments.desk.verbs import clocks
from tournaments.draw.verbs.draws import round_facts
from tournaments.events.models.events import Entry, Event, Stage
from tournaments.events.rules.phases.events import verify_replay_stage
from tournaments.events.rules.phases.rounds import verify_take_back
from tournaments.events.verbs.plans import event_facts, keep_total, newest_round_facts
from tournaments.events.verbs.stages import lock_stage, reopen_entrants
from tournaments.play.models import DealClaim, WithdrawalCause
from tournaments.play.verbs import claims
from tournaments.standings.models import Standing
from tournaments.standings.verbs import standings
from tournaments.standings.verbs.adjustments import cancel_adjustment
from tournaments.tables.models.ledger import Adjustment, Deal
from tournaments.tables.models.rounds import Round, Seat, Table


@transaction.atomic
def take_back_round(round_: Round, actor: Actor, reason: str) -> Round:
    """Take back a published round without a deal and without a claim. Return the new proposal.

    The proposal has the seats and the number of the round, and a higher `draw`. It can be changed, drawn
    again, discarded or published. Links of the old tables end. An event with `auto_draw` waits for its
    director.
    """
    reason = clean_reason(reason)
    round_ = lock_round(round_)
    event = round_.event
    verify_take_back(event_facts(event), round_facts(round_, event), entered_in(round_))
    make_void(event, [round_], actor, VoidCause.TAKEN_BACK, entrants_stay=True)
    proposal = _proposed_again(round_)
    bump(event)
    standings.write(event)
    log(actor, "take_back_round", proposal, within=event, number=round_.number, reason=reason)
    return proposal


@transaction.atomic
def replay_stage(stage: Stage, actor: Actor, reason: str) -> Stage:
    """Make the rounds of a stage, and of the stages after it, void, so that they are played again.

    Their entrants and cuts are open again: the next draw makes them anew, from the standings of that time.
    """
    reason = clean_reason(reason)
    event, stage, course = lock_stage(stage)
    facts = event_facts(event, last=newest_round_facts(event))
    verify_replay_stage(facts, course.facts)
    rounds = list(Round.objects.filter(event=event, stage__number__gte=stage.number).order_by("number"))
    make_void(event, rounds, actor, VoidCause.PLAYED_AGAIN)
    bump(event)
    standings.write(event)
    numbers = [round_.number for round_ in rounds]
    log(actor, "replay_stage", stage, within=event, number=stage.number, rounds=numbers, reason=reason)
    stage.refresh_from_db()
    return stage


def entered_in(round_: Round) -> int:
    """How many deals and claims of deals a round has, with voided and settled ones."""
    deals = Deal.objects.filter(table__round=round_).count()
    return deals + DealClaim.objects.filter(table__round=round_).count()


def make_void(
    event: Event, rounds: Sequence[Round], actor: Actor, cause: VoidCause, *, entrants_stay: bool = False
) -> None:
    """Make the newest rounds of the locked event void. The caller bumps, writes the standing, and logs.

    Their adjustments are cancelled, but those of a round that is taken back follow it: they count as soon as
    a round with its number is published. Their kept standings are deleted. What players did from a later
    round on counts from the first of them. entrants_stay: their stage keeps its entrants.
    """
    now = timezone.now()
    if cause != VoidCause.TAKEN_BACK:
        for adjustment in Adjustment.objects.filter(round__in=rounds, cancelled_at__isnull=True):
            cancel_adjustment(adjustment, actor)
    event.refresh_from_db(fields=["version"])
    Standing.objects.filter(round__in=rounds).delete()
    clocks.end(rounds)
    for round_ in rounds:
        claims.withdraw_all(round_, actor, WithdrawalCause.ROUND_CLOSED)
        round_.status, round_.void_as = RoundStatus.VOID, cause
        if cause == VoidCause.NOT_PLAYED:
            round_.closed_at = now
        round_.save(update_fields=["status", "void_as", "closed_at"])
    Table.objects.filter(round__in=rounds, closed_at__isnull=True).update(closed_at=now)
    first = min(round_.number for round_ in rounds)
    Entry.objects.filter(event=event, from_round__gt=first).update(from_round=first)
    if not entrants_stay:
        for stage in Stage.objects.filter(rounds__in=rounds).distinct():
            reopen_entrants(stage)
    keep_total(event)


def _proposed_again(old: Round) -> Round:
    """A proposal with the draw and the seats of a round that was taken back."""
    names = ("event", "stage", "number", "seed", "moves", "by_hand", "request", "certificate", "ahead")
    fields = {name: getattr(old, name) for name in (*names, "deals_each")}
    round_ = Round.objects.create(**fields, draw=old.draw + 1, drawn_at=timezone.now())
    before = list(Table.objects.filter(round=old).order_by("number"))
    tables = Table.objects.bulk_create(
        Table(round=round_, number=table.number, deals_planned=table.deals_planned) for table in before
    )
    new = {table.pk: fresh for table, fresh in zip(before, tables, strict=True)}
    Seat.objects.bulk_create(
        Seat(table=new[seat.table_id], round=round_, number=seat.number, entry_id=seat.entry_id)
        for seat in Seat.objects.filter(round=old).order_by("table__number", "number")
    )
    return round_
