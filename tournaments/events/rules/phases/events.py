"""The event: draft -> open -> running -> finished, and back to running."""

from __future__ import annotations

from tournaments.core.rules.errors import RulesError, gettext_noop
from tournaments.core.rules.statuses import EventStatus, RoundStatus
from tournaments.events.rules.phases.facts import EventFacts, RoundFacts
from tournaments.events.rules.phases.guards import enough, not_finished, public, running


def verify_edit(event: EventFacts) -> None:
    """Allow changes of rules, table sizes and scoring until the event starts (`event_frozen`)."""
    if event.status not in (EventStatus.DRAFT, EventStatus.OPEN):
        raise RulesError(
            "event_frozen", gettext_noop("The event has started, so its rules cannot change any more.")
        )


def verify_open(event: EventFacts) -> None:
    """Allow a draft to be opened for entries (`event_not_draft`)."""
    if event.status != EventStatus.DRAFT:
        raise RulesError("event_not_draft", gettext_noop("The event is already open."))


def verify_start(event: EventFacts) -> None:
    """Allow a draft or open event to start if enough players are checked in.

    Raises `event_started`, `event_finished`, `too_few_checked_in`.
    """
    if event.status == EventStatus.RUNNING:
        raise RulesError("event_started", gettext_noop("The event is already running."))
    not_finished(event)
    enough(event)


def verify_finish(event: EventFacts) -> None:
    """Allow a running event to be finished when no round is open.

    Raises `event_not_running`, `round_open`, `nothing_played`.
    """
    running(event)
    last = event.last
    if last is None:
        raise RulesError(
            "nothing_played", gettext_noop("No round has been played yet. Draw and play a round first.")
        )
    if last.status != RoundStatus.CLOSED:
        raise RulesError(
            "round_open",
            gettext_noop(
                "Round %(round)d is still open. Close it or discard its draw, then finish the event."
            ),
            round=last.number,
        )


def verify_reopen(event: EventFacts) -> None:
    """Allow a finished event to be reopened (`event_not_finished`)."""
    if event.status != EventStatus.FINISHED:
        raise RulesError(
            "event_not_finished", gettext_noop("The event is not finished, so there is nothing to reopen.")
        )


def verify_adjust(event: EventFacts, played: RoundFacts | None = None) -> None:
    """Allow an adjustment while the event is running: in a published round (`played`), or in no round.

    Raises `event_not_running`, `event_finished`, `round_not_published`.
    """
    running(event)
    if played is not None:
        public(played)
