"""The geometry of charts: from numbers to marks.

Horizontal places are percents of the width of the chart, vertical places are rems. So a chart grows with the
page and with the reader's font size, and text is never stretched.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Final

from tournaments.core.numbers import number

INSET: Final = 7.0
"""Percents left free on both sides for the text of the first and the last tick."""
MOST_TICKS: Final = 5
ROW: Final = 2.5
"""Rems of a row: the text above, the mark below."""
FOOT: Final = 1.75
"""Rems below the rows for the text of the ticks."""
MOST_NUMBERS: Final = 8
"""The most ticks below a histogram."""
TALL: Final = 11.0
"""Rems of the columns of a histogram."""
HEAD: Final = 1.5


@dataclass(frozen=True)
class Scale:
    """An interval between two round numbers, with round numbers as ticks."""

    low: float
    high: float
    ticks: tuple[float, ...]
    decimals: int

    def part(self, value: float) -> float:
        """The place of a value: 0 at the low end, 1 at the high end. Values outside are clipped."""
        return min(1.0, max(0.0, (value - self.low) / (self.high - self.low)))

    def at(self, value: float) -> float:
        """The place of a value in percents of the width."""
        return INSET + (100 - 2 * INSET) * self.part(value)


@dataclass(frozen=True)
class Value:
    """A number to draw, with its interval from low to high. None: not known."""

    label: str
    text: str
    value: float | None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Tick:
    """A place on the axis with its text. The tick at zero is drawn stronger."""

    at: str
    text: str
    zero: bool = False


@dataclass(frozen=True)
class Mark:
    """The drawing of one row: a dot at x with a line from start to end, or a bar. Empty places: not drawn.

    y: the top of the row. bar: where it begins, and its width.
    """

    label: str
    text: str
    y: str
    kind: str
    x: str = ""
    start: str = ""
    end: str = ""
    bar: tuple[str, str] | None = None


@dataclass(frozen=True)
class Chart:
    """A chart of rows on one scale (`marks`), or a histogram (`columns`).

    columns: the place, the top, the width and the height of each. lines: across the histogram, each with its
    height, that of its text, and its text. marked: one place of it. anchor: the `text-anchor` that keeps the
    text of this place inside the chart.
    """

    foot: float
    ticks: Sequence[Tick]
    marks: Sequence[Mark] = ()
    columns: Sequence[tuple[str, str, str, str]] = ()
    lines: Sequence[tuple[str, str, str]] = ()
    marked: Tick | None = None
    anchor: str = ""

    @property
    def height(self) -> str:
        return rem(self.foot + FOOT)

    @property
    def foot_y(self) -> str:
        return rem(self.foot)

    @property
    def ticks_y(self) -> str:
        return rem(self.foot + 1.25)


def scale_of(values: Iterable[float | None], *, most_ticks: int = MOST_TICKS) -> Scale:
    """Return the shortest round scale that holds zero and all known values."""
    numbers = [0.0, *(value for value in values if value is not None)]
    least, most = min(numbers), max(numbers)
    step = _round_step((most - least) or 1.0, most_ticks - 1)
    low, high = floor(least / step + 1e-9), ceil(most / step - 1e-9)
    if low == high:
        high += 1
    decimals = max(0, -floor(log10(step) + 1e-9))
    return Scale(
        low=low * step,
        high=high * step,
        ticks=tuple(round(number * step, decimals) + 0.0 for number in range(low, high + 1)),
        decimals=decimals,
    )


def dots(values: Sequence[Value], scale: Scale) -> Chart:
    """Means as dots with their intervals as lines. A colour: the whole interval is won, or lost."""
    return _rows(
        scale,
        [
            Mark(
                value.label,
                value.text,
                rem(row * ROW),
                shown_sign(value),
                x="" if value.value is None else percent(scale.at(value.value)),
                start="" if value.low is None else percent(scale.at(value.low)),
                end="" if value.high is None else percent(scale.at(value.high)),
            )
            for row, value in enumerate(values)
        ],
    )


def diverging(values: Sequence[Value], scale: Scale) -> Chart:
    """Bars from zero: won chips to the right, lost chips to the left."""
    marks = []
    for row, value in enumerate(values):
        bar = None
        if value.value:
            low, high = sorted((scale.at(0), scale.at(value.value)))
            bar = (percent(low), percent(high - low))
        marks.append(Mark(value.label, value.text, rem(row * ROW), sign_of(value.value), bar=bar))
    return _rows(scale, marks)


def columns(bins: Sequence[tuple[int, int, float]], marked: tuple[int, str] | None = None) -> Chart:
    """A histogram of bins (least, most, share) of equal width, in their order."""
    tallest = scale_of([share for _least, _most, share in bins], most_ticks=4)
    across = (100 - 2 * INSET) / max(1, len(bins))
    begins = bins[0][0] if bins else 0
    ends = bins[-1][1] + 1 if bins else 1

    def at(number: float) -> float:
        return INSET + (100 - 2 * INSET) * (number - begins) / (ends - begins)

    heights = [TALL * tallest.part(share) for _least, _most, share in bins]
    step = max(1, int(_round_step(ends - begins, MOST_NUMBERS - 1)))
    numbers = range(-(-begins // step) * step, ends, step)
    middle = at(marked[0] + 0.5) if marked else 0.0
    shares = [(HEAD + TALL * (1 - tallest.part(share)), share) for share in tallest.ticks[1:]]
    return Chart(
        foot=HEAD + TALL,
        columns=[
            (
                percent(INSET + (place + 0.06) * across),
                rem(HEAD + TALL - height),
                percent(across * 0.88),
                rem(height),
            )
            for place, height in enumerate(heights)
        ],
        ticks=[Tick(percent(at(number + 0.5)), str(number)) for number in numbers],
        lines=[
            (rem(y), rem(y - 0.25), f"{number(share * 100, max(0, tallest.decimals - 2), fixed=True)} %")
            for y, share in shares
        ],
        marked=Tick(percent(middle), marked[1]) if marked else None,
        anchor="middle" if 25 < middle < 75 else "start" if middle <= 25 else "end",
    )


def sign_of(value: float | None) -> str:
    """``won``, ``lost`` or ``even`` (zero or unknown)."""
    return "even" if not value else "won" if value > 0 else "lost"


def shown_sign(value: Value) -> str:
    """The `sign_of` a number if its whole interval has that sign, else ``even``."""
    if value.low is not None and value.high is not None and value.low <= 0 <= value.high:
        return "even"
    return sign_of(value.value)


def tick_text(value: float, scale: Scale) -> str:
    """The text of a tick: signed chips."""
    return number(value, scale.decimals, plus=True, fixed=True)


def _rows(scale: Scale, marks: Sequence[Mark]) -> Chart:
    ticks = [Tick(percent(scale.at(tick)), tick_text(tick, scale), zero=not tick) for tick in scale.ticks]
    return Chart(foot=ROW * len(marks), ticks=ticks, marks=marks)


def _round_step(length: float, parts: int) -> float:
    """The least step of 1, 2, 5, 10, ... (or 0.5, 0.2, ...) with which `parts` steps cover the length."""
    power: float = 10.0 ** floor(log10(length / parts))
    return next(power * times for times in (1, 2, 5, 10) if power * times * parts >= length * 0.999)


def percent(number: float) -> str:
    """A horizontal place or length for SVG, in percents of the width of the chart."""
    return f"{number:.2f}%"


def rem(number: float) -> str:
    """A vertical place or length for SVG, in rems."""
    return f"{number:.3f}".rstrip("0").rstrip(".") + "rem"
