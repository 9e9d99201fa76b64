"""What a forecast knows, and what it says. No number here is simulated."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from tournaments.rules.counting import ALL_COUNT, Counting, RoundResult

SURE, OUT, OPEN = "sure", "out", "open"
"""Whether a goal is reached whatever happens, cannot be reached any more, or is open."""

MOST_RUNS: Final = 4_000
"""The most runs of a forecast. The chance of 50 % is then right to 1.6 points, in 19 of 20 forecasts."""


@dataclass(frozen=True, slots=True)
class Person:
    """An entry before the last round.

    results: the earlier rounds of its score, the missed ones too. adjusted: what adjustments add.
    net, deals: chips won and deals played in all earlier rounds; they say how strong it is.
    plays: it plays the last round. ranked: it will have played enough rounds to have a place.
    """

    entry: str
    results: tuple[RoundResult, ...]
    adjusted: Fraction = Fraction(0)
    net: int = 0
    deals: int = 0
    plays: bool = True
    ranked: bool = True


@dataclass(frozen=True, slots=True)
class Table:
    """A table of the last round. so_far: the net chips of each entry. deals: planned. played: of these."""

    entries: tuple[str, ...]
    so_far: tuple[int, ...]
    deals: int
    played: int = 0

    @property
    def left(self) -> int:
        """The deals that are still to come."""
        return max(self.deals - self.played, 0)


@dataclass(frozen=True, slots=True)
class LastRound:
    """An event before its last round, or while it is played.

    people: who can still have the places that the forecast tells; the others are behind them for sure.
    number: of the round. tables: empty if it is not drawn. sizes, deals: its tables then, and their deals.
    by_score: who has equal scores meets, as in a Swiss draw. Else anybody can meet anybody.
    points: (table size, points or bonuses of the places). worths: (table size, worth of a chip).
    spreads: (table size, chips that a result spreads per square root of a deal); empty: from the results.
    boards_shared: chips on the boards are shared at the end of the round, so a table that is over is not
    settled. top: the places of the second goal.
    """

    people: tuple[Person, ...]
    number: int
    tables: tuple[Table, ...] = ()
    sizes: tuple[int, ...] = ()
    deals: int = 12
    by_score: bool = False
    scoring: str = "chips"
    points: tuple[tuple[int, tuple[int, ...]], ...] = ()
    worths: tuple[tuple[int, Fraction], ...] = ()
    counting: Counting = ALL_COUNT
    spreads: tuple[tuple[int, float], ...] = ()
    boards_shared: bool = False
    top: int = 3
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Goal:
    """The chance that somebody reaches a place, or a better one.

    place: 1: to win. share: of the runs; equal scores reach it in equal parts.
    certain: `SURE`, `OUT` or `OPEN`.
    chips: with so many more chips from now on, the chance is one half; None: no number makes it that large,
    or the score follows from places at the table.
    at_table: the worst place at the table with which the chance is one half; None: no place makes it that
    large, or the score follows from chips. at_table_sure: the worst one that is enough in any case.
    """

    place: int
    share: float
    certain: str = OPEN
    chips: int | None = None
    at_table: int | None = None
    at_table_sure: int | None = None


@dataclass(frozen=True, slots=True)
class Outlook:
    """What one entry can still reach: to win, and the first `LastRound.top` places."""

    entry: str
    win: Goal
    top: Goal


@dataclass(frozen=True, slots=True)
class Forecast:
    """The outlooks, the best chance first. runs: how many simulated ends they come from."""

    outlooks: tuple[Outlook, ...]
    runs: int
    top: int
