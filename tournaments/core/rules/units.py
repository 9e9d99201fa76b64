"""Units of scores, amounts of money, the seats that play a deal, and means with their intervals.

Units are halves, and tenths, which the ledger counts whole while scores and pages count points.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor, sqrt
from typing import Annotated, Any, Final

from pydantic import BeforeValidator, PlainSerializer, WithJsonSchema

from tournaments.core.rules.refusals import Invalid, gettext_noop
from tournaments.core.rules.settings import NOT_TEXT, WrongShape

WHOLE, TENTHS = "whole", "tenths"
"""What a number of the ledger counts: chips (or points), or tenths of one."""


def in_points(number: int, unit: str | None) -> int | Fraction:
    """Return a number of the ledger as chips or points. unit: what it counts; None: whole ones."""
    if unit != TENTHS or number % 10 == 0:
        return number // 10 if unit == TENTHS else number
    return Fraction(number, 10)


def half_of(score: Fraction, step: Fraction | None = None) -> Fraction:
    """Return half of a score; with a step the nearest multiple of it, and of two the greater."""
    return score / 2 if step is None else step * floor(score / 2 / step + Fraction(1, 2))


# ---- Amounts of money, in hundredths of a currency, so that shares add up exactly.


LARGEST_AMOUNT: Final = 100_000_000_00
"""Hundredths."""
LONGEST_CURRENCY: Final = 10

_AMOUNT: Final = re.compile(r"([0-9]{1,9})(?:[.,]([0-9]{1,2}))?", re.ASCII)
_CURRENCY: Final = r"(?:[^\W\d_]{2,9}\.?|[^\W\d_]{0,3}[$£¥¢\u20a0-\u20cf])"
_PRICE: Final = re.compile(
    rf"(?P<before>{_CURRENCY})?\s*(?P<amount>[0-9]+(?:[.,][0-9]+)?)(?:[.,]?[-\u2013\u2014]+)?"
    rf"\s*(?P<after>{_CURRENCY})?"
)
"""An amount as people write it: “5 €”, “EUR 5,50”, “Fr. 5.-”."""


class AmountMalformed(Invalid):
    """The amount is no number with two decimals at most."""

    sentence = gettext_noop("Write the amount as a number with two decimals at most, such as 12.50.")


class AmountTooLarge(Invalid):
    """The amount is too large."""

    sentence = gettext_noop("An amount can be at most %(most)s.")
    typical = {"most": "100000000.00"}


class CurrencyMalformed(Invalid):
    """The currency is too long, or has an invisible character."""

    sentence = gettext_noop("Write a currency of at most %(most)d characters, such as EUR or €.")
    typical = {"most": 10}


def read_amount(text: str) -> int:
    """An amount such as “50”, “12.50” or “12,5” in hundredths; an empty text is 0.

    Raises AmountMalformed, AmountTooLarge.
    """
    if not text.strip():
        return 0
    match = _AMOUNT.fullmatch(text.strip())
    if match is None:
        raise AmountMalformed
    amount = int(match[1]) * 100 + int((match[2] or "").ljust(2, "0"))
    if amount > LARGEST_AMOUNT:
        raise AmountTooLarge(most=written_amount(LARGEST_AMOUNT))
    return amount


def read_price(text: str) -> tuple[int, str]:
    """An amount as people write it, in hundredths, and its currency; empty if they wrote none.

    Raises as `read_amount` does.
    """
    match = _PRICE.fullmatch(text.strip())
    if match is None or (match["before"] and match["after"]):
        return read_amount(text), ""
    return read_amount(match["amount"]), match["before"] or match["after"] or ""


def written_amount(amount: int) -> str:
    """An amount for programs: “50.00”."""
    return f"{amount // 100}.{amount % 100:02}"


def clean_currency(text: str, longest: int = LONGEST_CURRENCY) -> str:
    """The currency as it is stored. Raises CurrencyMalformed."""
    currency = " ".join(text.split())
    if len(currency) > longest or not currency.isprintable():
        raise CurrencyMalformed(most=longest)
    return currency


def _hundredths(value: object) -> int:
    if value is None:
        return 0
    if not isinstance(value, str):
        raise WrongShape(*NOT_TEXT)
    return read_amount(value)


IN_HUNDREDTHS: Final = "in hundredths"
"""Marks a number as an amount of money, so that its form shows it as one."""

Amount = Annotated[
    int,
    IN_HUNDREDTHS,
    BeforeValidator(_hundredths),
    PlainSerializer(lambda amount: written_amount(amount) if amount else None, when_used="json"),
    WithJsonSchema({"anyOf": [{"type": "string", "maxLength": 20}, {"type": "null"}]}),
]
"""Hundredths. In JSON a text such as "12.50"; null is nothing."""


# ---- Which seats of a table play a deal, when somebody has left and the table plays with one seat less.
#
# The document of a deal counts the seats that play from 0, clockwise. `places` are the numbers of these seats
# at the table, in that order: with seat 1 empty at a table of four they are 0, 2, 3.


def places_in(seats: Iterable[int], empty_from: Mapping[int, int], deal: int) -> list[int]:
    """Return the seats that play this deal. empty_from: the first deal without a seat, by seat."""
    return [seat for seat in sorted(seats) if empty_from.get(seat, deal + 1) > deal]


def in_turn(dealer: int, before: Sequence[int], places: Sequence[int], rules: Mapping[str, Any]) -> int:
    """Return who deals next, counted among `places`.

    dealer: the same, counted among the `before` of the last deal. An empty seat is passed over, in the order
    of play. Raises LookupError if all seats of `before` are empty.
    """
    step = 1 if rules["direction"] == "clockwise" else -1
    following = (before[(dealer + step * turn) % len(before)] for turn in range(len(before)))
    left = [seat for seat in following if seat in places]
    return places.index(left[0])


def account_names(places: Sequence[int]) -> dict[str, str]:
    """Return the account of each seat, by its name in documents: `seat 1` may be the account `seat 2`."""
    return {f"seat {index}": f"seat {seat}" for index, seat in enumerate(places)}


# ---- Means and shares with 95 % intervals, from a few evenings or tables.
#
# They are for people to read, so floats are good enough here. Nothing that counts depends on them.


Z: Final = 1.96
"""The quantile of the normal distribution."""

T: Final = (
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
    2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
)  # fmt: skip
"""The quantiles of Student's t distribution with 1, 2, 3 ... degrees of freedom; after them Z + 2.4 / n."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean or a share, and its interval. mean: None without data. low, high: None if it cannot be known."""

    mean: float | None
    low: float | None = None
    high: float | None = None


