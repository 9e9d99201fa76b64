"""A round after its draw: publishing, closing, making it void; the steps of an event that runs by itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from django.db import transaction

import games.services as games
from tournaments.core import moments, outbox
from tournaments.core.actors import SYSTEM, Actor
from tournaments.core.change import bump, lock_event, lock_round, log
from tournaments.core.outbox import TaskCall
from tournaments.core.refreshes import queue_refresh
from tournaments.core.refusals import clean_reason
from tournaments.core.rules.refusals import Conflict
from tournaments.core.rules.statuses import EventStatus, RoundStatus, VoidCause
from tournaments.desk.verbs import clocks
from tournaments.desk.verbs.lifecycle import finish_event, start_event
from tournaments.desk.verbs.repeating import repeat_event
from tournaments.draw.verbs.draws import draw_round, round_facts
from tournaments.events.models.events import Entry, Event, Stage
from tournaments.events.rules.phases.events import verify_replay_stage
from tournaments.events.rules.phases.rounds import verify_close, verify_publish, verify_take_back
from tournaments.events.verbs.plans import current_stage, event_facts, keep_total, newest_round_facts
from tournaments.events.verbs.stages import lock_stage, reopen_entrants
from tournaments.play.models import DealClaim, WithdrawalCause
from tournaments.play.verbs import claims, leftovers
from tournaments.standings.models import Standing
from tournaments.standings.verbs import standings
from tournaments.standings.verbs.adjustments import cancel_adjustment
from tournaments.tables.models.ledger import BANK, Account, Adjustment, Deal, Transfer, seat_account
from tournaments.tables.models.rounds import Round, Seat, Table
from tournaments.tables.verbs.ledger import open_accounts
from tournaments.tables.verbs.table_states import unfinished_tables

# ---- Publishing a round: its seats are frozen and its tables can play.


@transaction.atomic
def publish_round(round_: Round, actor: Actor, draw_seen: int) -> Round:
    """Freeze the seats, open the accounts of the tables and show the round. Tables of bots begin to play.

    Raises Conflict if the draw is not the one that the director saw, or if it is stale.
    """
    round_ = lock_round(round_)
    event = round_.event
    verify_publish(event_facts(event), round_facts(round_, event), draw_seen)
    round_.status = RoundStatus.PUBLISHED
    round_.published_at = moments.now()
    round_.save(update_fields=["status", "published_at"])
    clocks.begin(round_, round_.published_at)
    seats: dict[UUID, int] = Counter()
    bots = []
    places = Seat.objects.filter(round=round_).order_by("pk")
    for table, number, bot in places.values_list("table_id", "number", "entry__player__bot"):
        seats[table] += 1
        if number == 0 and bot:
            bots.append(table)
    _open_tables(round_, seats)
    bump(event)
    log(actor, "publish_round", round_, within=event, number=round_.number, draw=round_.draw)
    queue_refresh(event.pk)
    outbox.add_all(TaskCall("bots.play_deal", (table, 1)) for table in bots)
    return round_


def _open_tables(round_: Round, seats: dict[UUID, int]) -> None:
    """Open the accounts of these tables. With `table` purses, the bank gives each seat its starting chips."""
    event = round_.event
    rules = event.rules_in_force
    on_credit = rules["purse"] == "credit"
    Account.objects.bulk_create(open_accounts(seats, games.board(rules), on_credit=on_credit))
    if on_credit:
        return
    opened = Account.objects.filter(table__round=round_)
    accounts = {(table, name): pk for table, name, pk in opened.values_list("table_id", "name", "pk")}
    Transfer.objects.bulk_create(
        Transfer(
            table_id=table,
            seq=seat,
            source_id=accounts[table, BANK],
            target_id=accounts[table, seat_account(seat)],
            chips=event.starting_chips,
            reason="start",
        )
        for table, count in seats.items()
        for seat in range(count)
    )


# ---- Void rounds: taken back, closed without a deal, or played again with their stage.
#
# A void round keeps its tables, deals and chips, because the ledger never loses a row. It counts nowhere: not
# in standings, cuts and knockouts, nor in the question who has met whom. The next draw gets its number.


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
    now = moments.now()
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
    round_ = Round.objects.create(**fields, draw=old.draw + 1, drawn_at=moments.now())
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


ENCORE_AFTER = timedelta(seconds=20)
"""The pause between a finished event with an encore and the next one."""


@transaction.atomic
def close_round(round_: Round, actor: Actor, *, early: bool = False) -> Round:
    """Close the tables of a round. `early`: allow this while some tables have deals left to play.

    With `leftover: split` the unclaimed pools are shared now. Waiting claims are withdrawn. The standing is
    kept. A round without a deal that counts becomes void as "not played": it decides nothing, and the next
    draw gets its number. Then an event with `auto_draw` waits for its director.
    """
    round_ = lock_round(round_)
    event = round_.event
    facts = round_facts(round_, event)
    verify_close(event_facts(event), facts, early=early)
    if not facts.deals:
        return _close_unplayed(round_, actor)
    round_.status, round_.closed_at = RoundStatus.CLOSED, moments.now()
    round_.save(update_fields=["status", "closed_at"])
    clocks.end([round_])
    leftovers.pay(round_)
    Table.objects.filter(round=round_).update(closed_at=round_.closed_at)
    claims.withdraw_all(round_, actor, WithdrawalCause.ROUND_CLOSED)
    keep_total(event)
    bump(event)
    standings.write(event, kept_for=round_)
    log(actor, "close_round", round_, within=event, number=round_.number, early=early)
    if event.auto_draw:
        outbox.add("rounds.advance", event.pk)
    return round_


def _close_unplayed(round_: Round, actor: Actor) -> Round:
    event = round_.event
    make_void(event, [round_], actor, VoidCause.NOT_PLAYED)
    bump(event)
    standings.write(event)
    log(actor, "close_round", round_, within=event, number=round_.number, not_played=True)
    return round_


def advance(event_id: UUID | str) -> None:
    """Take the next step of an event with `auto_draw`: close, draw and publish, or finish.

    The workers call it when a table is done. It is idempotent. It does nothing if a director must decide,
    because too few players are here or the draw cannot keep all required wishes.
    """
    event = Event.objects.select_related("club").get(pk=event_id)
    if not (event.auto_draw and event.is_running):
        return
    last = Round.objects.filter(event=event).order_by("-number").first()
    if last is not None and last.status in (RoundStatus.PUBLISHED, RoundStatus.PLAYING):
        if not unfinished_tables(last):
            _close_played(event)
        return
    if last is not None and last.status == RoundStatus.CLOSED and current_stage(event) is None:
        _finish_played(event)
        return
    try:
        # The draw takes its own lock after its search.
        if last is None or last.status == RoundStatus.CLOSED:
            last = draw_round(event, SYSTEM)
        publish_round(last, SYSTEM, last.draw)
    except Conflict:
        return


@transaction.atomic
def _close_played(event: Event) -> None:
    """Close the finished round, unless another worker has done so."""
    event = lock_event(event)
    last = Round.objects.filter(event=event).latest("number")
    if last.status in (RoundStatus.PUBLISHED, RoundStatus.PLAYING) and not unfinished_tables(last):
        close_round(last, SYSTEM)


@transaction.atomic
def _finish_played(event: Event) -> None:
    """Finish the event if all its stages are still over."""
    event = lock_event(event)
    if not event.is_running or current_stage(event) is not None:
        return
    finish_event(event, SYSTEM)
    if event.encore:
        outbox.add("events.encore", event.pk, delay=ENCORE_AFTER)


def encore(event_id: UUID | str) -> Event | None:
    """Start an event like this finished one, with the same players."""
    with transaction.atomic():
        event = lock_event(event_id)
        if event.status != EventStatus.FINISHED or not event.encore:
            return None
        return start_event(repeat_event(event, SYSTEM), SYSTEM)
