"""The total of a table, judged by the engine: its shape, and chips that neither appear nor vanish."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.count import Brought, judge, without_rules
from games.engine.errors import EngineError
from tests.cases import cases

COUNT: dict[str, Any] = {"format": "poch-count/1", "deals": 12, "net": [14, -6, 3, -15], "board": 4}
ON_CREDIT = Brought([0, 0, 0, 0], on_credit=True)
PURSES = Brought([100, 100, 130], on_credit=False)


def code(document: Any, table: Brought | None = ON_CREDIT) -> str:
    with pytest.raises(EngineError) as refused:
        judge(document, table)
    assert refused.value.detail
    return refused.value.code


def test_a_total_says_chips_transfers_and_who_deals_next() -> None:
    total = judge(COUNT, ON_CREDIT)
    assert (total["chips"], total["net"], total["pools"]) == (COUNT["net"], COUNT["net"], {"board": 4})
    assert [(row["from"], row["to"], row["chips"]) for row in total["transfers"]] == [
        ("seat 1", "board", 6),
        ("seat 3", "board", 15),
        ("board", "seat 0", 14),
        ("board", "seat 2", 3),
    ]
    assert (total["last_dealer"], total["next_dealer"]) == (3, 0)
    other_way = judge({**COUNT, "deals": 2}, ON_CREDIT._replace(clockwise=False))
    assert (other_way["last_dealer"], other_way["next_dealer"]) == (3, 2)


def test_final_chips_are_compared_with_what_was_brought() -> None:
    final = {"format": "poch-count/1", "deals": 3, "chips": [0, 300, 25], "board": 5}
    assert judge(final, PURSES)["net"] == [-100, 200, -105]
    assert code({**final, "board": 4}, PURSES) == "count_not_conserved"
    assert code({"format": "poch-count/1", "deals": 1, "net": [101, -101, 0]}, PURSES) == "count_overdrawn"
    assert code(final, None) == "chips_without_table"
    assert code(final, ON_CREDIT._replace(purses=[0, 0, 0])) == "chips_on_credit"


def test_the_bank_balances_totals_that_need_not_sum_to_zero() -> None:
    open_table = ON_CREDIT._replace(open_totals=True)
    for net, moved in (
        ([1204, 987, -86, 0], ("bank", "board", 2105)),
        ([-30, -10, 5, 0], ("board", "bank", 35)),
    ):
        total = judge({"format": "poch-count/1", "deals": 48, "net": net}, open_table)
        transfers = [(row["from"], row["to"], row["chips"]) for row in total["transfers"]]
        assert (total["net"], total["pools"]) == (net, {"board": 0})
        assert moved in transfers
        assert sum(chips * ((to == "board") - (source == "board")) for source, to, chips in transfers) == 0
    assert code({**COUNT, "board": 4}, open_table) == "bad_board"
    assert code({**COUNT, "board": 4}, ON_CREDIT._replace(tenths=True)) == "bad_board"
    assert code({**COUNT, "net": [437, 0, 0, 0], "board": 0}, ON_CREDIT._replace(tenths=True)) == (
        "count_not_conserved"
    )


@cases(
    ("changes", "expected"),
    [
        ({"board": 5}, "count_not_conserved"),
        ({"board": 3}, "count_not_conserved"),
        ({"board": -4}, "bad_board"),
        ({"board": True}, "bad_board"),
        ({"after": -1}, "bad_after"),
        ({"after": "3"}, "bad_after"),
        ({"deals": 0}, "bad_deals"),
        ({"deals": 201}, "bad_deals"),
        ({"deals": 1.0}, "bad_deals"),
        ({"net": [14, -6, -12]}, "bad_net"),
        ({"net": [14, -6, 3, True]}, "bad_net"),
        ({"net": [10**10, -(10**10), 0, -4]}, "bad_net"),
        ({"chips": [0, 0, 0, 0]}, "net_and_chips"),
        ({"dealer": 0}, "unknown_key"),
        ({"format": "poch-deal/1"}, "bad_format"),
    ],
)
def test_what_is_wrong_is_named(changes: dict[str, Any], expected: str) -> None:
    assert code({**COUNT, **changes}) == expected


def test_the_rest_begins_with_what_lies_on_the_board_and_with_the_next_dealer() -> None:
    rest = {"format": "poch-count/1", "after": 2, "deals": 3, "net": [10, -6, 0, -8], "board": 20}
    table = ON_CREDIT._replace(purses=[4, -4, 3, -19], pools={"poch": 6, "ace": 0, "centre": 10}, dealer=2)
    total = judge(rest, table)
    assert (total["chips"], total["pools"]) == ([14, -10, 3, -27], {"board": 20})
    assert (total["first_dealer"], total["last_dealer"], total["next_dealer"]) == (2, 0, 1)
    assert [(row["from"], row["to"], row["chips"]) for row in total["transfers"]] == [
        ("centre", "board", 10),
        ("poch", "board", 6),
        ("seat 1", "board", 6),
        ("seat 3", "board", 8),
        ("board", "seat 0", 10),
    ]
    with pytest.raises(EngineError, match="lost 14 and 16 lay on the board before"):
        judge({**rest, "board": 21}, table)
    final = {"format": "poch-count/1", "after": 1, "deals": 3, "chips": [0, 300, 25], "board": 15}
    assert judge(final, PURSES._replace(pools={"poch": 10}))["net"] == [-100, 200, -105]
    assert code(rest, None) == "chips_without_table"


def test_without_rules_only_the_purse_is_chosen() -> None:
    assert without_rules({"preset": "none"})["purse"] == "credit"
    kept = without_rules({"preset": "none", "purse": "table"})
    assert kept["purse"] == "table"
    assert without_rules(kept) == kept
