"""Which hand is better in the Pochen, and by what."""

from __future__ import annotations

import pytest

from games.engine.cards import NUMBERS, PACK_MASK, cards_of, pack_cards, written
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


def test_every_pair_of_cards_of_a_rank_is_a_set_and_no_other() -> None:
    rules = rules_record({"preset": "pagat"})
    cards = pack_cards(52)
    for first in cards:
        for second in cards:
            if first != second:
                best = sets.best_set(rules, 1 << first | 1 << second)
                assert (best >> 8 == sets.PAIR) == (first % 16 == second % 16)


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


def test_the_pay_suit_decides_between_equal_pairs() -> None:
    first, second = strengths("pay_suit", "d", "9s 9h As", "9d 9c 7s")
    assert second > first


def test_equal_highest_cards_without_the_pay_suits_go_to_the_earlier_in_the_order_of_play() -> None:
    first, second, third = strengths("pay_suit", "d", "Ks 9h", "Kh 9s", "Kc 8s", dealer=1)
    assert third > first > second


def test_skat_orders_clubs_spades_hearts_diamonds() -> None:
    diamonds, hearts, spades, clubs = strengths("skat", "d", "Kd 7s", "Kh 7d", "Ks 7h", "Kc 8s")
    assert clubs > spades > hearts > diamonds


@pytest.mark.parametrize("ties", ["pay_suit", "skat"])
def test_the_higher_pair_decides_between_two_pairs(ties: str) -> None:
    suit = "h"
    first, second = strengths(ties, suit, "9h 9c 7s 7d As", "9s 9d 7h 7c Ks", two_pairs=True)
    assert first > second


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


def test_split_leaves_equal_sets_equal() -> None:
    first, second = strengths("split", "d", "9s 9h As", "9d 9c 7s")
    assert first == second


@pytest.mark.parametrize("size", [32, 36, 52])
def test_a_pack_is_written_from_the_aces_down(size: int) -> None:
    cards = cards_of(PACK_MASK[size])
    assert len(cards) == size
    assert written(PACK_MASK[size]).startswith("As Ah Ad Ac Ks")
    assert sorted(cards) == sorted(pack_cards(size))
    assert NUMBERS["Th"] in cards
