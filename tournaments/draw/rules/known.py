"""Rounds without a repeat that are known: kept in `bank.txt`, or by rotation.

**The bank** has the schedules that took a long search or a finite field. There are two kinds: full tables
without a repeat, for the most rounds that are known; and events for which a short search is worse than the
long one (a few repeats, or tables of two sizes). The tests count each schedule. Players are numbers from 0;
the caller assigns them at random. A line of the file has the tables, Q (the sum over all pairs of
C(meetings, 2)) and, for each round and player, the table as one character from "0" to "z", larger tables
first.

**Rotation.** There are g tables of p players. A player is (i, a): i is below p, and a below g. The player in
seat i moves on by i tables in every round, modulo g. Two players meet again only if (i - j) (h - h') is a
multiple of g. So there is no repeat in g rounds if g is a prime number, and none while
g > (p - 1) (rounds - 1). If that is too few rounds, the seats move by other numbers. For any two seats, the
difference of their moves must be different in every round. The moves are searched round by round, smallest
first. Two players with the same i never meet, so if p divides g there is one more round of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, groupby, takewhile
from pathlib import Path
from typing import Final

from tournaments.draw.rules.request import Grouping

FILE: Final = Path(__file__).with_name("bank.txt")
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def kept_rounds(sizes: Sequence[int]) -> list[Grouping]:
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


_MOST_STEPS = 3_000
"""The most steps of the search for the next round."""


def rotated(tables: int, size: int, rounds: int) -> list[Grouping]:
    """Return up to that many rounds without a repeat: at least one, and all of them if `is_sure`.

    Player (i, a) has the number i * tables + a. Tables of two play a round robin.
    """
    if size == 2:
        return pairs(tables, rounds)
    sure = takewhile(lambda number: is_sure(tables, size, number), range(1, rounds + 1))
    moves = [[seat * (number - 1) for seat in range(size)] for number in sure]
    if len(moves) < rounds:
        moves = max(moves, _moves(tables, size, rounds), key=len)
    made = turned(tables, moves)
    if len(made) < rounds and tables % size == 0:
        # Players of the same seat have never met.
        made.append([list(range(first, first + size)) for first in range(0, tables * size, size)])
    return made


def turned(tables: int, moves: Sequence[Sequence[int]]) -> list[Grouping]:
    """Return a round for each of these moves. moves: by how many tables each seat has moved."""
    return [
        [[seat * tables + (t + by) % tables for seat, by in enumerate(move)] for t in range(tables)]
        for move in moves
    ]


def is_sure(tables: int, size: int, rounds: int) -> bool:
    """Return whether seats that move by i tables in every round make that many rounds without a repeat."""
    return all(seat * number % tables for seat in range(1, size) for number in range(1, rounds))


def pairs(tables: int, rounds: int) -> list[Grouping]:
    """Return up to that many rounds of tables of two: one player stays, the others rotate."""
    turning = 2 * tables - 1
    return [
        [[turning if step == 0 else (h - step) % turning, (h + step) % turning] for step in range(tables)]
        for h in range(min(rounds, turning))
    ]


def _moves(tables: int, size: int, rounds: int) -> list[list[int]]:
    """Return by how many tables each seat has moved, round by round. Seat 0 stays."""
    # The differences of the moves of two seats so far. None of them may come again.
    used: dict[tuple[int, int], set[int]] = {pair: set() for pair in combinations(range(size), 2)}
    moves: list[list[int]] = []
    while len(moves) < min(rounds, tables):
        move = _next_move(tables, size, used)
        if move is None:
            break
        moves.append(move)
        for (a, b), differences in used.items():
            differences.add((move[b] - move[a]) % tables)
    return moves


def _next_move(tables: int, size: int, used: dict[tuple[int, int], set[int]]) -> list[int] | None:
    """Return the smallest moves, seat by seat, whose differences are all new; None without such moves."""
    move, tried, steps_left = [0], -1, _MOST_STEPS
    while 0 < len(move) < size and steps_left:
        steps_left -= 1
        seat = len(move)
        tried += 1
        if tried == tables:
            # This seat has no place, so the seat before must move on. Seat 0 never moves.
            tried = move.pop()
            if not move:
                return None
        elif all((tried - move[other]) % tables not in used[other, seat] for other in range(seat)):
            move.append(tried)
            tried = -1
    return move if len(move) == size else None
