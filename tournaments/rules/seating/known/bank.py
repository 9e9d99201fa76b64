"""Schedules that took long to find, kept as data: `bank_data` holds them, here they are read.

Two kinds: full tables at which nobody meets twice, for the most rounds known; and events where a
short search does not get as far as a long one did (a few people meet again, or tables of two sizes).
Each was counted when it was put in, and is counted again by the tests.

Players are numbers from 0; whoever uses a schedule gives the numbers out by chance.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby

from tournaments.rules.seating.known.bank_data import NOBODY_AGAIN, SOME_AGAIN

Grouping = list[list[int]]

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def schedule(tables: int, size: int) -> list[Grouping]:
    """Return the rounds kept for that many full tables at which nobody meets twice; maybe none."""
    return fresh([size] * tables)


def fresh(sizes: Sequence[int]) -> list[Grouping]:
    """Return the most rounds kept for tables of these sizes at which nobody meets twice; maybe none."""
    name = name_of(sizes)
    found = [seats for q, seats in _rows().get(name, ()) if q == 0]
    return decode(name, max(found, key=len, default=""))


def known(sizes: Sequence[int], rounds: int) -> tuple[int, list[Grouping]] | None:
    """Return the best schedule kept for exactly these tables and rounds, after its Q; None if none is."""
    name, players = name_of(sizes), sum(sizes)
    found = [
        (q, seats)
        for q, seats in _rows().get(name, ())
        if len(seats) == rounds * players or (q == 0 and len(seats) > rounds * players)
    ]
    if not found:
        return None
    q, seats = min(found)
    return q, decode(name, seats)[:rounds]


def name_of(sizes: Iterable[int]) -> str:
    """Return how these tables are called in the data: 4 4 4 3 3 are "3x4+2x3"."""
    largest_first = sorted(sizes, reverse=True)
    return "+".join(f"{len(list(same))}x{size}" for size, same in groupby(largest_first))


def sizes_of(name: str) -> list[int]:
    """Return the sizes of the tables of that name, larger first."""
    parts = (part.split("x") for part in name.split("+"))
    return [int(size) for count, size in parts for _ in range(int(count))]


def decode(name: str, seats: str) -> list[Grouping]:
    """Return the rounds: `seats` names the table of each player, round after round."""
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
    """Q and seats of every schedule, by the tables."""
    rows: dict[str, list[tuple[int, str]]] = {}
    for name, q, seats in everything():
        rows.setdefault(name, []).append((q, seats))
    return rows


def everything() -> Iterator[tuple[str, int, str]]:
    """Every schedule kept: the tables' name, the Q written beside it, the seats (`decode`)."""
    for line in (NOBODY_AGAIN + SOME_AGAIN).split("\n"):
        if line:
            name, q, seats = line.split(" ")
            yield name, int(q), seats
