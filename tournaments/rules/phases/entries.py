"""Entries: registered <-> checked_in, both -> withdrawn."""

from __future__ import annotations

from tournaments.rules.errors import RulesError, gettext_noop
from tournaments.rules.statuses import EntryStatus, EventStatus, RoundStatus

from .facts import EntryFacts, EventFacts, RoundFacts
from .guards import not_finished


def verify_register(event: EventFacts) -> None:
    """Entries are taken until the end (`event_finished`); late ones join from the next round."""
    not_finished(event)


def verify_check_in(event: EventFacts, entry: EntryFacts) -> None:
    """A registered entry checks in; one that has withdrawn is never seated again.

    Raises `event_not_open`, `event_finished`, `entry_checked_in`, `entry_withdrawn`.
    """
    not_finished(event)
    if event.status == EventStatus.DRAFT:
        raise RulesError("event_not_open", gettext_noop("Open the event before anybody checks in."))
    if entry.status == EntryStatus.CHECKED_IN:
        raise RulesError("entry_checked_in", gettext_noop("This entry is checked in already."))
    if entry.status == EntryStatus.WITHDRAWN:
        raise RulesError(
            "entry_withdrawn", gettext_noop("This entry has withdrawn and does not play in this event again.")
        )


def verify_undo_check_in(event: EventFacts, entry: EntryFacts) -> None:
    """A check-in is taken back while nobody has given the entry a seat.

    Raises `event_finished`, `entry_not_checked_in`, `entry_seated`.
    """
    not_finished(event)
    if entry.status != EntryStatus.CHECKED_IN:
        raise RulesError("entry_not_checked_in", gettext_noop("This entry is not checked in."))
    if entry.seated:
        raise RulesError(
            "entry_seated",
            gettext_noop("This entry has a seat in the open round: close that first."),
        )


def verify_withdraw(event: EventFacts, entry: EntryFacts) -> None:
    """An entry withdraws at any time before the end; a round it sits in is played on as it stands.

    A draw that seats it and is not published becomes stale. Raises `event_finished`, `entry_withdrawn`.
    """
    not_finished(event)
    if entry.status == EntryStatus.WITHDRAWN:
        raise RulesError("entry_withdrawn", gettext_noop("This entry has withdrawn already."))


def next_round(last: RoundFacts | None) -> int:
    """Return the number of the next round that can seat an entry, after the newest round `last`.

    A draw that is not published can still be made again, so it counts as the next round.
    """
    if last is None:
        return 1
    return last.number + (last.status != RoundStatus.DRAWN)
