"""The steps in the life of an event."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest

from tests.cases import cases
from tests.tournaments.events.phases.facts import (
    CHECKED_IN,
    CLOSED,
    DRAFT,
    DRAWN,
    FINISHED,
    OPEN,
    PLAYED,
    PLAYING,
    PUBLISHED,
    REGISTERED,
    RUNNING,
    SEATED,
    TABLE,
    WITHDRAWN,
    after,
    code,
    why_not,
)
from tournaments.events.rules.phases import events as events_rules
from tournaments.events.rules.phases import rounds as rounds_rules
from tournaments.events.rules.phases import seats as seats_rules
from tournaments.events.rules.phases.events import next_round
from tournaments.events.rules.phases.facts import EntryFacts, EventFacts, RoundFacts, StageFacts, TableFacts


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


WAITING = StageFacts(2, current=False)
BEGUN = StageFacts(1, rounds=2, planned=5)
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
        (BEGUN, ["rounds_planned"], 2, None),
        (BEGUN, ["rounds_planned"], 1, "rounds_drawn"),
        (BEGUN, ["deals_per_round", "weights", "plan_public", "small_tables"], None, None),
        (BEGUN, ["weights", "format"], None, "stage_begun"),
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
    [(WAITING, 2, None), (BEGUN, 2, "stage_begun"), (StageFacts(1), 1, "stage_only")],
)
def test_a_stage_is_removed_before_it_begins(stage: StageFacts, stages: int, expected: str | None) -> None:
    assert code(events_rules.verify_remove_stage, RUNNING, stage, stages) == expected


@cases(
    ("last", "stage", "expected"),
    [
        (CLOSED, BEGUN, None),
        (DRAWN, BEGUN, "round_open"),
        (PUBLISHED, BEGUN, "round_open"),
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
    assert code(seats_rules.verify_reseat, "swap_seats", event, round_, draw) == swap


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


@cases(
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
    assert code(rounds_rules.verify_record_deal, RUNNING, table, number) == expected


def test_the_refusal_of_a_deal_out_of_turn_states_the_next_number() -> None:
    error = why_not(rounds_rules.verify_record_deal, RUNNING, TABLE, 7)
    assert error is not None
    assert error.params["next"] == 3
    assert str(error) == "Deal 7 is not the next deal at table 3. Enter deal 3."


@cases(
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
    assert code(rounds_rules.verify_void_last_deal, event, table, number) == expected


STEPS = [partial(seats_rules.verify_reseat, change) for change in seats_rules.WITH_DEALS]


@pytest.mark.parametrize("verify", STEPS)
def test_seats_change_in_a_proposal_and_in_a_published_round_without_deals(
    verify: Callable[..., None],
) -> None:
    for round_ in (DRAWN, PUBLISHED, PLAYING):
        assert code(verify, after(round_), round_, 2) is None
    assert code(verify, after(CLOSED), CLOSED, 2) == "round_closed"
    assert code(verify, OPEN, DRAWN, 2) == "event_not_running"


@pytest.mark.parametrize("verify", STEPS)
def test_seats_do_not_change_under_recorded_deals(verify: Callable[..., None]) -> None:
    assert code(verify, after(PLAYING), PLAYING, 2, 3) == "table_has_deals"


@cases("verify", [*STEPS, seats_rules.verify_search])
def test_a_change_based_on_an_old_draw_is_refused(verify: Callable[..., None]) -> None:
    assert code(verify, after(DRAWN), DRAWN, 1) == "draw_stale"


@pytest.mark.parametrize(("left", "expected"), [(3, None), (2, "table_left_too_small")])
def test_a_table_shrinks_to_the_least_and_no_further(left: int, expected: str | None) -> None:
    event = after(PUBLISHED)
    assert code(seats_rules.verify_reseat, "leave_out", event, PUBLISHED, 2, left=left) == expected
    assert code(seats_rules.verify_reseat, "move_seat", event, PUBLISHED, 2, left=left) == expected


def test_a_table_grows_to_the_most_and_no_further() -> None:
    assert code(seats_rules.verify_reseat, "move_seat", after(DRAWN), DRAWN, 2, left=3, there=6) is None
    assert (
        code(seats_rules.verify_reseat, "move_seat", after(DRAWN), DRAWN, 2, left=3, there=7)
        == "table_grown_too_large"
    )


def test_a_substitute_has_no_seat_and_has_not_withdrawn() -> None:
    event = after(PUBLISHED)
    codes = {
        entry: code(seats_rules.verify_reseat, "substitute", event, PUBLISHED, 2, into=entry)
        for entry in (REGISTERED, CHECKED_IN, SEATED, WITHDRAWN)
    }
    assert codes == {
        REGISTERED: None,
        CHECKED_IN: None,
        SEATED: "entry_seated",
        WITHDRAWN: "entry_withdrawn",
    }


def test_only_a_proposal_is_searched_further() -> None:
    assert code(seats_rules.verify_search, after(DRAWN), DRAWN, 2) is None
    for round_ in (PUBLISHED, PLAYING, CLOSED):
        assert code(seats_rules.verify_search, after(round_), round_, 2) == "round_published"


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
