"""Where everything in a chart stands: plain geometry, numbers in and marks out.

Across, a drawing is as wide as its place, and marks stand at percents of it; downwards they stand at rems. So
bars grow with the page and with the reader's type, and no text is ever stretched.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Any, Final

INSET: Final = 7.0
"""Percents left free on both sides, so that the first and the last tick's text has room."""
MOST_TICKS: Final = 5
ROW: Final = 2.5
"""Rems of a row: its words above, its mark below."""
WORDS: Final = 0.95
MARK: Final = 1.75
BAR: Final = 0.75
FOOT: Final = 1.75
"""Rems under the rows for the ticks' text."""
MOST_NUMBERS: Final = 8
"""Ticks under a histogram: whole numbers are short."""
TALL: Final = 11.0
"""Rems of a histogram's columns."""
HEAD: Final = 1.5


@dataclass(frozen=True)
class Scale:
    """A stretch of numbers that begins and ends at a round one; ticks: the round ones on it."""

    low: float
    high: float
    ticks: tuple[float, ...]
    decimals: int

    def part(self, value: float) -> float:
        """How far along a value is: 0 at the beginning, 1 at the end; nothing lies outside."""
        return min(1.0, max(0.0, (value - self.low) / (self.high - self.low)))

    def at(self, value: float) -> float:
        """Percents of the drawing's width."""
        return INSET + (100 - 2 * INSET) * self.part(value)


@dataclass(frozen=True)
class Value:
    """A number to be drawn, None where there is none, with its interval where it has one."""

    label: str
    text: str
    value: float | None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Stack:
    """Shares that are drawn end to end: the first filled, the second outlined."""

    label: str
    text: str
    parts: tuple[float, ...]


@dataclass(frozen=True)
class Tick:
    """A place on the axis, and what stands there; the one at zero is drawn stronger."""

    at: str
    text: str
    zero: bool = False


@dataclass(frozen=True)
class Mark:
    """What is drawn of one row: a dot at x with a line from start to end, or bars; empty for nothing.

    y: the middle of the mark; top: of its bars. Each of the bars: from, width, kind.
    """

    label: str
    text: str
    words_top: str
    words_y: str
    y: str
    top: str
    kind: str
    x: str = ""
    start: str = ""
    end: str = ""
    bars: tuple[tuple[str, str, str], ...] = ()


@dataclass(frozen=True)
class Rows:
    """A chart of rows, from top to bottom, over one scale."""

    height: str
    foot: str
    ticks_y: str
    marks: tuple[Mark, ...]
    ticks: tuple[Tick, ...]


@dataclass(frozen=True)
class Column:
    """One bar of a histogram."""

    x: str
    y: str
    width: str
    height: str


@dataclass(frozen=True)
class Columns:
    """A histogram: columns side by side, ticks below and lines across, one place marked."""

    height: str
    foot: str
    ticks_y: str
    columns: tuple[Column, ...]
    ticks: tuple[Tick, ...]
    lines: tuple[tuple[str, str, str], ...]
    """Height of the line, height of its text, text."""
    marked: Tick | None
    anchor: str
    """Which end of the marked place's text is at it, so that it stays within the drawing."""


def scale_of(values: Iterable[float | None], *, most_ticks: int = MOST_TICKS) -> Scale:
    """The shortest round stretch that holds all of these numbers, and zero."""
    known = [0.0, *(value for value in values if value is not None)]
    least, most = min(known), max(known)
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


def dots(values: Sequence[Value], scale: Scale, unit: str = "signed", *, coloured: bool = True) -> Rows:
    """Means as dots, their intervals as lines through them; coloured where all of one is won, or lost."""
    return _rows(
        scale,
        unit,
        [
            Mark(
                **_place(row, value.label, value.text),
                kind=shown_sign(value) if coloured else "neutral",
                x="" if value.value is None else _percent(scale.at(value.value)),
                start="" if value.low is None else _percent(scale.at(value.low)),
                end="" if value.high is None else _percent(scale.at(value.high)),
            )
            for row, value in enumerate(values)
        ],
    )


def diverging(values: Sequence[Value], scale: Scale, unit: str = "signed") -> Rows:
    """Bars from zero: to the right what is won, to the left what is lost; of one colour, if ``plain``."""
    marks = []
    for row, value in enumerate(values):
        bars: tuple[tuple[str, str, str], ...] = ()
        kind = sign_of(value.value) if unit != "plain" else "neutral"
        if value.value:
            ends = sorted((scale.at(0), scale.at(value.value)))
            bars = ((_percent(ends[0]), _percent(ends[1] - ends[0]), kind),)
        marks.append(Mark(**_place(row, value.label, value.text), kind=kind, bars=bars))
    return _rows(scale, unit, marks)


