"""Read the schedules of `bank.txt`, which a long search has found.

There are two kinds: full tables without a repeat, for as many rounds as are known; and events for which a
short search finds worse plans (with a few repeats, or with tables of two sizes). The tests count each
schedule. Players are numbers from 0; the caller assigns them at random.

A line of the file has the tables, Q (the sum over all pairs of C(meetings, 2)) and, for each round and
player, the table as one character from "0" to "z", larger tables first. Schedules that a formula gives are
left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Final

from tournaments.draw.rules.request import Grouping

FILE: Final = Path(__file__).with_suffix(".txt")
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def schedule(tables: int, size: int) -> list[Grouping]:
    """Return the stored schedule without a repeat for that many full tables; empty if there is none."""
    return fresh([size] * tables)


def fresh(sizes: Sequence[int]) -> list[Grouping]:
    """Return the longest stored schedule without a repeat for these table sizes; empty if there is none."""
    name = name_of(sizes)
    schedules = [seats for q, seats in _rows().get(name, ()) if q == 0]
    return decode(name, max(schedules, key=len, default=""))


def best_schedule(sizes: Sequence[int], rounds: int) -> tuple[int, list[Grouping]] | None:
    """Return Q and the rounds of the best stored schedule for these tables and rounds; None without one."""
    name, players = name_of(sizes), sum(sizes)
    schedules = [
        (q, seats)
        for q, seats in _rows().get(name, ())
        if len(seats) == rounds * players or (q == 0 and len(seats) > rounds * players)
    ]
    if not schedules:
        return None
    q, seats = min(schedules)
    return q, decode(name, seats)[:rounds]


def name_of(sizes: Iterable[int]) -> str:
    """Return the name of these tables in the data: 4 4 4 3 3 are "3x4+2x3"."""
    largest_first = sorted(sizes, reverse=True)
    return "+".join(f"{len(list(same))}x{size}" for size, same in groupby(largest_first))


def sizes_of(name: str) -> list[int]:
    """Return the table sizes for a name, larger first."""
    parts = (part.split("x") for part in name.split("+"))
    return [int(size) for count, size in parts for _ in range(int(count))]


def decode(name: str, seats: str) -> list[Grouping]:
    """Return the rounds of a schedule. seats: the table of each player, round after round."""
    sizes = sizes_of(name)
    players = sum(sizes)
    rounds: list[Grouping] = []
    for start in range(0, len(seats), players):
        grouping: Grouping = [[] for _ in sizes]
        for player, digit in enumerate(seats[start : start + players]):
            grouping[_DIGITS.index(digit)].append(player)
        rounds.append(grouping)
    return rounds


@lru_cache(maxsize=1)
def _rows() -> dict[str, list[tuple[int, str]]]:
    """Return Q and seats of every schedule, by the name of its tables."""
    rows: dict[str, list[tuple[int, str]]] = {}
    for name, q, seats in everything():
        rows.setdefault(name, []).append((q, seats))
    return rows


def everything() -> Iterator[tuple[str, int, str]]:
    """Yield the name of the tables, Q and the seats (for `decode`) of every schedule."""
    for line in FILE.read_text().splitlines():
        name, q, seats = line.split(" ")
        yield name, int(q), seats
