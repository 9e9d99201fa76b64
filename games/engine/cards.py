"""Cards and seats: how they are written and how the core counts them.

A card is ``suit * 16 + rank`` with suits ``s h d c`` = 0..3 and ranks ``2 3 ... K A`` = 0..12, so that
``card + 1`` is the next higher card of the same suit, and no card follows an ace. A hand (any set of cards)
is one int with the bit ``1 << card`` for each card: four lanes of 16 bits, one a suit, below 2**63.
"""

from __future__ import annotations

RANKS = "23456789TJQKA"
SUITS = "shdc"

NAMES: tuple[str, ...] = tuple(
    RANKS[number & 15] + SUITS[number >> 4] if number & 15 < 13 else "" for number in range(64)
)
"""The name of each card by its number (``""`` for the numbers between the suits)."""

NUMBERS: dict[str, int] = {name: number for number, name in enumerate(NAMES) if name}
"""The number of each card by its name."""

LOWEST_RANK: dict[int, int] = {32: 5, 36: 4, 52: 0}
"""The packs, by their size: the rank of their lowest card (sevens, sixes, twos)."""


def pack_cards(size: int) -> list[int]:
    """The cards of a pack of 32, 36 or 52, by suit and rising rank."""
    return [suit * 16 + rank for suit in range(4) for rank in range(LOWEST_RANK[size], 13)]


PACK_MASK: dict[int, int] = {size: sum(1 << card for card in pack_cards(size)) for size in LOWEST_RANK}
"""Every card of a pack as one hand."""


PACK_CARDS: dict[int, frozenset[int]] = {size: frozenset(pack_cards(size)) for size in LOWEST_RANK}
"""The same as a set."""


def cards_of(hand: int) -> list[int]:
    """The cards of a hand, highest rank first, then by suit in the order s h d c."""
    cards = []
    while hand:
        low = hand & -hand
        cards.append(low.bit_length() - 1)
        hand ^= low
    cards.sort(key=_PLACE_WRITTEN.__getitem__)
    return cards


_PLACE_WRITTEN = tuple((12 - (card & 15)) * 4 + (card >> 4) for card in range(64))


def written(hand: int) -> str:
    """A hand as a document writes it: ``"As Kc Ad"``, highest rank first, then s h d c."""
    return " ".join([NAMES[card] for card in cards_of(hand)])
