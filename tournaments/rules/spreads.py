"""How much luck moves at tables of different sizes: the spreads that the scoring `even` divides by.

The spread of a table size is the standard deviation of the net chips of a seat in a session, per square root
of a deal. Bots of equal strength play many sessions to measure it. The unit is a thousandth of a chip, so
that spreads are whole numbers and every machine computes the same scores from them.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import isqrt
from typing import Final

from tournaments.rules.deals import TABLE

DEALS: Final = 20_000
"""Deals that measure the spread of one table size. The spread is then right to about 1.5 percent."""

SEED: Final = 1
"""The seed of all these deals: the same rules have the same spreads in every event and on every machine."""

BOT: Final = "expert"
"""The bot at all seats."""


def sessions(deals_each: int) -> tuple[int, int]:
    """Return the number of sessions that measure a spread, and the deals of each: at least `DEALS` in all."""
    return -(-DEALS // deals_each), deals_each


def spread(seats: int, tables: int, deals: int, chips: int, squares: int) -> int:
    """Return the spread of tables with so many seats, in thousandths of a chip; at least 1.

    tables, deals: played in all. chips: the sum of the net chips of all seats at all tables. squares: the sum
    of their squares.
    """
    results = seats * tables
    # The variance of a session is squares / results - (chips / results)^2; it has deals / tables deals.
    variance = Fraction(squares * results - chips * chips, results * results)
    a_deal = variance * tables / deals * 4 * 10**6
    return max(1, (isqrt(a_deal.numerator // a_deal.denominator) + 1) // 2)


def weights(spreads: Mapping[int, int], size: int, per: str = TABLE) -> dict[int, Fraction]:
    """Return the worth of a chip at each table size, in chips at a table of the preferred `size`.

    per: what the number of deals in a round counts (`deals.TABLE` or `SEAT`). What matters is how far chips
    spread in a whole round. Where all tables play as many deals, their number cancels out. Where everybody
    deals equally often, larger tables play more deals, so the spread of a round grows with the square root of
    the seats.
    """
    whole = {seats: _of_a_round(value, seats, per) for seats, value in spreads.items()}
    return {seats: Fraction(whole[size], value) for seats, value in whole.items()}


def _of_a_round(spread: int, seats: int, per: str) -> int:
    """Return the spread of a round, per square root of the number that `per` counts."""
    return spread if per == TABLE else (isqrt(4 * spread * spread * seats) + 1) // 2
