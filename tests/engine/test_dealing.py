"""Antes, hands and the upcard."""

from __future__ import annotations

import pytest

from games import services
from games.engine.cards import NAMES, pack_cards
from games.engine.core import dealing
from games.engine.core.state import FIRST_POOL, State
from games.engine.rules import rules_record


def dealt(seats: int, dealer: int, **overrides: object) -> tuple[State, list[list[int]]]:
    rules = rules_record({"preset": "pagat", **overrides})
    state = State()
    dealing.seat_down(rules, state, seats, dealer)
    deck = pack_cards(rules.pack[seats])
    dealing.deal(rules, state, deck)
    order = {card: place for place, card in enumerate(deck)}
    hands = [sorted(order[card] for card in deck if state.owner[card] == seat) for seat in range(seats)]
    assert [len(hand) for hand in hands] == state.count[:seats]
    assert [sum(1 << deck[place] for place in hand) for hand in hands] == state.hand[:seats]
    return state, hands


def test_all_cards_go_out_one_at_a_time_from_forehand_until_one_is_left() -> None:
    state, hands = dealt(4, 1)
    assert hands[2] == list(range(0, 31, 4))
    assert hands[3] == list(range(1, 31, 4))
    assert hands[0] == list(range(2, 31, 4))
    assert hands[1] == list(range(3, 31, 4))
    assert state.upcard == pack_cards(32)[31]


def test_counter_clockwise_forehand_sits_on_the_dealers_other_side() -> None:
    state, hands = dealt(3, 0, direction="counterclockwise")
    assert state.forehand == 2
    assert hands[2][:2] == [0, 3]
    assert hands[1][:2] == [1, 4]


def test_packets_go_round_circuit_by_circuit() -> None:
    state, hands = dealt(3, 0, hand=5, packets=[2, 3])
    assert hands[1] == [0, 1, 6, 7, 8]
    assert hands[2] == [2, 3, 9, 10, 11]
    assert hands[0] == [4, 5, 12, 13, 14]
    assert state.upcard == pack_cards(32)[15]


def test_one_at_a_time_repeats_until_each_has_the_hand() -> None:
    _, hands = dealt(3, 0, hand=4, packets=[1])
    assert hands[1] == [0, 3, 6, 9]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("size", [32, 36, 52])
@pytest.mark.parametrize("direction", ["clockwise", "counterclockwise"])
def test_the_number_of_cards_of_a_seat_is_known_before_the_deal(
    seats: int, size: int, direction: str
) -> None:
    pack = {str(number): size for number in range(3, 7)}
    rules = rules_record({"preset": "pagat", "pack": pack, "direction": direction})
    state, hands = dealt(seats, 1, pack=pack, direction=direction)
    assert [dealing.cards_dealt(rules, state, seat) for seat in range(seats)] == list(map(len, hands))
    receiver = dealing.next_to_receive(rules, state)
    assert len(hands[receiver]) == min(map(len, hands))


def test_the_upcard_joins_the_hand_that_would_have_received_it() -> None:
    state, hands = dealt(3, 0, upcard="joins_hand")  # 31 cards to 3 seats: forehand has one more
    rules = rules_record({"preset": "pagat", "upcard": "joins_hand"})
    dealing.turn_up(rules, state, state.upcard)
    assert list(map(len, hands)) == [10, 11, 10]
    assert state.owner[state.upcard] == 2
    assert state.count[:3] == [10, 11, 11]


def test_antes_go_into_the_dressed_pools_alone() -> None:
    rules = rules_record(
        {"preset": "pagat", "stake": 3, "pools": ["ace", "poch", "king"], "undressed": ["poch"]}
    )
    state = State()
    dealing.seat_down(rules, state, 4, 0)
    dealing.antes(rules, state)
    assert state.account[:4] == [-6] * 4
    assert [state.account[FIRST_POOL + pool] for pool in (0, 1, 7)] == [12, 12, 0]


def test_the_ledger_lists_antes_seat_by_seat_in_the_boards_order() -> None:
    rules = services.resolve_rules({"preset": "pagat", "pools": ["poch", "ace"], "undressed": []})
    document = services.play_deal(
        rules, dealer=0, chips=[0] * 3, pools={}, bots=["cautious"] * 3, seed=1, number=1
    )
    rows = services.replay(document)["transfers"]
    assert [(row["from"], row["to"]) for row in rows if row["reason"] == "ante"] == [
        (f"seat {seat}", pool) for seat in range(3) for pool in ("poch", "ace")
    ]


@pytest.mark.parametrize(("turned_up", "pool"), [("Ah", "ace"), ("Td", "ten"), ("Ks", "king"), ("9c", None)])
def test_only_ace_to_ten_stand_for_a_pool(turned_up: str, pool: str | None) -> None:
    rules = rules_record({"preset": "pagat-dealer-pool"})
    state = State()
    dealing.seat_down(rules, state, 3, 2)
    dealing.antes(rules, state)
    dealing.turn_up(rules, state, NAMES.index(turned_up))
    assert state.account[2] == -9 + (3 if pool else 0)
