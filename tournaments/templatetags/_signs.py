"""The signs of suits and of wells, as plain data.

They are SVG, because fonts may lack the suits. They use presentation attributes, because the content security
policy allows no inline styles.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext_lazy

from tournaments.core.models.choices import Pack
from tournaments.core.packs import current
from tournaments.core.words.words import SIGNS

SUITS: Final = "shdc"
"""The suits in the order of the corners of a board."""
BY_RANK: Final = "cshd"
"""The suits in the order of Skat, which is that of German packs."""


@dataclass(frozen=True)
class SuitSign:
    """The sign of a suit in a box of 20 x 20, centred on (10, 10).

    tone: the name of its colours in the stylesheets. shape: its path. inner: what lies on the shape in a
    second colour, or is cut out of it where the sign has one colour; empty for none.
    """

    tone: str
    shape: str
    inner: str = ""


_HEARTS: Final = SuitSign(
    "h",
    "M10 18.6C8.4 15.4 1.4 11.6 1.4 6.6 1.4 3.7 3.5 1.8 5.8 1.8 7.7 1.8 9.2 3 10 4.9 10.8 3 1"
    "2.3 1.8 14.2 1.8c2.3 0 4.4 1.9 4.4 4.8 0 5-7 8.8-8.6 12Z",
)

SUIT_SIGNS: Final[dict[str, dict[str, SuitSign]]] = {
    Pack.FRENCH.value: {
        "s": SuitSign(
            "s",
            "M10 1C12 4.4 18.2 7.6 18.2 12a3.9 3.9 0 0 1-6.9 2.5c.2 2 .9 3.3 2.3 4.5H6.4c1.4-1.2 2.1-2.5 "
            "2.3-4.5A3.9 3.9 0 0 1 1.8 12C1.8 7.6 8 4.4 10 1Z",
        ),
        "h": _HEARTS,
        "d": SuitSign(
            "d",
            "M10 .8C11.7 4 14.4 7.4 17.4 10 14.4 12.6 11.7 16 10 19.2 8.3 16 5.6 12.6 2.6 10 5.6 7.4 8.3 "
            "4 10 .8Z",
        ),
        "c": SuitSign(
            "c",
            "M10 1.2a4.1 4.1 0 0 1 3.2 6.7 4.1 4.1 0 1 1-2 6.9c.2 1.8.9 3 2.3 4.2H6.5c1.4-1.2 2.1-2.4 "
            "2.3-4.2a4.1 4.1 0 1 1-2-6.9A4.1 4.1 0 0 1 10 1.2Z",
        ),
    },
    Pack.GERMAN.value: {
        "s": SuitSign(  # a leaf with its ribs
            "leaves",
            "M10 .6C13.2 3.2 18.6 6.6 18.6 11.2 18.6 14.2 16.2 16 13.9 16 12.7 16 11.7 15.6 11 "
            "14.9V17.2C11 18.3 11.6 18.9 12.6 19.4H9C9.1 18.9 9.2 18.3 9.2 17.2V14.9C8.4 15.6 7.4 16 6.1 "
            "16 3.8 16 1.4 14.2 1.4 11.2 1.4 6.6 6.8 3.2 10 .6Z",
            "M9.5 4.4H10.6V14.4H9.5ZM9.5 8.7V10.1L5.6 7.5 6.3 6.6ZM9.5 12.3V13.7L4 10.5 4.6 9.5ZM10.6 "
            "8.7V10.1L14.5 7.5 13.8 6.6ZM10.6 12.3V13.7L16 10.5 15.4 9.5Z",
        ),
        "h": _HEARTS,
        "d": SuitSign(  # a round bell with its ring, its belt and its slit
            "bells",
            "M10 .4A2.6 2.6 0 0 1 11.7 4.2 7.8 7.8 0 1 1 8.3 4.2 2.6 2.6 0 0 1 10 .4ZM10 2A1 1 0 1 0 10 "
            "4 1 1 0 1 0 10 2Z",
            "M3.8 10.3A6.4 6.4 0 0 1 16.2 10.3ZM3.8 13.3A6.4 6.4 0 0 0 9.3 18.2V15.9A1.4 1.4 0 0 1 9.3 "
            "13.3ZM16.2 13.3A6.4 6.4 0 0 1 10.7 18.2V15.9A1.4 1.4 0 0 0 10.7 13.3Z",
        ),
        "c": SuitSign(  # an acorn in its cup
            "acorns",
            "M9.1 .6H10.9V2.9C15 3.2 17.8 5.4 17.8 8.6V10.4H16.6C16.3 14.6 13.8 17.2 11 18.2L10 19.6 9 "
            "18.2C6.2 17.2 3.7 14.6 3.4 10.4H2.2V8.6C2.2 5.4 5 3.2 9.1 2.9Z",
            "M5.1 11.2H14.9C14.5 14.3 12.6 16.1 10 17 7.4 16.1 5.5 14.3 5.1 11.2Z",
        ),
    },
}
"""The signs by pack, and by the letters of the suits in records."""


def suit_sign(letter: str) -> SuitSign:
    """The sign of a suit in the reader's pack."""
    return SUIT_SIGNS[current()][letter]


def pool_sign(pool: str) -> str:
    """The sign of a well, short enough for a board 160 pixels wide."""
    if pool in _RANKS:
        return "+".join(str(SIGNS[rank]) for rank in _RANKS[pool])
    return str(_OTHERS.get(pool, pool))


_RANKS: Final = {"ace": "A", "king": "K", "queen": "Q", "jack": "J", "ten": "T", "marriage": "KQ"}
_OTHERS: Final = {"sequence": "7-8-9", "poch": gettext_lazy("Poch"), "centre": ""}
