"""Decks from seeds: the same for ever, and fair."""

from __future__ import annotations

from collections import Counter

import pytest

from games.engine import shuffle
from games.engine.cards import NAMES, pack_cards

# Frozen with version xorshift63/1. If this fails, deals of the past can no longer be dealt again.
FROZEN = {
    (32, 0, 0): (
        "Qd Kh 9c Jh Qh 8c Qs As 7c Ts Jc Th 8d 9h Js 8h Td Ac 9s Kc Ah Qc 8s 7d 9d Jd Kd Ad 7h Tc Ks 7s"
    ),
    (36, 1, 1): (
        "8c Ks 8d Ac 8h Kh Ah 8s Kd 9s Tc 7h 6c Qd Qc Qs 7c Jh Jc Jd 7s 6d 6h 9c 7d Ts "
        "As Js Th 9d Kc Td 9h Qh Ad 6s"
    ),
    (52, 2**62 + 5, 1_000_000): (
        "9s 5c Td 9h 8c 4h Ks Js Jc Tc Qh As 6d 3s 7c 6s Kh 7h Ah Qc 2h 3h 4d Ad 6c 6h "
        "8d Kc 4s Jd 4c Jh 7d Qd 2d 8h Qs 9d 2s 5s 9c Kd 3c 3d Ts 7s 5d 8s Ac Th 2c 5h"
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
        assert sum(one == two for one, two in zip(deck, other, strict=True)) < 8
