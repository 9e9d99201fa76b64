"""Rounds in which nobody meets twice, from the arithmetic of finite fields.

g tables of p people: write a player as (i, a), i below p, a an element of a field with g elements. In
round h the players of table t are (i, t + i h) for every i. Two people with different i then meet in
exactly one round, because (i - j) h = a - b has exactly one answer; two with the same i never meet,
so that one more round can be made of them where p divides g. So 9 tables of 5 play 9 rounds, 8 of 4
play 9.

A field has as many elements as a prime or a power of one. Where g is none, a product of fields serves
as long as p is not above the smallest of them: 15 tables of 3 (3 times 5) play 16 rounds.
"""

from __future__ import annotations

from functools import lru_cache
from math import prod

Grouping = list[list[int]]


def schedule(tables: int, size: int, rounds: int) -> list[Grouping]:
    """Return up to that many rounds of `tables` tables of `size`, no two players meeting twice.

    Empty where the arithmetic does not reach: `size` above the smallest prime power in `tables`.
    Player i * tables + a is (i, a).
    """
    orders = prime_powers(tables)
    if size > min(orders, default=0):
        return []
    fields = [Field(order) for order in orders]
    found = []
    for h in range(min(tables, rounds)):
        columns = [_shifted(fields, column, h) for column in range(size)]
        found.append(
            [[column * tables + columns[column][t] for column in range(size)] for t in range(tables)]
        )
    if len(found) < rounds and tables % size == 0:
        found.append([list(range(first, first + size)) for first in range(0, tables * size, size)])
    return found


def prime_powers(number: int) -> list[int]:
    """Return the powers of different primes whose product is this number: 60 is 4 * 3 * 5."""
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


class Field:
    """The field with `order` elements (a prime power), numbered from 0.

    An element is a polynomial over the prime's field, its number the coefficients read in base
    `prime`. Element 0 is nought and element 1 is one; where `order` is prime this is counting modulo
    `order`.
    """

    def __init__(self, order: int) -> None:
        self.order = order
        self.prime = next(p for p in range(2, order + 1) if order % p == 0)
        self._powers = _powers_of_a_generator(order, self.prime)
        self._logs = {element: exponent for exponent, element in enumerate(self._powers)}

    def add(self, a: int, b: int) -> int:
        """The sum: coefficient by coefficient."""
        total, place = 0, 1
        while a or b:
            a, first = divmod(a, self.prime)
            b, second = divmod(b, self.prime)
            total += (first + second) % self.prime * place
            place *= self.prime
        return total

    def multiply(self, a: int, b: int) -> int:
        """The product, by the logarithms to the base of a generator."""
        if a == 0 or b == 0:
            return 0
        return self._powers[(self._logs[a] + self._logs[b]) % (self.order - 1)]


@lru_cache(maxsize=64)
def _powers_of_a_generator(order: int, prime: int) -> list[int]:
    """All elements but nought, as the powers of one of them, from the zeroth on.

    That one is x, in the polynomials modulo x^k - (c_0 + c_1 x + ...): the right c are those for which
    the powers of x come round to 1 only after all `order - 1` elements. Every field has such.
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
    """x times that element: coefficients move up one place, the one falling out is x^k = `reduction`."""
    falling, rest = divmod(element, top)
    result, place = rest * prime, 1
    while place <= top:
        digit = (result // place + falling * (reduction // place)) % prime
        result += (digit - result // place % prime) * place
        place *= prime
    return result


def _shifted(fields: list[Field], column: int, h: int) -> list[int]:
    """t + column * h for every t, in the product of these fields (part by part)."""
    numbers = [0]
    for field in fields:
        h, part = divmod(h, field.order)
        step = field.multiply(column, part)
        moved = [field.add(t, step) for t in range(field.order)]
        weight = len(numbers)
        numbers = [low + weight * high for high in moved for low in numbers]
    return numbers


def longest(tables: int, size: int) -> int:
    """Return how many rounds `schedule` has for these tables at the most."""
    orders = prime_powers(tables)
    if not orders or size > min(orders):
        return 0
    return prod(orders) + (tables % size == 0)
