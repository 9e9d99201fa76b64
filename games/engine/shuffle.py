"""From a seed to a deck, so that a deal can be dealt again in ten years.

Version ``xorshift63/1``: a deck depends on the seed, the number of the deal and the size of the pack alone.
Changing anything here makes a new version; the old one stays. Like the core, these are plain functions over
ints below 2**63, with every product kept below it.
"""

from __future__ import annotations

from games.engine.cards import pack_cards

VERSION = "xorshift63/1"

MASK = (1 << 63) - 1
_LOW = (1 << 32) - 1
_HIGH = (1 << 31) - 1


def scrambled(value: int) -> int:
    """A number below 2**63 for another: one to one, near ones far apart (four Feistel rounds)."""
    high = value >> 32
    low = value & _LOW
    high ^= low * 0x5BD1E995 >> 17 & _HIGH
    low ^= high * 0x6C078965 >> 13 & _LOW
    high ^= low * 0x41C64E6D >> 17 & _HIGH
    low ^= high * 0x7F4A7C15 >> 13 & _LOW
    return high << 32 | low


def generator(seed: int, number: int) -> int:
    """The state of the generator for one deal; no two numbers of deals share it under one seed."""
    return scrambled(scrambled(seed & MASK) ^ number & MASK) or MASK


def following(x: int) -> int:
    """The next state of the generator, which is also its next number: 63-bit xorshift with the full period.

    The shifts 12, 7, 15 run through all 2**63 - 1 states but 0 (checked by the order of the matrix).
    """
    x ^= (x & MASK >> 12) << 12
    x ^= x >> 7
    return x ^ (x & MASK >> 15) << 15


def shuffle(cards: list[int], x: int) -> int:
    """Shuffle cards in place (Fisher and Yates); returns the generator's state.

    A number of the generator serves one swap after another while more than 30 bits of it are left, so that no
    place is favoured by more than one part in twenty million.
    """
    draw = 0
    for left in range(len(cards), 1, -1):
        if draw >> 30 == 0:
            x = following(x)
            draw = x
        chosen = draw % left
        draw //= left
        card = cards[left - 1]
        cards[left - 1] = cards[chosen]
        cards[chosen] = card
    return x


def deck(size: int, seed: int, number: int) -> list[int]:
    """The pack of ``size`` cards as it is shuffled for deal ``number`` under ``seed``."""
    cards = pack_cards(size)
    shuffle(cards, generator(seed, number))
    return cards
