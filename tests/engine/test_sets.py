"""Which hand is better in the Pochen, and by what."""

from __future__ import annotations

import pytest

from games.engine.cards import written
from games.engine.core import dealing, sets
from games.engine.core.state import State
from games.engine.record import a_hand
from games.engine.rules import rules_record
from tests.cases import cases


def kind_and_cards(text: str, *, two_pairs: bool = False) -> tuple[int, str]:
    rules = rules_record({"preset": "pagat", "two_pairs": two_pairs})
    hand = a_hand(text, "")
    value = sets.best_set(rules, hand)
    return value >> 8, written(sets.cards_of_set(hand, value))


@cases(
    ("hand", "kind", "cards"),
    [
        ("7s 8s 9s Ks", sets.NO_SET, "Ks"),
        ("7s 7c", sets.PAIR, "7s 7c"),
        ("7h 7d Ks Kc Ah", sets.PAIR, "Ks Kc"),
        ("7h 7d 7c Ks Kc", sets.THREE, "7h 7d 7c"),
        ("2s 2h 2d 2c As Ah Ad", sets.FOUR, "2s 2h 2d 2c"),
        ("2s 2h 2d 2c As Ah Ad Ac", sets.FOUR, "As Ah Ad Ac"),
        ("Th Td Tc 9s 9h 9d", sets.THREE, "Th Td Tc"),
        ("Ac", sets.NO_SET, "Ac"),
    ],
)
def test_the_best_set_of_a_hand(hand: str, kind: int, cards: str) -> None:
    assert kind_and_cards(hand) == (kind, cards)


def test_two_pairs_are_a_set_only_where_they_count() -> None:
    assert kind_and_cards("7h 7d Ks Kc 9s 9d", two_pairs=True) == (sets.TWO_PAIRS, "Ks Kc 9s 9d")
    assert kind_and_cards("7h 7d Ks Kc Kd", two_pairs=True) == (sets.THREE, "Ks Kd Kc")


def strengths(ties: str, pay_suit: str, *hands: str, two_pairs: bool = False, dealer: int = 0) -> list[int]:
    rules = rules_record({"preset": "lexikon", "ties": ties, "two_pairs": two_pairs})
    state = State()
    dealing.seat_down(rules, state, max(3, len(hands)), dealer)
    state.pay_suit = "shdc".index(pay_suit)
    return [sets.strength(rules, state, seat, a_hand(hand, "")) for seat, hand in enumerate(hands)]


@pytest.mark.parametrize("ties", ["pay_suit", "skat", "kickers", "split"])
def test_kinds_come_before_ranks_and_ranks_before_ties(ties: str) -> None:
    hands = [
        "As Kh Qd Js 9c", "7s 7h Ad Kc Qs", "8s 8h 7d 9s Tc", "Ks Kh 7c 9d Tc", "Ks Kd 8h 8c 7s",
        "7s 7h 7d As Ac", "8h 8d 8c 9s Tc", "7s 7h 7d 7c 8s", "As Ah Ad Ac 7h",
    ]  # fmt: skip
    rules = rules_record({"preset": "adpoker", "ties": ties})
    state = State()
    dealing.seat_down(rules, state, 9, 0)
    ordered = [sets.strength(rules, state, seat, a_hand(hand, "")) for seat, hand in enumerate(hands)]
    assert ordered == sorted(ordered)
    assert len(set(ordered)) == len(hands)
    assert max(ordered) < 1 << 63


def test_kickers_compare_card_by_card_and_then_the_pay_suit() -> None:
    better, worse = strengths("kickers", "d", "9s 9h As Qd 7c", "9d 9c Ah Jd Tc")
    assert better > worse
    without, with_it = strengths("kickers", "d", "9s 9h As Qh", "9d 9c Ah Qs")
    assert with_it > without
    longer, shorter = strengths("kickers", "d", "9s 9h As Qh 2c", "9d 9c Ah Qs")
    assert longer > shorter


def test_kickers_count_the_ranks_of_the_rest_whatever_else_it_holds() -> None:
    pairs, singles = strengths("kickers", "s", "As Ah 9s 9h 8s", "Ad Ac Ks 3h 2h")
    assert singles > pairs
    more_kings, longer = strengths("kickers", "s", "As Ah Ks Kh", "Ad Ac Kd Qh Js Th 9h")
    assert more_kings > longer
