"""Decks from seeds: the same for ever, and fair."""

from __future__ import annotations

import pytest

from games.engine import cards
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
    deck = cards.deck(size, seed, number)
    assert " ".join(NAMES[card] for card in deck) == FROZEN[size, seed, number]
    assert sorted(deck) == pack_cards(size)
    assert cards.VERSION == "xorshift63/1"
