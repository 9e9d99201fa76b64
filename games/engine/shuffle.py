"""Make a deck from a seed, so that the same deal can be dealt again in ten years.

Version ``xorshift63/1``: a deck depends only on the seed, the number of the deal and the size of the pack.
Never change this version: make a new one beside it. Like the core, these are plain functions over ints, and
all products stay below 2**63.
"""

from __future__ import annotations

from games.engine.cards import pack_cards

VERSION = "xorshift63/1"

MASK = (1 << 63) - 1
_LOW = (1 << 32) - 1
_HIGH = (1 << 31) - 1


def scrambled(value: int) -> int:
    """Map a number below 2**63 to another, one to one (four Feistel rounds). Neighbours come far apart."""
    high = value >> 32
    low = value & _LOW
    high ^= low * 0x5BD1E995 >> 17 & _HIGH
    low ^= high * 0x6C078965 >> 13 & _LOW
    high ^= low * 0x41C64E6D >> 17 & _HIGH
    low ^= high * 0x7F4A7C15 >> 13 & _LOW
    return high << 32 | low


def generator(seed: int, number: int) -> int:
    """The state of the generator for one deal. For one seed, each number of a deal has another state."""
    return scrambled(scrambled(seed & MASK) ^ number & MASK) or MASK


def following(x: int) -> int:
    """The next state of the generator, which is also its next number: a 63-bit xorshift with full period.

    The shifts 12, 7 and 15 reach all 2**63 - 1 states except 0 (a test checks the order of the matrix).
    """
    x ^= (x & MASK >> 12) << 12
    x ^= x >> 7
    return x ^ (x & MASK >> 15) << 15


def shuffle(cards: list[int], x: int) -> int:
    """Shuffle cards in place (Fisher and Yates). Return the new state of the generator.

    One number of the generator serves several swaps, as long as more than 30 of its bits are left. So no
    place is more likely than another by more than one part in twenty million.
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
    """The shuffled pack of ``size`` cards for deal ``number`` under ``seed``."""
    cards = pack_cards(size)
    shuffle(cards, generator(seed, number))
    return cards
