"""In which orders bots sit down, so that none is favoured by its neighbours.

The dealer moves from table to table by itself, so only who follows whom matters: the orders are circular.
There are 6 of four different bots, 2 of two and two, of bots that are all alike 1.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import count
from math import factorial, gcd, lcm, prod

MOST_ORDERS = 24
"""All the circular orders of five different bots. Of larger tables, so many are chosen."""
LOOKED_AT = 720
"""Arrangements among which they are chosen, where there are more."""


@lru_cache(maxsize=64)
def circular_orders(names: tuple[tuple[str, ...], ...]) -> tuple[tuple[int, ...], ...]:
    """The different circular orders of positions 0, 1, ... with these names, at most ``MOST_ORDERS``.

    A name has one word for each side: in a comparison two positions are alike only if they are so on both
    sides, and both sides sit in the same orders. Orders that name the same in turn are one; positions of one
    name come in ascending order. Each begins with a position of the rarest name.

    Where there are more than ``MOST_ORDERS``, those are chosen one after another in which the names follow
    each other that have done so least, of equals the first in the alphabet (of the names, as they first
    appear). Where there are more than ``LOOKED_AT`` arrangements after the first position, so many of these
    are looked at, in steps of the golden section that spread them evenly.
    """
    kinds = list(dict.fromkeys(names))
    letters = [kinds.index(name) for name in names]
    counts = Counter(letters)
    first = min(counts, key=lambda letter: (counts[letter], letter))
    rest = counts - Counter([first])
    arrangements = _arrangements(rest)
    step = next(step for step in count(arrangements * 618 // 1000 + 1) if gcd(step, arrangements) == 1)
    found = {
        _turned((first, *_arrangement(rest, at * step % arrangements)), first)
        for at in range(min(arrangements, LOOKED_AT))
    }
    chosen = sorted(found)
    if len(chosen) > MOST_ORDERS:
        chosen = _mixed(chosen, counts)
    return tuple(_positions(order, letters) for order in chosen)


def _mixed(orders: list[tuple[int, ...]], counts: Counter[int]) -> list[tuple[int, ...]]:
    """``MOST_ORDERS`` of these, in which everybody follows everybody about as often as by chance."""
    pairs = lcm(*(counts[one] * counts[other] for one in counts for other in counts))
    met: Counter[tuple[int, int]] = Counter()
    """How often one letter followed another, for each pair of their positions."""
    left = [(order, list(zip(order, order[1:] + order[:1], strict=True))) for order in orders]
    chosen: list[tuple[int, ...]] = []
    while len(chosen) < MOST_ORDERS:
        best = min(left, key=lambda one: sum(met[pair] for pair in one[1]))
        left.remove(best)
        chosen.append(best[0])
        for one, other in best[1]:
            met[one, other] += pairs // (counts[one] * counts[other])
    return chosen


def _arrangements(counts: Counter[int]) -> int:
    """In how many ways so many of each letter can stand in a row."""
    return factorial(counts.total()) // prod(map(factorial, counts.values()))


def _arrangement(counts: Counter[int], number: int) -> list[int]:
    """The row of that number, from 0, in alphabetical order."""
    left = counts.copy()
    row = []
    while left.total():
        for letter in sorted(left):
            rest = left - Counter([letter])
            beginning_so = _arrangements(rest)
            if number < beginning_so:
                break
            number -= beginning_so
        row.append(letter)
        left = rest
    return row


def _turned(row: tuple[int, ...], first: int) -> tuple[int, ...]:
    """Of the rows that are the same in a circle and begin with ``first``, the first in the alphabet."""
    return min(row[at:] + row[:at] for at in range(len(row)) if row[at] == first)


def _positions(order: tuple[int, ...], letters: list[int]) -> tuple[int, ...]:
    """The positions that bear the letters of an order."""
    left: dict[int, list[int]] = {}
    for position, letter in enumerate(letters):
        left.setdefault(letter, []).append(position)
    return tuple(left[letter].pop(0) for letter in order)
