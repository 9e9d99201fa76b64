"""Numbers for people, in the language of the page. REST and files have the exact ones."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from math import floor

from django.utils.formats import get_format

Number = int | float | Decimal | Fraction


def number(value: Number, decimals: int = 1, *, plus: bool = False, fixed: bool = False) -> str:
    """A number in the language of the page: "1727", "43,8" in German, "12 000" with a narrow space.

    It is rounded to so many decimals, a half away from zero: 0.25 is 0.3. Zeros at the end are left out.
    plus: what is won has a sign, too. fixed: all decimals are shown, as in an amount of money.
    """
    exact = Decimal(str(value)) if isinstance(value, float) else value
    scaled = abs(exact) * 10**decimals
    rounded = floor(scaled)
    if 2 * (scaled - rounded) >= 1:
        rounded += 1
    whole, part = divmod(rounded, 10**decimals)
    text = f"{whole:,}".replace(",", "\N{NARROW NO-BREAK SPACE}") if whole >= 10_000 else str(whole)
    if decimals and (part or fixed):
        digits = f"{part:0{decimals}}"
        text += get_format("DECIMAL_SEPARATOR") + (digits if fixed else digits.rstrip("0"))
    if not rounded:
        return text
    return ("\N{MINUS SIGN}" if exact < 0 else "+" if plus else "") + text


def numbers(values: Sequence[Number]) -> list[str]:
    """Scores in their order as whole numbers, with a decimal where neighbours look equal and are not."""
    whole = [number(value, 0) for value in values]
    texts = list(whole)
    for index, (one, following) in enumerate(pairwise(values)):
        if one != following and whole[index] == whole[index + 1]:
            texts[index : index + 2] = number(one), number(following)
    return texts


def money(amount: int, currency: str) -> str:
    """An amount of hundredths: "50 EUR", "12.50 EUR"."""
    figure = number(Fraction(amount, 100), 2 if amount % 100 else 0, fixed=True)
    return f"{figure}\N{NO-BREAK SPACE}{currency}" if currency else figure


def typed_amount(amount: int) -> str:
    """An amount of hundredths as people type it into a form, without the currency: "12.50"."""
    return number(Fraction(amount, 100), 2, fixed=True)


def counted_as(value: Number, decimals: int = 1) -> int:
    """The number that chooses between "point" and "points": any broken number is like two."""
    text = number(value, decimals).removeprefix("\N{MINUS SIGN}")
    return int(text) if text.isdigit() else 2
