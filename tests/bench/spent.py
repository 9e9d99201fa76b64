"""Rates, and the processor time that the web server and the database have used."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import median

_TICK = 1 / os.sysconf("SC_CLK_TCK")

NAMES = {
    "deals": "deals, an event each",
    "queued": "deals of one event",
    "keyed": "one INSERT, with a key",
    "insert": "one INSERT, without a key",
}


@dataclass(frozen=True)
class Done:
    """A count and the seconds that it took."""

    count: int
    seconds: float


@dataclass(frozen=True)
class Rate:
    """A rate per second, and the processor time of one item."""

    a_second: float
    web: float
    """Milliseconds."""
    database: float
    """Milliseconds."""


class Meter:
    """Measures the processor time of a web server and a database."""

    def __init__(self, web: int, database: int) -> None:
        self._pids = (web, database)

    def measure(self, call: Callable[[], Done]) -> Rate:
        """Run the call and return its rate."""
        before = [_spent(pid) for pid in self._pids]
        done = call()
        spent = [_spent(pid) - then for pid, then in zip(self._pids, before, strict=True)]
        web, database = (1000 * seconds / done.count for seconds in spent)
        return Rate(done.count / done.seconds, web, database)


def summary(rounds: Sequence[dict[str, Rate]], *, clients: int, each: int) -> str:
    """Return a text with the medians and ranges of all rounds."""
    lines = [
        f"{clients} clients, {len(rounds)} rounds of {each} deals each. Median (range) per second, and the",
        "processor time of one item in the web server and in the database:",
    ]
    for key, name in NAMES.items():
        rates = [rates[key] for rates in rounds]
        web, database = median(rate.web for rate in rates), median(rate.database for rate in rates)
        a_second = spread([rate.a_second for rate in rates], "8.1f")
        lines.append(f"  {name:28} {a_second}   {web:5.2f} + {database:5.2f} ms")
    for key in ("deals", "queued"):
        for other in ("keyed", "insert"):
            ratios = [rates[key].a_second / rates[other].a_second for rates in rounds]
            lines.append(f"  {NAMES[key]} / {NAMES[other]:28} {spread(ratios, '6.3f')}")
    return "\n".join([*lines, ""])


def spread(values: Sequence[float], form: str = "7.2f") -> str:
    """Return the median and the range of the values as text."""
    return f"{median(values):{form}}  ({min(values):{form}} to {max(values):{form}})"


def _spent(pid: int) -> float:
    """Return the processor time of a process and its children, ended ones too, in seconds."""
    stat = _read(Path(f"/proc/{pid}/stat")).rpartition(")")[2].split()
    # proc(5): utime, stime, and the same of the children that have ended.
    own = sum(map(int, stat[11:15])) * _TICK
    return own + sum(_spent(child) for child in _children(pid))


def _children(pid: int) -> list[int]:
    children: list[int] = []
    with suppress(FileNotFoundError, ProcessLookupError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            children += map(int, _read(task / "children").split())
    return children


def _read(path: Path) -> str:
    """Return a file of /proc; empty if the process or thread has just ended. Its parent counts its time."""
    with suppress(FileNotFoundError, ProcessLookupError):
        return path.read_text()
    return ""
