"""Refusals that several steps share."""

from __future__ import annotations

from tournaments.core.rules.errors import RulesError, gettext_noop
from tournaments.core.rules.statuses import EventStatus, RoundStatus
from tournaments.events.rules.phases.facts import EventFacts, RoundFacts


def running(event: EventFacts) -> None:
    not_finished(event)
    if event.status != EventStatus.RUNNING:
        raise RulesError("event_not_running", gettext_noop("The event has not started yet. Start it first."))


def not_finished(event: EventFacts) -> None:
    if event.status == EventStatus.FINISHED:
        raise RulesError("event_finished", gettext_noop("The event is finished. Reopen it first."))


def enough(event: EventFacts) -> None:
    if event.ready < event.least:
        raise RulesError(
            "too_few_checked_in",
            gettext_noop(
                "A table needs %(least)d players. Players checked in: %(ready)d. Players still missing: "
                "%(missing)d."
            ),
            least=event.least,
            ready=event.ready,
            missing=event.least - event.ready,
        )


def not_void(round_: RoundFacts) -> None:
    if round_.status == RoundStatus.VOID:
        raise RulesError(
            "round_void",
            gettext_noop("This round %(round)d is void: it counts nowhere, and nothing in it can change."),
            round=round_.number,
        )


def proposal(round_: RoundFacts, sentence: str) -> None:
    not_void(round_)
    if round_.status != RoundStatus.DRAWN:
        raise RulesError("round_published", sentence, round=round_.number)


def current(round_: RoundFacts, draw: int) -> None:
    if draw != round_.draw:
        raise RulesError(
            "draw_stale",
            gettext_noop(
                "Round %(round)d has changed since you opened it. Check the new draw, then try again."
            ),
            round=round_.number,
        )


def public(round_: RoundFacts) -> None:
    not_void(round_)
    if round_.status == RoundStatus.DRAWN:
        raise RulesError(
            "round_not_published",
            gettext_noop("Round %(round)d is not published yet. Publish it first."),
            round=round_.number,
        )


def not_closed(round_: RoundFacts) -> None:
    not_void(round_)
    if round_.status == RoundStatus.CLOSED:
        raise RulesError(
            "round_closed", gettext_noop("Round %(round)d is already closed."), round=round_.number
        )
