"""What holds for any legal deal under any switches that can be played."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

from hypothesis import given, settings

from games import services
from tests.engine.scorecard_deals import DEALS


@given(DEALS)
@settings(max_examples=300)
def test_chips_are_conserved_and_the_ledger_adds_up(document: dict[str, Any]) -> None:
    result = services.replay(document)
    balance = Counter({f"seat {seat}": chips for seat, chips in enumerate(document["chips"])})
    balance.update(document["pools"])
    for row in result["transfers"]:
        assert row["chips"] > 0
        balance[row["from"]] -= row["chips"]
        balance[row["to"]] += row["chips"]
        if document["rules"]["purse"] == "table":
            assert balance[row["from"]] >= 0, row
    assert balance.pop("bets", 0) == 0
    assert [balance.pop(f"seat {seat}") for seat in range(len(document["chips"]))] == result["chips"]
    assert {pool: balance.pop(pool, 0) for pool in document["rules"]["pools"]} == result["pools"]
    assert not balance
    assert [after - net for after, net in zip(result["chips"], result["net"], strict=True)] == document[
        "chips"
    ]


@given(DEALS)
@settings(max_examples=150)
def test_the_parts_of_a_result_agree_with_each_other(document: dict[str, Any]) -> None:
    result = services.replay(document)
    pochen, shedding = result["pochen"], result["shedding"]
    seats = range(len(document["chips"]))
    assert shedding["left"][shedding["out"]] == 0
    assert sum(count == 0 for count in shedding["left"]) == 1
    assert pochen["winners"] == (pochen["pots"][0]["winners"] if pochen["pots"] else [])
    in_first_pot = set(pochen["pots"][0]["contenders"]) if pochen["pots"] else set()
    assert in_first_pot | set(pochen["passed"]) == set(seats)
    assert not in_first_pot & set(pochen["passed"])
    assert [shown["seat"] for shown in pochen["showdown"]] == (
        sorted(in_first_pot) if len(in_first_pot) > 1 else []
    )
    assert sum(pot["chips"] for pot in pochen["pots"]) == sum(
        row["chips"] for row in result["transfers"] if row["reason"] == "pot"
    )
    for low, high in pairwise(pochen["pots"]):
        assert set(high["contenders"]) < set(low["contenders"])
    limit = document["rules"]["bet_limit"]
    assert all(limit is None or stake <= limit for stake in pochen["stakes"])
    for meld in result["melds"]:
        assert meld["pool"] in document["rules"]["pools"]
    forehand = (document["dealer"] + (1 if document["rules"]["direction"] == "clockwise" else -1)) % len(
        document["chips"]
    )
    bets = [int(action[0]) for action in document["actions"] if action.split()[1] == "bet"]
    opened = document["rules"]["deals_next"] == "opener" and bets
    assert result["next_dealer"] == (bets[0] if opened else forehand)
