"""A progress bar in the terminal: progress, speed and remaining time of a simulation."""

from __future__ import annotations

import shutil
import time
from typing import TextIO

from tournaments.services.simulations.simulations import SimulationProgress

_WIDTH = 24
_INTERVAL = 0.1  # seconds between two updates
_CLEARED = "\r\x1b[K"


class Bar:
    """A bar in one line of a terminal. It writes nothing if `out` is not a terminal."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._shows = out.isatty()
        self._next = 0.0

    def show(self, progress: SimulationProgress) -> None:
        """Draw the progress, unless the last update is very recent."""
        now = time.monotonic()
        if self._shows and now >= self._next:
            self._next = now + _INTERVAL
            self._write(_CLEARED + line(progress, shutil.get_terminal_size().columns))

    def clear(self) -> None:
        """Clear the line."""
        if self._shows:
            self._write(_CLEARED)

    def _write(self, text: str) -> None:
        self._out.write(text)
        self._out.flush()


def line(progress: SimulationProgress, columns: int) -> str:
    """The bar as text, shorter than the terminal, because a wrapped line cannot be overwritten."""
    parts = [f" {progress.percent:3} %", f"{progress.deals_done:,} of {progress.deals_planned:,} deals"]
    if progress.rate is not None:
        parts.append(f"{progress.rate:,.0f} deals/s")
    if progress.seconds_left is not None:
        parts.append(f"{_span(progress.seconds_left)} left")
    words = "  ".join(parts)
    width = max(0, min(_WIDTH, columns - 1 - len(words)))
    full = width * progress.percent // 100
    return ("█" * full + "░" * (width - full) + words)[: columns - 1]


def _span(seconds: float) -> str:
    """For example "1 h 05 min", "3 min 20 s" or "12 s"."""
    whole = round(seconds)
    if whole >= 3600:
        return f"{whole // 3600} h {whole % 3600 // 60:02} min"
    return f"{whole // 60} min {whole % 60:02} s" if whole >= 60 else f"{whole} s"
