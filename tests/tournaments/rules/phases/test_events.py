"""Steps of an event: spec/domain.md, "Life of an event"."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.cases import cases
from tournaments.events.rules.phases import events as events_rules
from tournaments.events.rules.phases import rounds as rounds_rules
from tournaments.events.rules.phases.facts import EventFacts, RoundFacts

from .facts import CLOSED, DRAFT, DRAWN, FINISHED, OPEN, PLAYING, PUBLISHED, RUNNING, after, code


@cases(
    ("verify", "allowed"),
    [
        (events_rules.verify_edit, {"draft", "open"}),
        (events_rules.verify_open, {"draft"}),
        (events_rules.verify_start, {"draft", "open"}),
        (events_rules.verify_reopen, {"finished"}),
        (events_rules.verify_register, {"draft", "open", "running"}),
        (rounds_rules.verify_draw, {"running"}),
        (events_rules.verify_adjust, {"running"}),
    ],
)
def test_each_step_of_an_event_belongs_to_its_time(verify: Callable[..., None], allowed: set[str]) -> None:
    assert {
        event.status for event in (DRAFT, OPEN, RUNNING, FINISHED) if code(verify, event) is None
    } == allowed


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (replace(OPEN, ready=2), "too_few_checked_in"),
        (RUNNING, "event_started"),
        (FINISHED, "event_finished"),
        (replace(OPEN, ready=3), None),
    ],
)
def test_an_event_starts_with_enough_people(event: EventFacts, expected: str | None) -> None:
    assert code(events_rules.verify_start, event) == expected


@cases(
    ("event", "expected"),
    [
        (RUNNING, "nothing_played"),
        (after(DRAWN), "round_open"),
        (after(PUBLISHED), "round_open"),
        (after(PLAYING), "round_open"),
        (after(CLOSED), None),
        (DRAFT, "event_not_running"),
        (FINISHED, "event_finished"),
    ],
)
def test_an_event_finishes_between_rounds(event: EventFacts, expected: str | None) -> None:
    assert code(events_rules.verify_finish, event) == expected


@cases(
    ("event", "played", "expected"),
    [
        (RUNNING, None, None),
        (RUNNING, PUBLISHED, None),
        (RUNNING, CLOSED, None),
        (RUNNING, DRAWN, "round_not_published"),
        (OPEN, None, "event_not_running"),
        (FINISHED, CLOSED, "event_finished"),
    ],
)
def test_an_adjustment_is_given_while_the_event_runs_and_in_no_proposal(
    event: EventFacts, played: RoundFacts | None, expected: str | None
) -> None:
    assert code(events_rules.verify_adjust, event, played) == expected