def quantile(freedom: int) -> float:
    """Return the quantile of t for so many degrees of freedom, at least 1."""
    return T[freedom - 1] if freedom <= len(T) else Z + 2.4 / freedom


def ratio(pairs: Sequence[tuple[float, float]]) -> Estimate:
    """Return the sum of the first numbers, divided by the sum of the second ones (such as chips and deals).

    Each pair is an evening or a table. The interval comes from how far these differ from the whole.
    """
    amount = sum(size for _value, size in pairs)
    if amount <= 0:
        return Estimate(None)
    whole = sum(value for value, _size in pairs) / amount
    number = len(pairs)
    if number < 2:
        return Estimate(whole)
    away = sum((value - whole * size) ** 2 for value, size in pairs)
    error = sqrt(away * number / (number - 1)) / amount
    margin = quantile(number - 1) * error
    return Estimate(whole, whole - margin, whole + margin)


def mean(values: Sequence[float]) -> Estimate:
    """Return the mean of these values."""
    return ratio([(value, 1) for value in values])


def share(times: float, of: int) -> Estimate:
    """Return how often something happened (Wilson's interval). times: half a time for a draw."""
    if of <= 0:
        return Estimate(None)
    part = times / of
    middle = part + Z * Z / (2 * of)
    margin = Z * sqrt(part * (1 - part) / of + Z * Z / (4 * of * of))
    whole = 1 + Z * Z / of
    return Estimate(part, (middle - margin) / whole, (middle + margin) / whole)
