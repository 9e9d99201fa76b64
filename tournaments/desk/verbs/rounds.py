"""Closing a round, and the steps of an event that runs by itself."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from tournaments.core import outbox
from tournaments.core.audit import SYSTEM, Actor, log
from tournaments.core.locks import bump, lock_event, lock_round
from tournaments.core.rules.refusals import Conflict
from tournaments.core.rules.statuses import EventStatus, RoundStatus, VoidCause
from tournaments.desk.verbs import clocks
from tournaments.desk.verbs.again import repeat_event
from tournaments.desk.verbs.lifecycle import finish_event, start_event
from tournaments.desk.verbs.publish import publish_round
from tournaments.desk.verbs.voiding import make_void
from tournaments.draw.verbs.draws import draw_round, round_facts
from tournaments.events.models.events import Event
from tournaments.events.rules.phases.rounds import verify_close
from tournaments.events.verbs.plans import current_stage, event_facts, keep_total
from tournaments.play.models import WithdrawalCause
from tournaments.play.verbs import claims, leftovers
from tournaments.standings.verbs import standings
from tournaments.tables.models.rounds import Round, Table
from tournaments.tables.verbs.table_states import unfinished_tables

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
    round_.status, round_.closed_at = RoundStatus.CLOSED, timezone.now()
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
