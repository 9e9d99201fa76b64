"""The numbers of a simulation as text: signed chips, shares and intervals, without meaningless decimals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils import formats
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

Row = Mapping[str, Any]
MINUS = "\N{MINUS SIGN}"
NOTHING = "\N{EN DASH}"


def decimals_of(rows: Sequence[Row]) -> int:
    """The number of decimals of chips that the standard errors support."""
    errors = [row["standard_error"] for row in rows if row.get("standard_error")]
    return 2 if not errors or max(errors) >= 0.004 else 3


def signed(value: float | None, decimals: int = 2) -> str:
    """Chips won or lost, with a sign unless the number rounds to zero."""
    if value is None:
        return NOTHING
    text = formats.number_format(abs(value), decimals)
    if not float(f"{abs(value):.{decimals}f}"):
        return text
    return f"{MINUS if value < 0 else '+'}{text}"


def coloured(value: float | None, decimals: int = 2, *, shown: bool = True) -> SafeString:
    """`signed` in the colour of its sign. shown: the interval shows the sign, else there is no colour."""
    text = signed(value, decimals)
    kind = {"+": "won", MINUS: "lost"}.get(text[:1], "even") if shown else "even"
    return format_html('<span class="{}">{}</span>', kind, text)


def plain(value: float | None, decimals: int = 2) -> str:
    """A number without a sign."""
    return NOTHING if value is None else formats.number_format(value, decimals)


def share(value: float | None, decimals: int = 1) -> str:
    """A share as a percentage."""
    return NOTHING if value is None else f"{formats.number_format(value * 100, decimals)} %"


def between(low: float | None, high: float | None, text: Callable[[float | None], str]) -> str:
    """An interval in words. Equal ends are no interval: all batches of tables gave the same mean."""
    if low is None or high is None:
        return NOTHING
    if low == high:
        return gettext("no spread")
    return gettext("%(low)s to %(high)s") % {"low": text(low), "high": text(high)}
