"""Checking in, withdrawing, joining late: spec/domain.md, "Life of an event"."""

from __future__ import annotations

import pytest

from tests.cases import cases
from tournaments.events.rules.phases import events as events_rules
from tournaments.events.rules.phases.events import next_round
from tournaments.events.rules.phases.facts import EntryFacts, EventFacts, RoundFacts

from .facts import (
    CHECKED_IN,
    CLOSED,
    DRAFT,
    DRAWN,
    FINISHED,
    OPEN,
    PLAYING,
    PUBLISHED,
    REGISTERED,
    RUNNING,
    SEATED,
    WITHDRAWN,
    code,
)


@cases(
    ("event", "entry", "expected"),
    [
        (OPEN, REGISTERED, None),
        (RUNNING, REGISTERED, None),
        (DRAFT, REGISTERED, "event_not_open"),
        (FINISHED, REGISTERED, "event_finished"),
        (OPEN, CHECKED_IN, "entry_checked_in"),
        (RUNNING, WITHDRAWN, "entry_withdrawn"),
    ],
)
def test_check_in(event: EventFacts, entry: EntryFacts, expected: str | None) -> None:
    assert code(events_rules.verify_check_in, event, entry) == expected


@pytest.mark.parametrize(
    ("entry", "expected"),
    [(CHECKED_IN, None), (SEATED, "entry_seated"), (REGISTERED, "entry_not_checked_in")],
)
def test_a_check_in_is_taken_back_unless_seated(entry: EntryFacts, expected: str | None) -> None:
    assert code(events_rules.verify_undo_check_in, RUNNING, entry) == expected


@pytest.mark.parametrize(
    ("event", "entry", "expected"),
    [
        (DRAFT, REGISTERED, None),
        (RUNNING, SEATED, None),
        (RUNNING, WITHDRAWN, "entry_withdrawn"),
        (FINISHED, CHECKED_IN, "event_finished"),
    ],
)
def test_anybody_may_withdraw_before_the_end(
    event: EventFacts, entry: EntryFacts, expected: str | None
) -> None:
    assert code(events_rules.verify_withdraw, event, entry) == expected


@pytest.mark.parametrize(
    ("last", "number"), [(None, 1), (DRAWN, 1), (PUBLISHED, 2), (PLAYING, 2), (CLOSED, 2)]
)
def test_late_entries_count_from_the_next_round_that_can_seat_them(
    last: RoundFacts | None, number: int
) -> None:
    assert next_round(last) == number
