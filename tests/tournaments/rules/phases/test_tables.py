"""A table's deals: spec/domain.md, "Life of a deal"."""

from __future__ import annotations

from dataclasses import replace

from tests.cases import cases
from tournaments.events.rules.phases import rounds as rounds_rules
from tournaments.events.rules.phases.facts import EventFacts, TableFacts

from .facts import FINISHED, RUNNING, TABLE, code, why_not


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
