"""The words of a refusal: a scorecard is read by people, so its seats are counted as people count them.

In every sentence of this package seat 0 of the document is "seat 1", seat 1 is "seat 2" and so on; the JSON
pointer of the error names the field with the document's own number.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.engine.cards import NAMES
from games.engine.errors import EngineError

_SUIT_WORDS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
_RANK_WORDS = {"T": "10", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}


def contradiction(code: str, detail: str, pointer: str) -> EngineError:
    """A refusal: statements that no deal under these rules makes true together; ``pointer`` names one."""
    return EngineError(code, f"{detail[:1].upper()}{detail[1:]}.", pointer=pointer)


def seat_word(seat: int) -> str:
    """A seat as people count: seat 0 of the document is "seat 1"."""
    return f"seat {seat + 1}"


def listed(words: Iterable[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    parts = list(words)
    return " and ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else "".join(parts)


def seats_word(seats: Sequence[int]) -> str:
    """Several seats as people count: "seats 1 and 3"."""
    if len(seats) == 1:
        return seat_word(seats[0])
    return "seats " + listed(str(seat + 1) for seat in seats)


def card_word(card: int) -> str:
    """A card in words: "the king of hearts"."""
    rank, suit = NAMES[card][0], NAMES[card][1]
    return f"the {_RANK_WORDS.get(rank, rank)} of {_SUIT_WORDS[suit]}"


def cards_word(cards: Iterable[int]) -> str:
    """Cards in words: "the king of hearts and the queen of hearts"."""
    return listed(card_word(card) for card in cards)


def counted(number: int, noun: str) -> str:
    """A number with its noun: "1 chip", "3 chips"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
