"""How much luck moves at tables of different sizes: the spreads that the scoring `even` divides by.

The spread of a table size is the standard deviation of the net chips of a seat in a round, per square root
of its deals, in thousandths of a chip. Equal bots have played it once (`python -m tests.measure_spreads`), by
preset, purse, limit of bets, seats and length of a round. It grows with the length, because chips stay on
the board: from one deal to 24 by up to 16 percent with `pagat`, by up to 84 percent with other presets. Other
switches have the value of their preset.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import pairwise
from math import isqrt
from typing import Any, Final

from tournaments.events.rules.tables import TABLE, Deals

Table = dict[str, dict[str, dict[str, dict[str, list[int]]]]]
"""Spreads by preset, purse ("credit" or "table"), limit, seats and `ROUNDS`: the file `spreads.json`."""

USUAL_PRESET: Final = "pagat"
UNLIMITED: Final = 160
"""Bots never bet so much: without a limit chips spread as with this one."""
LIMITS: Final = (5, 10, 20, 40, UNLIMITED)
ROUNDS: Final = (1, 4, 12, 24)
"""Deals of a round."""
PURSE: Final = 100
"""Chips of a purse of the table when it was measured. Purses over twice as large spread like credit."""


def spreads_of(
    table: Table, preset: str, rules: Mapping[str, Any], chips: int, deals: Deals
) -> dict[int, int]:
    """Return the spread of each table size that the rules allow. chips: of a purse of the table.

    The nearest limit and size that were measured are taken. Between two measured lengths of a round the
    spread is on the line between theirs.
    """
    purse = "table" if rules["purse"] == "table" and chips <= 2 * PURSE else "credit"
    by_limit = table.get(preset, table[USUAL_PRESET])[purse]
    by_seats = by_limit[str(_nearest(LIMITS, rules["bet_limit"] or UNLIMITED))]
    least, most = rules["players"]
    return {
        seats: _at_length(by_seats[str(_nearest(map(int, by_seats), seats))], deals.at(seats))
        for seats in range(least, most + 1)
    }


def weights(spreads: Mapping[int, int], size: int, per: str = TABLE) -> dict[int, Fraction]:
    """Return the worth of a chip at each table size, in chips at a table of the preferred `size`.

    per: what the number of deals in a round counts (`tables.TABLE` or `SEAT`). What matters is how far chips
    spread in a whole round. Where all tables play as many deals, their number cancels out. Where everybody
    deals equally often, larger tables play more deals, so the spread of a round grows with the square root of
    the seats.
    """
    whole = {seats: _of_a_round(value, seats, per) for seats, value in spreads.items()}
    return {seats: Fraction(whole[size], value) for seats, value in whole.items()}


def _of_a_round(spread: int, seats: int, per: str) -> int:
    """Return the spread of a round, per square root of the number that `per` counts."""
    return spread if per == TABLE else (isqrt(4 * spread * spread * seats) + 1) // 2


def _at_length(measured: Iterable[int], deals: int) -> int:
    for (shorter, low), (longer, high) in pairwise(zip(ROUNDS, measured, strict=True)):
        if deals <= longer:
            return low + (high - low) * (deals - shorter) // (longer - shorter)
    return high


def _nearest(measured: Iterable[int], wanted: int) -> int:
    return min(measured, key=lambda each: max(Fraction(each, wanted), Fraction(wanted, each)))
