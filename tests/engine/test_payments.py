"""Who pays whom: pots in layers, ends of runs, cards left, most cards, what is left over."""

from __future__ import annotations

from typing import Any

import pytest

from games import services
from games.engine.core import dealing, payments, pochen
from games.engine.core.state import BETS, FIRST_POOL, POCH, State
from games.engine.record import a_hand
from games.engine.result import transfers
from games.engine.rules import rules_record


def table(chips: list[int], dealer: int = 0, **overrides: Any) -> tuple[Any, State]:
    rules = rules_record(
        {"preset": "pagat", "players": [2, 6], "pack": {str(n): 32 for n in range(2, 7)}, **overrides}
    )
    state = State()
    dealing.seat_down(rules, state, len(chips), dealer)
    state.account[: len(chips)] = chips
    return rules, state


def moved(state: State) -> list[tuple[str, str, int]]:
    return [(row["from"], row["to"], row["chips"]) for row in transfers(state)]


def settled(stakes: list[int], hands: dict[int, str], pool: int = 0, **overrides: Any) -> State:
    """The Pochen settled with these stakes, the seats with a hand still in."""
    rules, state = table([100] * len(stakes), purse="table", **overrides)
    state.account[FIRST_POOL + POCH] = pool
    for seat, stake in enumerate(stakes):
        pochen.put_in(state, seat, stake)
    for seat, hand in hands.items():
        state.inside[seat] = 1
        state.in_count += 1
        state.dealt[seat] = a_hand(hand, "")
    state.staked = max(stakes)
    state.log.clear()
    payments.settle_pochen(rules, state)
    assert state.account[BETS] == 0
    assert sum(state.account) == 100 * len(stakes) + pool
    return state


def test_a_lone_survivor_takes_the_stakes_and_then_the_pool() -> None:
    state = settled([3, 3, 2], {1: "9s"}, pool=5)
    assert moved(state) == [("bets", "seat 1", 8), ("poch", "seat 1", 5)]
    assert state.winner == 1


def test_nobody_bet_and_nothing_moves() -> None:
    state = settled([0, 0, 0], {}, pool=5)
    assert moved(state) == []
    assert state.winner == -1


def test_three_layers_go_to_three_hands() -> None:
    state = settled([2, 5, 9, 9], {0: "As Ah", 1: "Ks Kh", 2: "Qs Qh", 3: "Js Jh"}, pool=4)
    assert state.pot_chips[:3] == [12, 9, 8]
    assert state.pot_contenders[:3] == [0b1111, 0b1110, 0b1100]
    assert state.pot_winners[:3] == [0b0001, 0b0010, 0b0100]
    assert moved(state) == [
        ("bets", "seat 0", 8), ("poch", "seat 0", 4), ("bets", "seat 1", 9), ("bets", "seat 2", 8),
    ]  # fmt: skip
    assert state.winner == 0


def test_stakes_between_the_layers_of_those_still_in_fall_to_the_layer_they_reach() -> None:
    state = settled([4, 6, 3, 10], {0: "As Ah", 3: "Js Jh"})
    assert state.pot_chips[:2] == [4 + 4 + 3 + 4, 2 + 6]


def test_odd_chips_go_to_the_sharers_in_the_order_of_play() -> None:
    state = settled([1, 1, 1], {0: "9s 9h", 2: "9d 9c"}, pool=4, ties="split")
    assert state.pot_chips[0] == 7
    assert moved(state) == [("bets", "seat 2", 3), ("poch", "seat 2", 1), ("poch", "seat 0", 3)]
    assert state.winner == 2


def test_the_others_pay_the_player_who_ends_a_run_in_the_order_of_play() -> None:
    rules, state = table([10] * 4, dealer=2, stop_pay=2)
    payments.run_ended(rules, state, 0)
    assert moved(state) == [("seat 3", "seat 0", 2), ("seat 1", "seat 0", 2), ("seat 2", "seat 0", 2)]


@pytest.mark.parametrize(("purse", "paid"), [("table", [1, 3]), ("credit", [5, 3])])
def test_a_purse_caps_what_is_paid_only_on_the_table(purse: str, paid: list[int]) -> None:
    rules, state = table([10, 1, 9], purse=purse)
    state.count[:3] = [0, 5, 3]
    payments.going_out(rules, state, 0)
    assert [chips for _, _, chips in moved(state)] == paid


def test_an_empty_purse_pays_nothing_and_leaves_no_row() -> None:
    rules, state = table([10, 0, 9], purse="table")
    state.count[:3] = [0, 5, 3]
    payments.going_out(rules, state, 0)
    assert moved(state) == [("seat 2", "seat 0", 3)]


def test_the_most_cards_pay_each_other_player_whatever_the_out_pay_is() -> None:
    rules, state = table([50] * 3, most_cards_pays=True, out_pay=3)
    state.count[:3] = [0, 2, 4]
    payments.going_out(rules, state, 0)
    assert moved(state) == [
        ("seat 1", "seat 0", 6), ("seat 2", "seat 0", 12), ("seat 2", "seat 1", 4), ("seat 2", "seat 0", 4),
    ]  # fmt: skip


def test_the_tied_share_evenly_and_the_earliest_bear_the_odd_chips() -> None:
    rules, state = table([50] * 4, dealer=3, most_cards_pays=True)
    state.count[:4] = [5, 0, 5, 5]
    payments.pay_most_cards(rules, state)
    assert moved(state) == [("seat 0", "seat 1", 2), ("seat 2", "seat 1", 2), ("seat 3", "seat 1", 1)]


def test_leftover_pools_are_shared_with_odd_chips_in_the_order_of_the_last_deal() -> None:
    rules = services.resolve_rules({"preset": "pagat", "leftover": "split"})
    rows = services.leftover(rules, pools={"ace": 5, "centre": 6}, seats=4, last_dealer=2)
    got = {f"seat {seat}": 0 for seat in range(4)}
    for row in rows:
        assert row["reason"] == "leftover"
        got[row["to"]] += row["chips"]
    assert got == {"seat 3": 3, "seat 0": 3, "seat 1": 3, "seat 2": 2}
    assert sum(row["chips"] for row in rows if row["from"] == "ace") == 5


def test_leftover_pools_that_stay_belong_to_nobody() -> None:
    rules = services.resolve_rules({"preset": "pagat"})
    assert services.leftover(rules, pools={"ace": 5}, seats=4, last_dealer=2) == []


def test_fewer_chips_than_seats_go_to_the_earliest() -> None:
    rules = services.resolve_rules({"preset": "pagat", "leftover": "split"})
    rows = services.leftover(rules, pools={"ace": 1, "king": 1}, seats=4, last_dealer=3)
    assert [(row["from"], row["to"], row["chips"]) for row in rows] == [
        ("ace", "seat 0", 1),
        ("king", "seat 1", 1),
    ]
    assert services.leftover(rules, pools={}, seats=4, last_dealer=3) == []
