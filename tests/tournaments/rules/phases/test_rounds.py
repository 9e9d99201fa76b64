"""Drawing, publishing, closing: spec/domain.md, "Life of an event"."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.cases import cases
from tournaments.events.rules.phases import rounds as rounds_rules
from tournaments.events.rules.phases import seats as seats_rules
from tournaments.events.rules.phases.facts import EventFacts, RoundFacts

from .facts import CLOSED, DRAWN, FINISHED, OPEN, PLAYED, PLAYING, PUBLISHED, RUNNING, after, code, why_not


@cases(
    ("event", "expected"),
    [
        (RUNNING, None),
        (after(DRAWN), "round_drawn"),
        (after(PUBLISHED), "round_open"),
        (after(PLAYING), "round_open"),
        (after(CLOSED), None),
        (replace(after(CLOSED), stage_over=True), "rounds_complete"),
        (replace(after(CLOSED), stage_over=True, stages_left=1), None),
        (replace(after(CLOSED), ready=2), "too_few_checked_in"),
        (OPEN, "event_not_running"),
        (FINISHED, "event_finished"),
    ],
)
def test_the_next_round_is_drawn_when_the_former_is_closed(event: EventFacts, expected: str | None) -> None:
    assert code(rounds_rules.verify_draw, event) == expected


@cases(
    ("round_", "draw", "redraw", "publish", "swap"),
    [
        (DRAWN, 2, None, None, None),
        (DRAWN, 1, "draw_stale", "draw_stale", "draw_stale"),
        (replace(DRAWN, stale=True), 2, None, "entries_changed", None),
        (PUBLISHED, 2, "round_published", "round_published", None),
        (PLAYING, 2, "round_published", "round_published", None),
        (CLOSED, 2, "round_published", "round_published", "round_closed"),
    ],
)
def test_a_draw_is_a_proposal_until_it_is_published(
    round_: RoundFacts, draw: int, redraw: str | None, publish: str | None, swap: str | None
) -> None:
    event = after(round_)
    assert code(rounds_rules.verify_redraw, event, round_, draw) == redraw
    assert code(rounds_rules.verify_publish, event, round_, draw) == publish
    assert code(seats_rules.verify_swap, event, round_, draw) == swap


def test_only_a_proposal_is_discarded() -> None:
    assert code(rounds_rules.verify_discard, after(DRAWN), DRAWN) is None
    assert code(rounds_rules.verify_discard, after(PUBLISHED), PUBLISHED) == "round_published"
    assert code(rounds_rules.verify_discard, FINISHED, DRAWN) == "event_finished"


@pytest.mark.parametrize(
    ("round_", "expected", "early"),
    [
        (DRAWN, "round_not_published", "round_not_published"),
        (PUBLISHED, "tables_unfinished", None),
        (PLAYING, "tables_unfinished", None),
        (PLAYED, None, None),
        (CLOSED, "round_closed", "round_closed"),
    ],
)
def test_a_round_closes_when_its_tables_are_done_or_time_is_called(
    round_: RoundFacts, expected: str | None, early: str | None
) -> None:
    assert code(rounds_rules.verify_close, after(round_), round_) == expected
    assert code(rounds_rules.verify_close, after(round_), round_, early=True) == early


def test_the_refusal_states_the_rounds_played_and_the_remedy() -> None:
    error = why_not(rounds_rules.verify_draw, replace(after(replace(CLOSED, number=3)), stage_over=True))
    assert str(error).startswith("Every planned round has been played (3). Finish the event")
