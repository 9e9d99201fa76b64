"""The geometry of the Poch board: from the pools of a table to the points of the drawing.

The board is a regular polygon with a well on each side and, if the rules have one, a well in the centre.
The box of the drawing is 400 x 400 units with the origin in the middle.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Final

from django.utils.translation import gettext, ngettext

from tournaments.core.words.words import SUIT_NAMES, pool_name
from tournaments.templatetags._signs import SUITS, SuitSign, pool_sign, suit_sign

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
        sign_y="-20" if count else _n(sign_size * 0.36),
        sign_size=sign_size,
        count=count,
        count_y="18" if sign else "14",
        count_size=count_size,
        chips=_pile(count),
        paid=paid,
    )


def _pile(count: int) -> tuple[Chip, ...]:
    """Piles of hundreds, tens and ones at the bottom of the well. Each digit is the height of its pile."""
    digits = [("hundred", count // 100), ("ten", count // 10 % 10), ("one", count % 10)]
    piles = [(kind, min(height, PILE)) for kind, height in digits if height]
    left = -13.0 * (len(piles) - 1)
    return tuple(
        Chip(x=_n(left + 26 * pile), y=_n(39 - 4.5 * level), kind=kind)
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
