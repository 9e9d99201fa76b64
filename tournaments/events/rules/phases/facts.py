"""The facts by which a step is judged, and the refusals that several steps share."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.core.rules.refusals import Conflict, gettext_noop
from tournaments.core.rules.statuses import EventStatus, RoundStatus


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """A round.

    draw: the version of its draw, which grows with every redraw and swap. unfinished: tables that have not
    played all their deals and have not ended early for lack of chips. deals: deals that are recorded and
    not voided. stale: since the draw, a seated entry has withdrawn or another entry has checked in.
    """

    number: int
    status: str
    draw: int = 1
    unfinished: int = 0
    deals: int = 0
    stale: bool = False


@dataclass(frozen=True, slots=True)
class StageFacts:
    """A stage.

    rounds: rounds that are drawn, proposals included. planned: how many rounds it will have; 0: not known
    yet. over: it has had its last round, or a director ended it. current: rounds are being drawn for it;
    all stages before it are over and no stage after it has begun. optional: a play-off that has not begun,
    which can end without a round.
    """

    number: int
    rounds: int = 0
    planned: int = 0
    over: bool = False
    current: bool = True
    optional: bool = False


@dataclass(frozen=True, slots=True)
class EventFacts:
    """An event.

    ready: entries that the next round would seat. least, most: players at a table of the current stage.
    last: the newest round; None before the first draw. stage_over: the current stage is over.
    stages_left: stages after the current one.
    """

    status: str
    ready: int = 0
    least: int = 3
    last: RoundFacts | None = None
    stage_over: bool = False
    stages_left: int = 0
    most: int = 6


@dataclass(frozen=True, slots=True)
class EntryFacts:
    """An entry. seated: it has a seat in a round that is not closed. name: of its player."""

    status: str
    seated: bool = False
    name: str = ""


@dataclass(frozen=True, slots=True)
class TableFacts:
    """A table.

    deals: deals that are recorded. deals_planned: 0 means until time is called. over: its game has ended
    for another reason (a player cannot pay the ante). counted: it has a count, its total without deals.
    changed: somebody has left it in the middle of the round. without_rules: its event has totals only.
    """

    number: int
    round_status: str
    deals: int = 0
    deals_planned: int = 0
    over: bool = False
    counted: bool = False
    changed: bool = False
    without_rules: bool = False


class EventNotRunning(Conflict):
    """The event has not started."""

    sentence = gettext_noop("The event has not started yet. Start it first.")


def running(event: EventFacts) -> None:
    not_finished(event)
    if event.status != EventStatus.RUNNING:
        raise EventNotRunning


class EventFinished(Conflict):
    """The event is finished."""

    sentence = gettext_noop("The event is finished. Reopen it first.")


def not_finished(event: EventFacts) -> None:
    if event.status == EventStatus.FINISHED:
        raise EventFinished


class TooFewCheckedIn(Conflict):
    """Too few players are checked in."""

    sentence = gettext_noop(
        "A table needs %(least)d players. Players checked in: %(ready)d. Players still missing: %(missing)d."
    )


def enough(event: EventFacts) -> None:
    if event.ready < event.least:
        raise TooFewCheckedIn(least=event.least, ready=event.ready, missing=event.least - event.ready)


class RoundVoid(Conflict):
    """The round is void."""

    sentence = gettext_noop("This round %(round)d is void: it counts nowhere, and nothing in it can change.")


def not_void(round_: RoundFacts) -> None:
    if round_.status == RoundStatus.VOID:
        raise RoundVoid(round=round_.number)


def proposal(round_: RoundFacts, sentence: str) -> None:
    not_void(round_)
    if round_.status != RoundStatus.DRAWN:
        raise Conflict("round_published", sentence, round=round_.number)


class DrawStale(Conflict):
    """The draw changed after you looked at it."""

    sentence = gettext_noop(
        "Round %(round)d has changed since you opened it. Check the new draw, then try again."
    )


def current(round_: RoundFacts, draw: int) -> None:
    if draw != round_.draw:
        raise DrawStale(round=round_.number)


class RoundNotPublished(Conflict):
    """The round is not published yet."""

    sentence = gettext_noop("Round %(round)d is not published yet. Publish it first.")


def public(round_: RoundFacts) -> None:
    not_void(round_)
    if round_.status == RoundStatus.DRAWN:
        raise RoundNotPublished(round=round_.number)


class RoundClosed(Conflict):
    """The round is closed."""

    sentence = gettext_noop("Round %(round)d is already closed.")


def being_played(event: EventFacts, round_: RoundFacts) -> None:
    running(event)
    public(round_)
    not_closed(round_)


def not_closed(round_: RoundFacts) -> None:
    not_void(round_)
    if round_.status == RoundStatus.CLOSED:
        raise RoundClosed(round=round_.number)
