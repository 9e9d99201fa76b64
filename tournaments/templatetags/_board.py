"""The geometry of the Poch board, from pools to the points of the drawing; the signs of suits and wells.

The board is a regular polygon with a well on each side and, if the rules have one, a well in the centre.
The box of the drawing is 400 x 400 units with the origin in the middle.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Final

from django.utils.translation import gettext, gettext_lazy, ngettext

from tournaments.core.models.choices import Pack
from tournaments.core.packs import current
from tournaments.core.words.words import SIGNS, SUIT_NAMES, pool_name

# ---- The signs of suits and of wells, as plain data.
#
# They are SVG, because fonts may lack the suits. They use presentation attributes, because the content
# security policy allows no inline styles.


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


REACH: Final = 198.0  # from the middle to the furthest edge
WELL: Final = 49.0  # the widest well
PILE: Final = 4  # the most chips drawn in one pile


@dataclass(frozen=True)
class Chip:
    """One chip of a pile at (x, y); ``kind`` is "one", "ten" or "hundred"."""

    x: str
    y: str
    kind: str


@dataclass(frozen=True)
class Well:
    """One well: its place, its sign and its chips. Without chips it is drawn faint."""

    name: str
    x: str
    y: str
    r: str
    sign: str
    sign_y: str
    sign_size: int
    count: int
    count_y: str
    count_size: int
    chips: tuple[Chip, ...]
    paid: bool


@dataclass(frozen=True)
class Corner:
    """A suit on the rim: engraved, or on an ivory plaque if it is the pay suit."""

    sign: SuitSign
    x: str
    y: str
    pays: bool


@dataclass(frozen=True)
class Board:
    """Everything that the template draws, and its description in words."""

    wedges: tuple[tuple[str, str], ...]  # (points, "light" or "")
    edge: str
    inlay: str
    wells: tuple[Well, ...]
    corners: tuple[Corner, ...]
    title: str
    description: str


def lay_out(
    pools: Mapping[str, int],
    *,
    pay_suit: str = "",
    sequence: str = "pay_789",
    ten_pool: str = "ten",
    paid: Collection[str] = (),
) -> Board:
    """The board of a table. ``pools`` maps each pool to its chips, in the order of the rules.

    ``pay_suit`` is the letter of a suit or empty. The switches ``sequence`` and ``ten_pool`` name their
    wells. ``paid`` are the pools that the shown deal has emptied.
    """
    around = [name for name in pools if name != "centre"]
    sides = len(around) if len(around) >= 5 else 8
    circum = REACH if sides % 4 else REACH / cos(pi / sides)
    ring = circum * cos(pi / sides) * 0.675
    radius = min(WELL, ring * sin(pi / sides) - 3)
    corners = [_at(circum, -pi / 2 + (2 * side + 1) * pi / sides) for side in range(sides)]
    places = {name: _at(ring, -pi / 2 + side * 2 * pi / sides) for side, name in enumerate(around)}
    if "centre" in pools:
        places["centre"] = (0.0, 0.0)
    wells = tuple(
        _well(
            name,
            chips,
            places[name],
            radius if name != "centre" else min(radius + 5, ring - radius - 8),
            sign_of(name, sequence, ten_pool),
            paid=name in paid,
        )
        for name, chips in pools.items()
    )
    return Board(
        wedges=tuple(
            (_points([(0.0, 0.0), corners[side - 1], corners[side]], 0.955), "light" if side % 2 else "")
            for side in range(sides)
        ),
        edge=_points(corners, 1),
        inlay=_points(corners, 0.925),
        wells=wells,
        corners=_rim(corners, sides, pay_suit),
        title=gettext("The Poch board"),
        description=describe(pools, pay_suit=pay_suit),
    )


def describe(pools: Mapping[str, int], *, pay_suit: str = "") -> str:
    """The board in words, for screen readers."""
    full = [
        gettext("%(pool)s %(chips)d") % {"pool": pool_name(name), "chips": chips}
        for name, chips in pools.items()
        if chips
    ]
    total = sum(pools.values())
    sentences = [
        ngettext("%(count)d chip on the board.", "%(count)d chips on the board.", total) % {"count": total}
        if total
        else gettext("The board is empty.")
    ]
    if full:
        sentences.append(gettext("Pools: %(pools)s.") % {"pools": ", ".join(full)})
    if pay_suit:
        sentences.append(gettext("Pay suit: %(suit)s.") % {"suit": SUIT_NAMES[pay_suit]})
    return " ".join(sentences)


def sign_of(pool: str, sequence: str, ten_pool: str) -> str:
    """The sign of a well under these switches."""
    if pool == "sequence" and sequence != "pay_789":
        return gettext("Run")
    return "10+9" if pool == "ten" and ten_pool == "ten_nine" else pool_sign(pool)


def _well(name: str, count: int, place: tuple[float, float], radius: float, sign: str, *, paid: bool) -> Well:
    wide = len(sign) > 2
    sign_size = (20 if wide else 26) if count else (24 if wide else 40)
    count_size = 44 if count < 100 else 38 if count < 1000 else 30
    return Well(
        name=name,
        x=_n(place[0]),
        y=_n(place[1]),
        r=_n(radius),
        sign=sign,
        sign_y="-24" if count else _n(sign_size * 0.36),
        sign_size=sign_size,
        count=count,
        count_y="14" if sign else "10",
        count_size=count_size,
        chips=_pile(count),
        paid=paid,
    )


def _pile(count: int) -> tuple[Chip, ...]:
    """Piles of hundreds, tens and ones at the bottom of the well, as high as their digits, up to four."""
    digits = [("hundred", count // 100), ("ten", count // 10 % 10), ("one", count % 10)]
    piles = [(kind, min(height, PILE)) for kind, height in digits if height]
    left = -9.5 * (len(piles) - 1)
    return tuple(
        Chip(x=_n(left + 19 * pile), y=_n(38 - 3.5 * level), kind=kind)
        for pile, (kind, height) in enumerate(piles)
        for level in range(height)
    )


def _rim(corners: list[tuple[float, float]], sides: int, pay_suit: str) -> tuple[Corner, ...]:
    chosen = range(0, 8, 2) if sides == 8 else (0, 1, sides - 3, sides - 2)
    return tuple(
        Corner(
            sign=suit_sign(suit),
            x=_n(corners[at][0] * 0.84),
            y=_n(corners[at][1] * 0.84),
            pays=suit == pay_suit,
        )
        for suit, at in zip(SUITS, chosen, strict=True)
    )


def _at(distance: float, angle: float) -> tuple[float, float]:
    return distance * cos(angle), distance * sin(angle)


def _points(corners: list[tuple[float, float]], scale: float) -> str:
    return " ".join(f"{_n(x * scale)},{_n(y * scale)}" for x, y in corners)


def _n(value: float) -> str:
    """A coordinate as text, so that no locale writes it with a comma."""
    return f"{value:.1f}".removesuffix(".0")
