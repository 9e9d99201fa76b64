"""Cards: their names in documents and their numbers in the core.

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
