"""What holds for any legal deal under any switches that can be played."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings

from games import services
from games.engine.core.state import BETS
from games.engine.deal import Deal
from games.engine.replay import finished
from tests.engine.strategies import deals


@given(deals())
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


@given(deals())
@settings(max_examples=150)
def test_a_deal_replays_to_itself_and_every_action_was_among_the_legal_ones(document: dict[str, Any]) -> None:
    game = Deal(document | {"actions": []})
    for action in document["actions"]:
        seat, verb, *argument = action.split()
        choice = next(choice for choice in game.legal_actions() if choice.verb == verb)
        assert choice.seat == int(seat)
        if verb == "play":
            assert argument[0] in choice.cards
        elif argument:
            assert choice.least is not None
            assert choice.least <= int(argument[0]) <= (choice.most or 10**9)
        game.apply(action)
    assert game.over
    assert game.actions() == document["actions"]
    assert game.result() == services.replay(document)


@given(deals())
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


@given(deals())
@settings(max_examples=100)
def test_a_record_cut_short_or_with_an_action_twice_is_noticed(document: dict[str, Any]) -> None:
    actions = document["actions"]
    for place in {0, len(actions) // 2, len(actions) - 1}:
        for spoiled in (actions[:place], [*actions[: place + 1], actions[place], *actions[place + 1 :]]):
            with pytest.raises(services.EngineError) as error:
                services.replay(document | {"actions": spoiled})
            assert error.value.at is None or error.value.at >= place


@given(deals())
@settings(max_examples=60)
def test_the_state_ends_with_no_bets_and_no_cards_that_are_nowhere(document: dict[str, Any]) -> None:
    _, state = finished(document)
    assert state.account[BETS] == 0
    for seat in range(state.seats):
        assert state.hand[seat].bit_count() == state.count[seat]
        assert all(state.owner[card] == seat for card in range(64) if state.hand[seat] >> card & 1)
