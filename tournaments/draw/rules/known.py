"""Rounds without a repeat that are known: kept in `bank.txt`, from finite fields, or by rotation.

**The bank** has the schedules that took a long search. There are two kinds: full tables without a repeat, for
the most rounds that are known; and events for which a short search is worse than the long one (a few repeats,
or tables of two sizes). The tests count each schedule. Players are numbers from 0; the caller assigns them at
random. A line of the file has the tables, Q (the sum over all pairs of C(meetings, 2)) and, for each round
and player, the table as one character from "0" to "z", larger tables first.

**Fields.** There are g tables of p players. A player is (i, a): i is below p, and a is an element of a field
with g elements. In round h the players of table t are (i, t + i h) for every i. Two players with different i
meet in exactly one round, because (i - j) h = a - b has one solution. Two players with the same i never meet,
so if p divides g there is one more round of them. So 9 tables of 5 play 9 rounds, and 8 tables of 4 play 9. A
field has a prime power of elements. If g is not a prime power, a product of fields works if p is at most the
smallest of them: 15 tables of 3 (3 times 5) play 16 rounds.

**Rotation.** The same with whole numbers modulo g: the player in seat i moves on by i tables in every round.
Two players meet again only if (i - j) (h - h') is a multiple of g, so there is no repeat while
g > (p - 1) (rounds - 1). With fewer tables the seats move by other numbers. For any two seats, the difference
of their moves must be different in every round. The moves are searched round by round, smallest first, or
kept from a longer search.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, groupby
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


def rounds_of_field(tables: int, size: int, rounds: int) -> list[Grouping]:
    """Return up to that many rounds without a repeat. Player (i, a) has the number i * tables + a.

    The result is empty if `size` is above the smallest prime power in `tables`.
    """
    orders = prime_powers(tables)
    if size > min(orders, default=0):
        return []
    fields = [FiniteField(order) for order in orders]
    made = []
    for h in range(min(tables, rounds)):
        columns = [_shifted(fields, column, h) for column in range(size)]
        made.append([[column * tables + columns[column][t] for column in range(size)] for t in range(tables)])
    if len(made) < rounds and tables % size == 0:
        made.append([list(range(first, first + size)) for first in range(0, tables * size, size)])
    return made


def prime_powers(number: int) -> list[int]:
    """Return the prime powers whose product is this number: 4, 3 and 5 for 60."""
    powers, prime = [], 2
    while number > 1:
        power = 1
        while number % prime == 0:
            number //= prime
            power *= prime
        if power > 1:
            powers.append(power)
        prime += 1
    return powers


class FiniteField:
    """The field with `order` elements (a prime power), numbered from 0.

    An element is a polynomial over the field of the prime; its number is its coefficients in base `prime`.
    Elements 0 and 1 are zero and one. If `order` is prime, this is arithmetic modulo `order`.
    """

    def __init__(self, order: int) -> None:
        self.order = order
        self.prime = next(p for p in range(2, order + 1) if order % p == 0)
        self._powers = _powers_of_a_generator(order, self.prime)
        self._logs = {element: exponent for exponent, element in enumerate(self._powers)}

    def add(self, a: int, b: int) -> int:
        """Return the sum, coefficient by coefficient."""
        total, place = 0, 1
        while a or b:
            a, first = divmod(a, self.prime)
            b, second = divmod(b, self.prime)
            total += (first + second) % self.prime * place
            place *= self.prime
        return total

    def multiply(self, a: int, b: int) -> int:
        """Return the product, by logarithms to the base of a generator."""
        if a == 0 or b == 0:
            return 0
        return self._powers[(self._logs[a] + self._logs[b]) % (self.order - 1)]


@lru_cache(maxsize=64)
def _powers_of_a_generator(order: int, prime: int) -> list[int]:
    """Return all elements except zero, as the powers of a generator.

    The generator is x, in the polynomials modulo x^k - (c_0 + c_1 x + ...). The coefficients c are chosen so
    that the powers of x reach 1 only after all `order` - 1 elements. Every field has such coefficients.
    """
    top = order // prime
    for reduction in range(1, order):
        powers, element = [1], _times_x(1, top, prime, reduction)
        while element > 1 and len(powers) < order - 1:
            powers.append(element)
            element = _times_x(element, top, prime, reduction)
        if element == 1 and len(powers) == order - 1:
            return powers
    raise AssertionError("every field has a generator")


def _times_x(element: int, top: int, prime: int, reduction: int) -> int:
    """Return x times the element: the coefficients move up; x^k is replaced by `reduction`."""
    falling, rest = divmod(element, top)
    result, place = rest * prime, 1
    while place <= top:
        digit = (result // place + falling * (reduction // place)) % prime
        result += (digit - result // place % prime) * place
        place *= prime
    return result


def _shifted(fields: list[FiniteField], column: int, h: int) -> list[int]:
    """Return t + column * h for every t, in the product of these fields."""
    numbers = [0]
    for field in fields:
        h, part = divmod(h, field.order)
        step = field.multiply(column, part)
        moved = [field.add(t, step) for t in range(field.order)]
        weight = len(numbers)
        numbers = [low + weight * high for high in moved for low in numbers]
    return numbers


_KEPT_MOVES = {
    (14, 4): "0b11 02d7 00a6 0c65 0503 0dbd 0430 0678 0994 07ca 0a29 035b 018c",
    (14, 5): "02a27 0c414 070c5 036da 099bb 00261 0433d 0ab59 08d98 0b780 06102",
    (15, 4): "0e9c 03a7 0466 0cd3 0080 08c5 0978 0742 062d 0a1b 055e 0104 0be1 02ba 0d39",
    (15, 5): "098d7 06eee 0cd02 03634 01b7c 0a4b9 0739d 0e54b 029c5 04128 0b083 05710",
    (18, 6): "0hf065 039814 09e506 0b7d4g 0529dh 00d7e7 07668a 01bcb0 08g2a1 0ccafc 0f833d 0e3b99 0dh47f",
    (20, 6): (
        "0hh257 01e512 07ia21 0213if 0a6486 06cjd3 0e3d3c 08ffea 0db8gg 0c2ib4 0j01cj 0g4ca5 0id79h 058h60 "
        "0b59fi"
    ),
}
"""Moves from a long search, by tables and seats: a word for each round, a base-36 digit for each seat."""

_MOST_STEPS = 3_000
"""The most steps of the search for the next round."""


def rotated(tables: int, size: int, rounds: int) -> list[Grouping]:
    """Return up to that many rounds without a repeat: at least one, and all of them if `is_sure`.

    Player (i, a) has the number i * tables + a. Tables of two play a round robin.
    """
    if size == 2:
        return pairs(tables, rounds)
    if is_sure(tables, size, rounds):
        moves = [[seat * h for seat in range(size)] for h in range(rounds)]
    else:
        moves = max(_kept(tables, size), _moves(tables, size, rounds), key=len)[:rounds]
    made = [
        [[seat * tables + (t + move[seat]) % tables for seat in range(size)] for t in range(tables)]
        for move in moves
    ]
    if len(made) < rounds and tables % size == 0:
        # Players of the same seat have never met.
        made.append([list(range(first, first + size)) for first in range(0, tables * size, size)])
    return made


def is_sure(tables: int, size: int, rounds: int) -> bool:
    """Return whether that many rounds need no search."""
    return tables > (size - 1) * (rounds - 1)


def pairs(tables: int, rounds: int) -> list[Grouping]:
    """Return up to that many rounds of tables of two: one player stays, the others rotate."""
    turning = 2 * tables - 1
    return [
        [[turning if step == 0 else (h - step) % turning, (h + step) % turning] for step in range(tables)]
        for h in range(min(rounds, turning))
    ]


def _kept(tables: int, size: int) -> list[list[int]]:
    """Return the kept moves for that many tables, with as many seats or more; may be empty."""
    kept = [
        words.split() for (number, seats), words in _KEPT_MOVES.items() if number == tables and seats >= size
    ]
    return [[int(digit, 36) for digit in word[:size]] for word in max(kept, key=len, default=[])]


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
