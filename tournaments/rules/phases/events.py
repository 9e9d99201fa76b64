"""The event: draft -> open -> running -> finished, and back to running."""

from __future__ import annotations

from tournaments.rules.errors import RulesError, gettext_noop
from tournaments.rules.statuses import EventStatus, RoundStatus

from .facts import EventFacts, RoundFacts
from .guards import enough, not_finished, public, running


def verify_edit(event: EventFacts) -> None:
    """The event's rules, sizes and scoring change only until it starts (`event_frozen`)."""
    if event.status not in (EventStatus.DRAFT, EventStatus.OPEN):
        raise RulesError("event_frozen", gettext_noop("The event has started: its rules are frozen."))


def verify_open(event: EventFacts) -> None:
    """A draft is opened for entries (`event_not_draft`)."""
    if event.status != EventStatus.DRAFT:
        raise RulesError("event_not_draft", gettext_noop("The event is open already."))


def verify_start(event: EventFacts) -> None:
    """An event starts from draft or open with enough players checked in.

    Raises `event_started`, `event_finished`, `too_few_checked_in`.
    """
    if event.status == EventStatus.RUNNING:
        raise RulesError("event_started", gettext_noop("The event is running already."))
    not_finished(event)
    enough(event)


def verify_finish(event: EventFacts) -> None:
    """A running event is finished when no round is open.

    Raises `event_not_running`, `round_open` (close or discard it first), `nothing_played`.
    """
    running(event)
    last = event.last
    if last is None:
        raise RulesError("nothing_played", gettext_noop("No round has been played yet."))
    if last.status != RoundStatus.CLOSED:
        raise RulesError(
            "round_open",
            gettext_noop("Round %(round)d is still open: close it, or discard its draw, before you finish."),
            round=last.number,
        )


def verify_reopen(event: EventFacts) -> None:
    """A finished event may be reopened (`event_not_finished`)."""
    if event.status != EventStatus.FINISHED:
        raise RulesError("event_not_finished", gettext_noop("Only a finished event can be reopened."))


def verify_adjust(event: EventFacts, played: RoundFacts | None = None) -> None:
    """Adjustments are given while the event is running, outside any round or in one that is no mere proposal.

    Raises `event_not_running`, `event_finished`, `round_not_published`.
    """
    running(event)
    if played is not None:
        public(played)
