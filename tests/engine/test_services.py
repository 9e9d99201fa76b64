"""The public face: what the rest of the project may count on."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from games import services
from tests.cases import cases
from tests.engine.reading import lines


def pagat(**overrides: Any) -> dict[str, Any]:
    return services.resolve_rules({"preset": "pagat", **overrides})


@cases(
    ("rules", "chips", "able"),
    [
        ({"purse": "table"}, [9, 9, 9], True),
        ({"purse": "table"}, [9, 8, 9], False),
        ({"purse": "credit"}, [-50, 0, 0], True),
        ({"purse": "table", "stake": 2, "undressed": ["poch", "centre"]}, [14], True),
        ({"purse": "table", "stake": 2, "undressed": ["poch"]}, [14], False),
    ],
)
def test_a_table_plays_on_while_everybody_can_ante(
    rules: dict[str, Any], chips: list[int], able: bool
) -> None:
    assert services.can_ante(pagat(**rules), chips) is able


def test_leftover_pools_are_shared_with_odd_chips_in_the_order_of_the_last_deal() -> None:
    rules = pagat(leftover="split")
    rows = services.leftover(rules, pools={"ace": 5, "centre": 6}, seats=4, last_dealer=2)
    got = Counter[str]()
    for row in rows:
        assert row["reason"] == "leftover"
        got[row["to"]] += row["chips"]
    assert got == {"seat 3": 3, "seat 0": 3, "seat 1": 3, "seat 2": 2}
    few = services.leftover(rules, pools={"ace": 1, "king": 1}, seats=4, last_dealer=3)
    assert [(row["from"], row["to"]) for row in few] == [("ace", "seat 0"), ("king", "seat 1")]
    assert services.leftover(pagat(), pools={"ace": 5}, seats=4, last_dealer=2) == []


def test_the_stages_of_a_scorecard_hold_what_the_table_saw() -> None:
    row = lines("scorecards.jsonl")[0]
    stages = services.stages(row["document"], row["result"])
    assert (stages["hands"], stages["betting"], stages["runs"]) == (None, None, None)
    assert stages["upcard"] == row["document"]["upcard"]
    assert stages["pay_suit"] == stages["upcard"][1]


@pytest.mark.parametrize(("order", "first"), [("meld_first", "melding"), ("pochen_first", "pochen")])
def test_the_stages_come_in_the_order_of_the_rules(order: str, first: str) -> None:
    document = services.play_deal(
        pagat(order=order), dealer=0, chips=[0] * 3, pools={}, bots=["bold"] * 3, seed=1, number=1
    )
    stages = services.stages(document, services.replay(document))
    assert stages["order"][0] == first
    assert stages["order"][2] == "shedding"


def test_a_call_tells_what_it_cost() -> None:
    row = next(
        row
        for row in lines("deals.jsonl")
        if any(" raise " in action for action in row["document"]["actions"])
    )
    stages = services.stages(row["document"], row["result"])
    stakes = [0] * len(row["document"]["chips"])
    for word in stages["betting"]:
        stakes[word["seat"]] = (
            word["chips"] if word["verb"] in ("bet", "raise") else stakes[word["seat"]] + word["chips"]
        )
    assert stakes == row["result"]["pochen"]["stakes"]


def test_the_stages_name_the_winner_of_each_trick() -> None:
    row = next(row for row in lines("deals.jsonl") if row["document"]["rules"].get("preset") == "alvensleben")
    tricks = services.stages(row["document"], row["result"])["runs"]
    for trick, following in pairwise(tricks):
        suit = trick["cards"][0]["card"][1]
        assert all(card["card"][1] == suit for card in trick["cards"])
        best = max(trick["cards"], key=lambda card: "23456789TJQKA".index(card["card"][0]))
        assert trick["ended_by"] == best["seat"] == following["cards"][0]["seat"]
