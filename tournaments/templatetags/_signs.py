"""The shapes of suits and the signs of wells, as plain data.

They are SVG, because fonts may lack the suits. They use presentation attributes, because the content security
policy allows no inline styles.
"""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy

SUITS: Final = "shdc"

#: One path for each suit in a box of 20 x 20, centred on (10, 10).
SUIT_PATHS: Final[dict[str, str]] = {
    "s": (
        "M10 1C12 4.4 18.2 7.6 18.2 12a3.9 3.9 0 0 1-6.9 2.5c.2 2 .9 3.3 2.3 4.5H6.4c1.4-1.2 2.1-"
        "2.5 2.3-4.5A3.9 3.9 0 0 1 1.8 12C1.8 7.6 8 4.4 10 1Z"
    ),
    "h": (
        "M10 18.6C8.4 15.4 1.4 11.6 1.4 6.6 1.4 3.7 3.5 1.8 5.8 1.8 7.7 1.8 9.2 3 10 4.9 10.8 3 1"
        "2.3 1.8 14.2 1.8c2.3 0 4.4 1.9 4.4 4.8 0 5-7 8.8-8.6 12Z"
    ),
    "d": (
        "M10 .8C11.7 4 14.4 7.4 17.4 10 14.4 12.6 11.7 16 10 19.2 8.3 16 5.6 12.6 2.6 10 5.6 7.4 8.3 4 10 .8Z"
    ),
    "c": (
        "M10 1.2a4.1 4.1 0 0 1 3.2 6.7 4.1 4.1 0 1 1-2 6.9c.2 1.8.9 3 2.3 4.2H6.5c1.4-1.2 2.1-2.4"
        " 2.3-4.2a4.1 4.1 0 1 1-2-6.9A4.1 4.1 0 0 1 10 1.2Z"
    ),
}

#: The signs of the wells, short enough for a board 160 pixels wide.
POOL_SIGNS: Final = {
    "ace": "A",
    "king": "K",
    "queen": "Q",
    "jack": "J",
    "ten": "10",
    "marriage": "K+Q",
    "sequence": "7-8-9",
    "poch": gettext_lazy("Poch"),
    "centre": "",
}
