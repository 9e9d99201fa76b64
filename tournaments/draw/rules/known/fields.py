"""Rounds without a repeat, from the arithmetic of finite fields.

There are g tables of p players. A player is (i, a): i is below p, and a is an element of a field with g
elements. In round h the players of table t are (i, t + i h) for every i. Two players with different i meet
in exactly one round, because (i - j) h = a - b has one solution. Two players with the same i never meet, so
if p divides g there is one more round of them. So 9 tables of 5 play 9 rounds, and 8 tables of 4 play 9.

A field has a prime power of elements. If g is not a prime power, a product of fields works if p is at most
the
smallest of them: 15 tables of 3 (3 times 5) play 16 rounds.
"""

from __future__ import annotations

from functools import lru_cache
from math import prod

from tournaments.draw.rules.request import Grouping


def schedule(tables: int, size: int, rounds: int) -> list[Grouping]:
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


def longest(tables: int, size: int) -> int:
    """Return the most rounds that `schedule` can make for these tables."""
    orders = prime_powers(tables)
    if not orders or size > min(orders):
        return 0
    return prod(orders) + (tables % size == 0)