def stacks(values: Sequence[Stack], scale: Scale) -> Rows:
    """Shares of a whole, end to end."""
    marks = []
    for row, value in enumerate(values):
        bars, begins = [], 0.0
        for part, kind in zip(value.parts, ("full", "hollow"), strict=False):
            if part > 0:
                start, end = scale.at(begins), scale.at(begins + part)
                bars.append((_percent(start), _percent(end - start), kind))
            begins += part
        marks.append(Mark(**_place(row, value.label, value.text), kind="share", bars=tuple(bars)))
    return _rows(scale, "share", marks)


def columns(bins: Sequence[tuple[int, int, float]], marked: tuple[int, str] | None = None) -> Columns:
    """A histogram of (least, most, share): equally wide bins in their order."""
    tallest = scale_of([share for _least, _most, share in bins], most_ticks=4)
    across = (100 - 2 * INSET) / max(1, len(bins))
    begins = bins[0][0] if bins else 0
    ends = bins[-1][1] + 1 if bins else 1

    def at(number: float) -> float:
        return INSET + (100 - 2 * INSET) * (number - begins) / (ends - begins)

    drawn = []
    for place, (_least, _most, share) in enumerate(bins):
        high = TALL * tallest.part(share)
        drawn.append(
            Column(
                x=_percent(INSET + place * across + across * 0.06),
                y=_rem(HEAD + TALL - high),
                width=_percent(across * 0.88),
                height=_rem(high),
            )
        )
    step = max(1, int(_round_step(ends - begins, MOST_NUMBERS - 1)))
    numbers = range(-(-begins // step) * step, ends, step)
    middle = at(marked[0] + 0.5) if marked else 0.0
    lines = []
    for share in tallest.ticks[1:]:
        y = HEAD + TALL * (1 - tallest.part(share))
        lines.append((_rem(y), _rem(y - 0.25), tick_text(share, tallest, "share")))
    return Columns(
        height=_rem(HEAD + TALL + FOOT),
        foot=_rem(HEAD + TALL),
        ticks_y=_rem(HEAD + TALL + 1.25),
        columns=tuple(drawn),
        ticks=tuple(Tick(_percent(at(number + 0.5)), str(number)) for number in numbers),
        lines=tuple(lines),
        marked=Tick(_percent(middle), marked[1]) if marked else None,
        anchor="middle" if 25 < middle < 75 else "start" if middle <= 25 else "end",
    )


def sign_of(value: float | None) -> str:
    """``won``, ``lost`` or ``even``: nothing, and nothing known."""
    return "even" if not value else "won" if value > 0 else "lost"


def shown_sign(value: Value) -> str:
    """`sign_of` a number whose whole interval has that sign; else ``even``."""
    if value.low is not None and value.high is not None and value.low <= 0 <= value.high:
        return "even"
    return sign_of(value.value)


def tick_text(value: float, scale: Scale, unit: str) -> str:
    """A tick's number: ``signed`` chips, ``plain`` ones, or a ``share`` in percents."""
    if unit in ("share", "points"):
        text = f"{abs(value) * 100:.{max(0, scale.decimals - 2)}f}"
    else:
        text = f"{abs(value):.{scale.decimals}f}"
    plus = "+" if unit in ("signed", "points") else ""
    said = ("\N{MINUS SIGN}" if value < 0 else plus if value > 0 else "") + text
    return f"{said} %" if unit == "share" else said


def _rows(scale: Scale, unit: str, marks: list[Mark]) -> Rows:
    foot = ROW * len(marks)
    return Rows(
        height=_rem(foot + FOOT),
        foot=_rem(foot),
        ticks_y=_rem(foot + 1.25),
        marks=tuple(marks),
        ticks=tuple(
            Tick(_percent(scale.at(tick)), tick_text(tick, scale, unit), zero=not tick)
            for tick in scale.ticks
        ),
    )


def _place(row: int, label: str, text: str) -> dict[str, Any]:
    return {
        "label": label,
        "text": text,
        "words_top": _rem(row * ROW + WORDS - 0.9),
        "words_y": _rem(row * ROW + WORDS),
        "y": _rem(row * ROW + MARK),
        "top": _rem(row * ROW + MARK - BAR / 2),
    }


def _round_step(length: float, parts: int) -> float:
    """The least of 1, 2, 5, 10, 20, ... (or 0.5, 0.2, ...) of which so many cover the length."""
    power: float = 10.0 ** floor(log10(length / parts))
    return next(power * times for times in (1, 2, 5, 10) if power * times * parts >= length * 0.999)


def _percent(number: float) -> str:
    return f"{number:.2f}%"


def _rem(number: float) -> str:
    return f"{number:.3f}".rstrip("0").rstrip(".") + "rem"
