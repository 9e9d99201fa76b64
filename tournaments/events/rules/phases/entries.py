"""Entries: registered <-> checked_in, both -> withdrawn."""

from __future__ import annotations

from tournaments.core.rules.errors import RulesError, gettext_noop
from tournaments.core.rules.statuses import EntryStatus, EventStatus, RoundStatus
from tournaments.events.rules.phases.facts import EntryFacts, EventFacts, RoundFacts
from tournaments.events.rules.phases.guards import not_finished


def verify_register(event: EventFacts) -> None:
    """Allow a new entry until the event is finished (`event_finished`)."""
    not_finished(event)


def verify_check_in(event: EventFacts, entry: EntryFacts) -> None:
    """Allow a registered entry to check in. An entry that has withdrawn is never seated again.

    Raises `event_not_open`, `event_finished`, `entry_checked_in`, `entry_withdrawn`.
    """
    not_finished(event)
    if event.status == EventStatus.DRAFT:
        raise RulesError(
            "event_not_open", gettext_noop("The event is still a draft. Open it, then check players in.")
        )
    if entry.status == EntryStatus.CHECKED_IN:
        raise RulesError(
            "entry_checked_in", gettext_noop("%(player)s is already checked in."), player=entry.name
        )
    if entry.status == EntryStatus.WITHDRAWN:
        raise RulesError(
            "entry_withdrawn",
            gettext_noop("%(player)s has withdrawn and cannot play in this event again."),
            player=entry.name,
        )


def verify_undo_check_in(event: EventFacts, entry: EntryFacts) -> None:
    """Allow a check-in to be undone while the entry has no seat.

    Raises `event_finished`, `entry_not_checked_in`, `entry_seated`.
    """
    not_finished(event)
    if entry.status != EntryStatus.CHECKED_IN:
        raise RulesError(
            "entry_not_checked_in", gettext_noop("%(player)s is not checked in."), player=entry.name
        )
    if entry.seated:
        raise RulesError(
            "entry_seated",
            gettext_noop("%(player)s has a seat in the open round. Close the round first."),
            player=entry.name,
        )


def verify_withdraw(event: EventFacts, entry: EntryFacts) -> None:
    """Allow an entry to withdraw until the event is finished.

    A round that is being played goes on. A proposal that seats the entry becomes stale. Raises
    `event_finished`, `entry_withdrawn`.
    """
    not_finished(event)
    if entry.status == EntryStatus.WITHDRAWN:
        raise RulesError(
            "entry_withdrawn", gettext_noop("%(player)s has already withdrawn."), player=entry.name
        )


def next_round(last: RoundFacts | None) -> int:
    """Return the number of the next round that can seat an entry, after the newest round `last`.

    A draw that is not published can still be made again, so it counts as the next round.
    """
    if last is None:
        return 1
    return last.number + (last.status != RoundStatus.DRAWN)
