"""Cards: their names in documents, their numbers in the core, and the deck that a seed gives.

A card is ``suit * 16 + rank``, with the suits ``s h d c`` = 0 to 3 and the ranks ``2 3 ... K A`` = 0 to 12.
So ``card + 1`` is the next higher card of the suit, and after an ace there is no card. A hand (any set of
cards) is one int below 2**63 with the bit ``1 << card`` for each card: four lanes of 16 bits, one for each
suit.
"""

from __future__ import annotations

RANKS = "23456789TJQKA"
SUITS = "shdc"

NAMES: tuple[str, ...] = tuple(
    RANKS[number & 15] + SUITS[number >> 4] if number & 15 < 13 else "" for number in range(64)
)
"""The name of each card by its number; ``""`` for a number without a card."""

NUMBERS: dict[str, int] = {name: number for number, name in enumerate(NAMES) if name}
"""The number of each card by its name."""

LOWEST_RANK: dict[int, int] = {32: 5, 36: 4, 52: 0}
"""For each size of a pack: the rank of its lowest cards (sevens, sixes, twos)."""


def pack_cards(size: int) -> list[int]:
    """The cards of a pack of 32, 36 or 52 cards, by suit, the lowest rank first."""
    return [suit * 16 + rank for suit in range(4) for rank in range(LOWEST_RANK[size], 13)]


PACK_MASK: dict[int, int] = {size: sum(1 << card for card in pack_cards(size)) for size in LOWEST_RANK}
"""For each size of a pack: all its cards as one hand."""


PACK_CARDS: dict[int, frozenset[int]] = {size: frozenset(pack_cards(size)) for size in LOWEST_RANK}
"""For each size of a pack: all its cards as a set."""


def cards_of(hand: int) -> list[int]:
    """The cards of a hand, highest rank first, and by suit in the order s h d c."""
    cards = []
    while hand:
        low = hand & -hand
        cards.append(low.bit_length() - 1)
        hand ^= low
    cards.sort(key=_PLACE_WRITTEN.__getitem__)
    return cards


_PLACE_WRITTEN = tuple((12 - (card & 15)) * 4 + (card >> 4) for card in range(64))


def written(hand: int) -> str:
    """A hand as in a document: ``"As Ad Kc"``, in the order of ``cards_of``."""
    return " ".join([NAMES[card] for card in cards_of(hand)])


# ---- Make a deck from a seed, so that the same deal can be dealt again in ten years.
#
# Version ``xorshift63/1``: a deck depends only on the seed, the number of the deal and the size of the pack.
# Never change this version: make a new one beside it. Like the core, these are plain functions over ints, and
# all products stay below 2**63.


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
