"""The clock of a round: started, paused, resumed, with extra time. It stops nobody.

A change of a clock is no new version of its event, because standings do not depend on it. Pages notice it by
its audit entry.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from django.db import transaction

from tournaments.core import moments
from tournaments.core.actors import Actor
from tournaments.core.change import lock_round, log
from tournaments.core.rules.refusals import Conflict, Invalid, at, gettext_noop
from tournaments.draw.verbs.draws import round_facts
from tournaments.events.models.clocks import RoundClock
from tournaments.events.rules.clock import LONGEST, WARNING, check_length
from tournaments.events.rules.phases.rounds import verify_clock
from tournaments.events.verbs.events import ClockWithoutMinutes
from tournaments.events.verbs.plans import event_facts
from tournaments.tables.models.rounds import Round, Table

MOST_EXTRA: Final = 120
"""The most minutes that one step adds or takes away."""


def clock_of_round(round_: Round) -> RoundClock | None:
    """The clock of an open round; None: it was not started, or the round is closed (one query)."""
    return RoundClock.objects.filter(round=round_).first()


def extra_times(round_: Round) -> list[Table]:
    """The tables of a round that have extra time, by number."""
    return list(Table.objects.filter(round=round_, extra_seconds__gt=0).order_by("number"))


def begin(round_: Round, now: datetime) -> None:
    """Start the clock of a round that was just published, if its event says so. The round is locked."""
    event = round_.event
    if event.clock_at_publishing and event.clock_minutes is not None:
        RoundClock.objects.create(
            event=event,
            round=round_,
            started_at=now,
            seconds=event.clock_minutes * 60,
            warning=min(WARNING, event.clock_minutes * 60 // 2),
        )


def end(rounds: Iterable[Round]) -> None:
    """Forget the clocks of rounds that were closed or became void."""
    RoundClock.objects.filter(round__in=list(rounds)).delete()


class ClockWarningOutOfRange(Invalid):
    """The warning lies outside the time of the clock."""

    sentence = gettext_noop("The clock can warn 0 to %(most)d minutes before the end.")


class ClockStarted(Conflict):
    """The clock of the round is already started."""

    sentence = gettext_noop(
        "The clock of round %(round)d is already started. Give it more or less time instead."
    )


@transaction.atomic
def start_clock(
    round_: Round, actor: Actor, minutes: int | None = None, warning_minutes: int | None = None
) -> RoundClock:
    """Start the clock of an open round: for so many minutes, else for those of the event.

    warning_minutes: how long before the end it warns; 0: never. Default: 5, or half of a short round.
    Raises Conflict `clock_started`; Invalid `clock_out_of_range`, `clock_without_minutes`.
    """
    round_ = _open(round_)
    minutes = round_.event.clock_minutes if minutes is None else minutes
    if minutes is None:
        raise ClockWithoutMinutes(field="minutes")
    seconds = minutes * 60
    warning = min(WARNING, seconds // 2) if warning_minutes is None else warning_minutes * 60
    with at("minutes"):
        check_length(seconds)
    if not 0 <= warning <= seconds:
        raise ClockWarningOutOfRange(most=minutes, field="warning_minutes")
    if clock_of_round(round_) is not None:
        raise ClockStarted(round=round_.number)
    clock = RoundClock.objects.create(
        event=round_.event, round=round_, started_at=moments.now(), seconds=seconds, warning=warning
    )
    log(actor, "start_clock", round_, within=round_.event, minutes=minutes)
    return clock


class ClockPaused(Conflict):
    """The clock is paused already."""

    sentence = gettext_noop("The clock is paused already.")


@transaction.atomic
def pause_clock(round_: Round, actor: Actor) -> RoundClock:
    """Stop the clock of a round for a while. Raises Conflict `clock_missing`, `clock_paused`."""
    clock = _running(round_)
    if clock.paused_at is not None:
        raise ClockPaused
    # The clock of the machine may have been set back since the start.
    clock.paused_at = max(moments.now(), clock.started_at)
    clock.save(update_fields=["paused_at"])
    log(actor, "pause_clock", clock.round, within=clock.round.event)
    return clock


class ClockNotPaused(Conflict):
    """The clock is not paused."""

    sentence = gettext_noop("The clock is running already.")


@transaction.atomic
def resume_clock(round_: Round, actor: Actor) -> RoundClock:
    """Let a paused clock go on. Raises Conflict `clock_missing`, `clock_not_paused`."""
    clock = _running(round_)
    if clock.paused_at is None:
        raise ClockNotPaused
    stood = moments.now() - clock.paused_at
    clock.paused_ms += max(0, round(stood.total_seconds() * 1000))
    clock.paused_at = None
    clock.save(update_fields=["paused_at", "paused_ms"])
    log(actor, "resume_clock", clock.round, within=clock.round.event)
    return clock


class ExtraTimeOutOfRange(Invalid):
    """The extra time is outside the allowed range."""

    sentence = gettext_noop("Give 1 to %(most)d minutes more, or take away no more than were given.")


class ClockTableUnknown(Invalid):
    """The round has no table with this number."""

    sentence = gettext_noop("Round %(round)d has no table %(table)d.")


@transaction.atomic
def add_time(round_: Round, actor: Actor, minutes: int, table: int | None = None) -> RoundClock:
    """Give a round, or the table with this number, more minutes; a negative number takes some away.

    Raises Conflict `clock_missing`; Invalid `clock_out_of_range`, `extra_time_out_of_range`,
    `clock_table_unknown`.
    """
    clock = _running(round_)
    if not minutes or abs(minutes) > MOST_EXTRA:
        raise ExtraTimeOutOfRange(most=MOST_EXTRA, field="minutes")
    if table is None:
        with at("minutes"):
            check_length(clock.seconds + minutes * 60)
        clock.seconds += minutes * 60
        clock.warning = min(clock.warning, clock.seconds)
        clock.save(update_fields=["seconds", "warning"])
    else:
        row = Table.objects.select_for_update().filter(round=clock.round, number=table).first()
        if row is None:
            raise ClockTableUnknown(round=clock.round.number, table=table, field="table")
        if not 0 <= row.extra_seconds + minutes * 60 <= LONGEST:
            raise ExtraTimeOutOfRange(most=MOST_EXTRA, field="minutes")
        row.extra_seconds += minutes * 60
        row.save(update_fields=["extra_seconds"])
    log(
        actor,
        "add_time",
        clock.round,
        within=clock.round.event,
        minutes=minutes,
        table_number=table,
    )
    return clock


def _open(round_: Round) -> Round:
    """The round, locked, if a clock can run in it."""
    round_ = lock_round(round_)
    verify_clock(event_facts(round_.event), round_facts(round_, round_.event, plays=()))
    return round_


class ClockMissing(Conflict):
    """The clock of the round is not started."""

    sentence = gettext_noop("The clock of round %(round)d is not started.")


def _running(round_: Round) -> RoundClock:
    round_ = _open(round_)
    clock = clock_of_round(round_)
    if clock is None:
        raise ClockMissing(round=round_.number)
    clock.round = round_
    return clock
