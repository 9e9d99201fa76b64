"""Who wins the pools by the cards."""

from __future__ import annotations

import pytest

from games.engine.core import dealing, melding
from games.engine.core.state import FIRST_POOL, NOBODY, SEQUENCE, State
from games.engine.record import a_hand
from games.engine.rules import rules_record
from games.engine.switches import POOLS


def holder(sequence: str, pay_suit: str, *hands: str, dealer: int = 0) -> int:
    rules = rules_record({"preset": "pagat", "sequence": sequence})
    state = State()
    dealing.seat_down(rules, state, max(3, len(hands)), dealer)
    state.pay_suit = "shdc".index(pay_suit)
    for seat, text in enumerate(hands):
        state.hand[seat] = a_hand(text, "")
        for card in range(64):
            if state.hand[seat] >> card & 1:
                state.owner[card] = seat
    return melding.taker(rules, state, SEQUENCE)


def test_pay_789_wants_all_three_of_the_pay_suit_in_one_hand() -> None:
    assert holder("pay_789", "h", "7h 8h 9h", "As Ks Qs") == 0
    assert holder("pay_789", "s", "7h 8h 9h", "As Ks Qs") == NOBODY
    assert holder("pay_789", "h", "7h 8h", "9h Th Jh") == NOBODY


@pytest.mark.parametrize("sequence", ["best_three", "longest"])
def test_a_run_is_three_of_a_suit_in_order_and_an_ace_is_high(sequence: str) -> None:
    assert holder(sequence, "h", "As 2s 3s", "Ks Qs 7d") == NOBODY
    assert holder(sequence, "h", "Ks Ah 2h", "9s Ts Js") == 1
    assert holder(sequence, "h", "As Ah Kd", "9s Ts Qs") == NOBODY


def test_the_best_three_are_the_highest() -> None:
    assert holder("best_three", "h", "7h 8h 9h Th Jh", "Qs Ks As") == 1


def test_a_long_run_counts_as_its_top_three_and_then_the_pay_suit_decides() -> None:
    assert holder("best_three", "h", "Js Qs Ks As", "Qh Kh Ah") == 1


def test_the_longest_run_wins_then_the_higher_then_the_pay_suit() -> None:
    assert holder("longest", "h", "7s 8s 9s Ts", "Qh Kh Ah") == 0
    assert holder("longest", "h", "7s 8s 9s", "8d 9d Td") == 1
    assert holder("longest", "h", "7s 8s 9s", "7h 8h 9h") == 1


@pytest.mark.parametrize("sequence", ["best_three", "longest"])
def test_equal_runs_go_to_the_earlier_in_the_order_of_play(sequence: str) -> None:
    assert holder(sequence, "h", "7s 8s 9s", "7d 8d 9d", "7c 8c 9c", dealer=0) == 1
    assert holder(sequence, "h", "7s 8s 9s", "7d 8d 9d", "7c 8c 9c", dealer=1) == 2


def test_the_sequence_has_no_winner_without_its_rule() -> None:
    assert holder("none", "h", "7h 8h 9h", "Qs Ks As") == NOBODY


def test_only_pools_of_the_board_are_paid_in_its_order() -> None:
    rules = rules_record({"preset": "pagat", "pools": ["marriage", "king", "poch"]})
    state = State()
    dealing.seat_down(rules, state, 3, 0)
    dealing.antes(rules, state)
    state.pay_suit = 1
    for card in (16 + 12, 16 + 11, 16 + 10):
        state.owner[card] = 2
    melding.meld(rules, state)
    assert [event >> 5 & 31 for event in state.log[1:]] == [
        FIRST_POOL + POOLS.index("marriage"),
        FIRST_POOL + 1,
    ]
    assert state.melded_by == [NOBODY, 2, NOBODY, NOBODY, NOBODY, 2, NOBODY, NOBODY, NOBODY]
