"""Amounts of money, in hundredths of a currency, so that shares add up exactly."""

from __future__ import annotations

import re
from typing import Annotated, Final

from pydantic import BeforeValidator, PlainSerializer, WithJsonSchema

from tournaments.core.rules.refusals import Invalid, gettext_noop
from tournaments.core.rules.settings import NOT_TEXT, WrongShape

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
