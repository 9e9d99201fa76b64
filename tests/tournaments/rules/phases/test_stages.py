"""When the stages of an event may change: spec/domain.md, "Life of an event"."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.cases import cases
from tournaments.events.rules.phases import events as events_rules
from tournaments.events.rules.phases.facts import EventFacts, RoundFacts, StageFacts

from .facts import CLOSED, DRAFT, DRAWN, FINISHED, PUBLISHED, RUNNING, after, code

WAITING = StageFacts(2, current=False)
PLAYED = StageFacts(1, rounds=2, planned=5)
FULL = StageFacts(1, rounds=5, planned=5, over=True)
OVER = StageFacts(1, rounds=5, planned=5, over=True, current=False)


@pytest.mark.parametrize(
    ("event", "stages", "expected"),
    [
        (DRAFT, 1, None),
        (RUNNING, 1, None),
        (after(CLOSED), 8, None),
        (RUNNING, 9, "too_many_stages"),
        (FINISHED, 1, "event_finished"),
    ],
)
def test_stages_are_added_until_the_event_is_finished(
    event: EventFacts, stages: int, expected: str | None
) -> None:
    assert code(events_rules.verify_add_stage, event, stages) == expected


@cases(
    ("stage", "settings", "rounds", "expected"),
    [
        (WAITING, ["format", "cut", "rounds_planned"], 3, None),
        (StageFacts(1), ["size"], None, None),
        (PLAYED, ["rounds_planned"], 2, None),
        (PLAYED, ["rounds_planned"], 1, "rounds_drawn"),
        (PLAYED, ["deals_per_round", "weights", "plan_public", "small_tables"], None, None),
        (PLAYED, ["weights", "format"], None, "stage_begun"),
        (FULL, ["rounds_planned"], 6, None),
        (OVER, ["rounds_planned"], 6, "stage_over"),
    ],
)
def test_the_first_draw_fixes_the_settings_of_a_stage(
    stage: StageFacts, settings: list[str], rounds: int | None, expected: str | None
) -> None:
    assert code(events_rules.verify_edit_stage, RUNNING, stage, settings, rounds) == expected
    assert code(events_rules.verify_edit_stage, FINISHED, stage, settings, rounds) == "event_finished"


@pytest.mark.parametrize(
    ("stage", "stages", "expected"),
    [(WAITING, 2, None), (PLAYED, 2, "stage_begun"), (StageFacts(1), 1, "stage_only")],
)
def test_a_stage_is_removed_before_it_begins(stage: StageFacts, stages: int, expected: str | None) -> None:
    assert code(events_rules.verify_remove_stage, RUNNING, stage, stages) == expected


@cases(
    ("last", "stage", "expected"),
    [
        (CLOSED, PLAYED, None),
        (DRAWN, PLAYED, "round_open"),
        (PUBLISHED, PLAYED, "round_open"),
        (CLOSED, FULL, "stage_over"),
        (CLOSED, WAITING, "stage_not_begun"),
        (CLOSED, StageFacts(2), "stage_not_begun"),
    ],
)
def test_a_stage_is_ended_between_two_of_its_rounds(
    last: RoundFacts, stage: StageFacts, expected: str | None
) -> None:
    assert code(events_rules.verify_end_stage, after(last), stage) == expected
    assert code(events_rules.verify_end_stage, replace(DRAFT, last=last), stage) == "event_not_running"
