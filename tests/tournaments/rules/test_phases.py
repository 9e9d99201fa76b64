"""Which step is allowed when: spec/domain.md, "Life of an event" and "Life of a deal"."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tournaments.rules import phases
from tournaments.rules.phases import EntryFacts, EventFacts, RoundFacts, TableFacts, can, next_round, why_not

DRAFT = EventFacts("draft", ready=8)
OPEN = EventFacts("open", ready=8)
RUNNING = EventFacts("running", ready=8, rounds_planned=3)
FINISHED = EventFacts("finished", ready=8)

DRAWN = RoundFacts(1, "drawn", draw=2)
PUBLISHED = RoundFacts(1, "published", draw=2, unfinished=2)
PLAYING = RoundFacts(1, "playing", draw=2, unfinished=1, deals=5)
PLAYED = RoundFacts(1, "playing", draw=2, deals=8)
CLOSED = RoundFacts(1, "closed", draw=2, deals=8)

TABLE = TableFacts(3, "playing", deals=2, deals_planned=4)
REGISTERED = EntryFacts("registered")
CHECKED_IN = EntryFacts("checked_in")
SEATED = EntryFacts("checked_in", seated=True)
WITHDRAWN = EntryFacts("withdrawn")


def after(last: RoundFacts) -> EventFacts:
    return replace(RUNNING, last=last)


def code(verify: Callable[..., None], *args: Any, **kwargs: Any) -> str | None:
    error = why_not(verify, *args, **kwargs)
    assert can(verify, *args, **kwargs) == (error is None)
    if error is not None:
        assert str(error).endswith((".", "?"))
        assert "%" not in str(error)
    return error.code if error else None


@pytest.mark.parametrize(
    ("verify", "allowed"),
    [
        (phases.verify_edit, {"draft", "open"}),
        (phases.verify_open, {"draft"}),
        (phases.verify_start, {"draft", "open"}),
        (phases.verify_reopen, {"finished"}),
        (phases.verify_register, {"draft", "open", "running"}),
        (phases.verify_draw, {"running"}),
        (phases.verify_adjust, {"running"}),
    ],
)
def test_each_step_of_an_event_belongs_to_its_time(verify: Callable[..., None], allowed: set[str]) -> None:
    assert {event.status for event in (DRAFT, OPEN, RUNNING, FINISHED) if can(verify, event)} == allowed


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
    assert code(phases.verify_start, event) == expected


def test_a_refusal_says_how_many_are_missing() -> None:
    error = why_not(phases.verify_start, replace(OPEN, ready=1))
    assert str(error) == "A table needs 3 players: 1 are checked in, 2 more are needed."


@pytest.mark.parametrize(
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
    assert code(phases.verify_finish, event) == expected


@pytest.mark.parametrize(
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
    assert code(phases.verify_check_in, event, entry) == expected


@pytest.mark.parametrize(
    ("entry", "expected"),
    [(CHECKED_IN, None), (SEATED, "entry_seated"), (REGISTERED, "entry_not_checked_in")],
)
def test_a_check_in_is_taken_back_unless_seated(entry: EntryFacts, expected: str | None) -> None:
    assert code(phases.verify_undo_check_in, RUNNING, entry) == expected


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
    assert code(phases.verify_withdraw, event, entry) == expected


@pytest.mark.parametrize(
    ("last", "number"), [(None, 1), (DRAWN, 1), (PUBLISHED, 2), (PLAYING, 2), (CLOSED, 2)]
)
def test_late_entries_count_from_the_next_round_that_can_seat_them(
    last: RoundFacts | None, number: int
) -> None:
    assert next_round(replace(RUNNING, last=last)) == number


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (RUNNING, None),
        (after(DRAWN), "round_drawn"),
        (after(PUBLISHED), "round_open"),
        (after(PLAYING), "round_open"),
        (after(CLOSED), None),
        (after(replace(CLOSED, number=3)), "rounds_complete"),
        (replace(after(replace(CLOSED, number=3)), rounds_planned=0), None),
        (replace(after(CLOSED), ready=2), "too_few_checked_in"),
        (OPEN, "event_not_running"),
        (FINISHED, "event_finished"),
    ],
)
def test_the_next_round_is_drawn_when_the_former_is_closed(event: EventFacts, expected: str | None) -> None:
    assert code(phases.verify_draw, event) == expected


@pytest.mark.parametrize(
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
    assert code(phases.verify_redraw, event, round_, draw) == redraw
    assert code(phases.verify_publish, event, round_, draw) == publish
    assert code(phases.verify_swap, event, round_, draw) == swap


def test_seats_are_not_swapped_under_recorded_deals() -> None:
    assert code(phases.verify_swap, after(PLAYING), PLAYING, 2, 3) == "table_has_deals"


def test_only_a_proposal_is_discarded() -> None:
    assert code(phases.verify_discard, after(DRAWN), DRAWN) is None
    assert code(phases.verify_discard, after(PUBLISHED), PUBLISHED) == "round_published"
    assert code(phases.verify_discard, FINISHED, DRAWN) == "event_finished"


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
    assert code(phases.verify_close, after(round_), round_) == expected
    assert code(phases.verify_close, after(round_), round_, early=True) == early


@pytest.mark.parametrize(
    ("table", "number", "expected"),
    [
        (TABLE, 3, None),
        (TABLE, 2, "deal_out_of_turn"),
        (TABLE, 4, "deal_out_of_turn"),
        (replace(TABLE, deals=4), 5, "table_closed"),
        (replace(TABLE, deals=40, deals_planned=0), 41, None),
        (replace(TABLE, over=True), 3, "table_closed"),
        (replace(TABLE, round_status="published", deals=0), 1, None),
        (replace(TABLE, round_status="drawn"), 3, "round_not_published"),
        (replace(TABLE, round_status="closed"), 3, "round_closed"),
    ],
)
def test_a_deal_is_recorded_in_its_turn(table: TableFacts, number: int, expected: str | None) -> None:
    assert code(phases.verify_record_deal, RUNNING, table, number) == expected


def test_a_deal_out_of_turn_is_told_the_next_number() -> None:
    error = why_not(phases.verify_record_deal, RUNNING, TABLE, 7)
    assert error is not None
    assert error.params["next"] == 3
    assert str(error) == "Deal 7 is not the next at table 3: deal 3 is."


@pytest.mark.parametrize(
    ("event", "table", "number", "expected"),
    [
        (RUNNING, TABLE, 2, None),
        (RUNNING, TABLE, 1, "not_the_last_deal"),
        (RUNNING, replace(TABLE, deals=0), 0, "nothing_to_void"),
        (RUNNING, replace(TABLE, deals=4), 4, None),
        (RUNNING, replace(TABLE, round_status="closed"), 2, "round_closed"),
        (FINISHED, TABLE, 2, "event_finished"),
    ],
)
def test_the_last_deal_is_voided_until_its_round_is_closed(
    event: EventFacts, table: TableFacts, number: int, expected: str | None
) -> None:
    assert code(phases.verify_void_last_deal, event, table, number) == expected


def test_chips_are_issued_while_the_table_plays() -> None:
    assert code(phases.verify_issue_chips, RUNNING, TABLE) is None
    assert code(phases.verify_issue_chips, RUNNING, replace(TABLE, round_status="closed")) == "round_closed"
