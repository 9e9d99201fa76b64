"""Decks from seeds: the same for ever, and fair."""

from __future__ import annotations

from collections import Counter

import pytest

from games.engine import shuffle
from games.engine.cards import NAMES, pack_cards

# Frozen with version xorshift63/1. If this fails, deals of the past can no longer be dealt again.
FROZEN = {
    (32, 0, 0): (
        "Th 8d 8h Ah Jd Jc Qs 8c 7d 9c Qh Ad Qd Ks 9h As 8s Td 7h 9s Js Jh Ac Kd Qc Kh Kc Tc 9d Ts 7c 7s"
    ),
    (36, 1, 1): (
        "Jc 8d As Qd Tc 9d Qc 7s Ah Ts 8c Th Ks Kd Qs 6d 6h Td Ac 8h 6c 9s Kc 8s 7c Jd "
        "9c Kh Jh 7h Js 7d 9h Qh Ad 6s"
    ),
    (52, 2**62 + 5, 1_000_000): (
        "3s Kc 4s 9c 8s Ah 8d 2h 5d 6s 5s Jd Kh 8c Js 6h 2d Qd 6d Qh 2s As 6c 9d 3d 9h "
        "Qc Ad 9s Jc 5c Ks 3c 3h 7s 7c Tc 4h Td Jh 4c Kd Qs 8h Ts 4d 7d 7h Ac Th 2c 5h"
    ),
}


@pytest.mark.parametrize(("size", "seed", "number"), FROZEN)
def test_a_deck_of_long_ago_is_dealt_again(size: int, seed: int, number: int) -> None:
    deck = shuffle.deck(size, seed, number)
    assert " ".join(NAMES[card] for card in deck) == FROZEN[size, seed, number]
    assert sorted(deck) == pack_cards(size)
    assert shuffle.VERSION == "xorshift63/1"


def test_the_generator_runs_through_all_its_states() -> None:
    """Its step is linear over the bits, so its period is the order of a matrix: 2**63 - 1."""
    columns = [shuffle.following(1 << bit) for bit in range(63)]

    def applied(matrix: list[int], vector: int) -> int:
        total = 0
        for bit in range(63):
            if vector >> bit & 1:
                total ^= matrix[bit]
        return total

    def power(exponent: int) -> list[int]:
        total, square = [1 << bit for bit in range(63)], columns
        while exponent:
            if exponent & 1:
                total = [applied(square, column) for column in total]
            square = [applied(square, column) for column in square]
            exponent >>= 1
        return total

    identity = [1 << bit for bit in range(63)]
    assert power(shuffle.MASK) == identity
    for prime in (7, 73, 127, 337, 92737, 649657):  # 2**63 - 1 = 7 * 7 * 73 * 127 * 337 * 92737 * 649657
        assert power(shuffle.MASK // prime) != identity


def test_scrambling_loses_nothing() -> None:
    values = [
        *range(1000),
        *(shuffle.MASK - number for number in range(1000)),
        *(1 << bit for bit in range(63)),
    ]
    scrambled = {shuffle.scrambled(value) for value in values}
    assert len(scrambled) == len(set(values))
    assert all(0 <= value <= shuffle.MASK for value in scrambled)


def test_every_card_comes_to_every_place_about_equally_often() -> None:
    deals = 6000
    places = [Counter[int]() for _ in range(32)]
    for number in range(deals):
        for place, card in enumerate(shuffle.deck(32, 11, number)):
            places[place][card] += 1
    expected = deals / 32
    for counter in places:
        squares = sum((counter[card] - expected) ** 2 / expected for card in pack_cards(32))
        assert squares < 70  # chi-square with 31 degrees of freedom: 1 in 10,000 lies above 66 or so


def test_seeds_and_numbers_next_to_each_other_have_nothing_in_common() -> None:
    deck = shuffle.deck(52, 7, 7)
    for seed, number in ((7, 8), (8, 7), (6, 7), (7, 6)):
        other = shuffle.deck(52, seed, number)
        assert sum(first == second for first, second in zip(deck, other, strict=True)) < 8
