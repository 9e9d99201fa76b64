"""Which seats of a table play a deal, when somebody has left and the table plays with one seat less.

The document of a deal counts the seats that play from 0, clockwise. `places` are the numbers of these seats
at the table, in that order: with seat 1 empty at a table of four they are 0, 2, 3.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any


def places_in(seats: Iterable[int], empty_from: Mapping[int, int], deal: int) -> list[int]:
    """Return the seats that play this deal. empty_from: by seat, the number of the first deal without it."""
    return [seat for seat in sorted(seats) if empty_from.get(seat, deal + 1) > deal]


def in_turn(dealer: int, before: Sequence[int], places: Sequence[int], rules: Mapping[str, Any]) -> int:
    """Return who deals next, counted among `places`.

    before: the seats that played the last deal. dealer: who would deal next if these still played, as an
    index in `before`. If that seat is empty now, the next one in the order of play deals. Raises LookupError
    if all seats of `before` are empty.
    """
    step = 1 if rules["direction"] == "clockwise" else -1
    following = (before[(dealer + step * turn) % len(before)] for turn in range(len(before)))
    left = [seat for seat in following if seat in places]
    return places.index(left[0])


def account_names(places: Sequence[int]) -> dict[str, str]:
    """Return the account of each seat, by its name in documents: `seat 1` may be the account `seat 2`."""
    return {f"seat {index}": f"seat {seat}" for index, seat in enumerate(places)}
