"""How a simulation's numbers are written: chips with their sign, shares, intervals, nothing that is noise."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django.utils import formats
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

Row = Mapping[str, Any]
MINUS = "\N{MINUS SIGN}"
NOTHING = "\N{EN DASH}"


def decimals_of(rows: Sequence[Row]) -> int:
    """How many decimals of chips are worth showing: as many as the intervals know."""
    errors = [row["standard_error"] for row in rows if row.get("standard_error")]
    return 2 if not errors or max(errors) >= 0.004 else 3


def signed(value: float | None, decimals: int = 2) -> str:
    """Chips won or lost, with their sign; what is rounded to nothing has none."""
    if value is None:
        return NOTHING
    text = formats.number_format(abs(value), decimals)
    if not float(f"{abs(value):.{decimals}f}"):
        return text
    return f"{MINUS if value < 0 else '+'}{text}"


def coloured(value: float | None, decimals: int = 2, *, shown: bool = True) -> SafeString:
    """`signed`, with the colour beside the sign; without it where the interval does not show which it is."""
    text = signed(value, decimals)
    kind = {"+": "won", MINUS: "lost"}.get(text[:1], "even") if shown else "even"
    return format_html('<span class="{}">{}</span>', kind, text)


def plain(value: float | None, decimals: int = 2) -> str:
    """A number without a sign."""
    return NOTHING if value is None else formats.number_format(value, decimals)


def share(value: float | None, decimals: int = 1) -> str:
    """A share in percents."""
    return NOTHING if value is None else f"{formats.number_format(value * 100, decimals)} %"


def between(low: float | None, high: float | None, written: Callable[[float | None], str]) -> str:
    """An interval in words; one that is a point is none: all batches of tables counted alike."""
    if low is None or high is None:
        return NOTHING
    if low == high:
        return gettext("no spread")
    return gettext("%(low)s to %(high)s") % {"low": written(low), "high": written(high)}


def told(sentences: Iterable[str]) -> str:
    """Sentences one after the other: what a chart says to those who do not see it."""
    return "; ".join(sentences) + "."
