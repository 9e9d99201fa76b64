"""What was done how fast, and what the web server and the database have spent of the processors for it."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

_TICK = 1 / os.sysconf("SC_CLK_TCK")

NAMES = {
    "syncs": "fdatasync of 8 kB",
    "deals": "deals, an event each",
    "queued": "deals of one event",
    "keyed": "one INSERT, with a key",
    "insert": "one INSERT, for anybody",
    "bare": "the deals' statements, bare",
}


@dataclass(frozen=True)
class Done:
    """So much was done in so many seconds."""

    count: int
    seconds: float


@dataclass(frozen=True)
class Rate:
    """How much was done a second, and what one of it took of the processors."""

    a_second: float
    web: float = 0.0
    """Milliseconds."""
    database: float = 0.0
    """Milliseconds."""


class Meter:
    """Reads what a web server and a database spend."""

    def __init__(self, web: int, database: int) -> None:
        self._pids = (web, database)

    def of(self, deed: Callable[[], Done]) -> Rate:
        """Do this; its rate."""
        before = [_spent(pid) for pid in self._pids]
        done = deed()
        spent = [_spent(pid) - then for pid, then in zip(self._pids, before, strict=True)]
        web, database = (1000 * seconds / done.count for seconds in spent)
        return Rate(done.count / done.seconds, web, database)


def told(rounds: Sequence[dict[str, Rate]], *, clients: int, each: int) -> str:
    """The rates of all rounds in words: medians, and how far they lie apart."""
    lines = [
        f"{clients} clients, {len(rounds)} rounds of {each} deals each; median (range) a second, and the",
        "milliseconds that one of it takes of the processors, in the web server and in the database:",
    ]
    for key, name in NAMES.items():
        rates = [rates[key] for rates in rounds]
        line = f"  {name:28} {spread([rate.a_second for rate in rates], '8.1f')}"
        if key != "syncs":
            web, database = median(rate.web for rate in rates), median(rate.database for rate in rates)
            line += f"   {web:5.2f} + {database:5.2f} ms"
        lines.append(line)
    for key in ("deals", "queued"):
        for other in ("keyed", "insert", "bare"):
            ratios = [rates[key].a_second / rates[other].a_second for rates in rounds]
            lines.append(f"  {NAMES[key]} / {NAMES[other]:28} {spread(ratios, '6.3f')}")
    return "\n".join([*lines, ""])


def spread(values: Sequence[float], form: str = "7.2f") -> str:
    """The median, and how far the values lie apart."""
    return f"{median(values):{form}}  ({min(values):{form}} to {max(values):{form}})"


def _spent(pid: int) -> float:
    """Seconds of processor time of this process and all below it, those that have ended too."""
    stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    # proc(5): utime, stime, and both of the children that were waited for.
    own = sum(map(int, stat[11:15])) * _TICK
    return own + sum(_spent(child) for child in _children(pid))


def _children(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return [int(child) for task in tasks for child in (task / "children").read_text().split()]
