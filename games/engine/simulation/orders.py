"""The orders in which bots sit at the tables, so that no bot profits from its neighbours.

The dealer changes from table to table anyway, so only the neighbours matter and the orders are circular. Four
different bots have 6 orders, two pairs of equal bots have 2, equal bots have 1.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import count
from math import factorial, gcd, lcm, prod

MOST_ORDERS = 24
"""The most orders of a job: all of five different bots, and a choice for larger tables."""
CANDIDATES = 720
"""The most arrangements from which the orders are chosen."""


@lru_cache(maxsize=64)
def circular_orders(names: tuple[tuple[str, ...], ...]) -> tuple[tuple[int, ...], ...]:
    """The different circular orders of the positions 0, 1, ... with these names, at most ``MOST_ORDERS``.

    A name has one word for each side. In a comparison two positions are equal only if they are equal on both
    sides, and both sides use the same orders. Orders with the same sequence of names count as one. Positions
    with the same name are in ascending order. Each order begins with a position of the rarest name.

    If there are more than ``MOST_ORDERS``, they are chosen one after the other: each time the order whose
    pairs of neighbours have occurred least, and of equals the first in alphabetical order (of the names, as
    they first appear). At most ``CANDIDATES`` arrangements are examined, in steps of the golden section,
    which spread them evenly.
    """
    kinds = list(dict.fromkeys(names))
    letters = [kinds.index(name) for name in names]
    counts = Counter(letters)
    first = min(counts, key=lambda letter: (counts[letter], letter))
    rest = counts - Counter([first])
    arrangements = _arrangements(rest)
    step = next(step for step in count(arrangements * 618 // 1000 + 1) if gcd(step, arrangements) == 1)
    different = {
        _turned((first, *_arrangement(rest, at * step % arrangements)), first)
        for at in range(min(arrangements, CANDIDATES))
    }
    chosen = sorted(different)
    if len(chosen) > MOST_ORDERS:
        chosen = _mixed(chosen, counts)
    return tuple(_positions(order, letters) for order in chosen)


def _mixed(orders: list[tuple[int, ...]], counts: Counter[int]) -> list[tuple[int, ...]]:
    """Choose ``MOST_ORDERS`` of these so that all pairs of neighbours occur about equally often."""
    pairs = lcm(*(counts[left] * counts[right] for left in counts for right in counts))
    met: Counter[tuple[int, int]] = Counter()
    """How often a letter followed another one, for each pair of their positions."""
    candidates = [(order, list(zip(order, order[1:] + order[:1], strict=True))) for order in orders]
    chosen: list[tuple[int, ...]] = []
    while len(chosen) < MOST_ORDERS:
        best = min(candidates, key=lambda candidate: sum(met[pair] for pair in candidate[1]))
        candidates.remove(best)
        chosen.append(best[0])
        for left, right in best[1]:
            met[left, right] += pairs // (counts[left] * counts[right])
    return chosen


def _arrangements(counts: Counter[int]) -> int:
    """The number of rows with this many of each letter."""
    return factorial(counts.total()) // prod(map(factorial, counts.values()))


def _arrangement(counts: Counter[int], number: int) -> list[int]:
    """The row with this number (from 0) in alphabetical order."""
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
    """Rotate a row so that it begins with ``first``. Of several rows return the first in the alphabet."""
    return min(row[at:] + row[:at] for at in range(len(row)) if row[at] == first)


def _positions(order: tuple[int, ...], letters: list[int]) -> tuple[int, ...]:
    """The positions with the letters of an order."""
    left: dict[int, list[int]] = {}
    for position, letter in enumerate(letters):
        left.setdefault(letter, []).append(position)
    return tuple(left[letter].pop(0) for letter in order)
