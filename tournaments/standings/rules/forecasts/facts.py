"""What a forecast knows, and what it says."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tournaments.events.rules.counting import ALL_COUNT, Counting, RoundResult

SURE, OUT, OPEN = "sure", "out", "open"
"""Whether a goal is reached whatever happens, cannot be reached any more, or is open."""


@dataclass(frozen=True, slots=True)
class Person:
    """An entry before the last round.

    results: the earlier rounds of its score, the missed ones too. adjusted: what adjustments add.
    plays: it is expected to play the last round. may_play: it can, since it has not withdrawn.
    ranked, ranked_if_missed: it has played enough rounds for a place if it plays, and if it does not.
    """

    entry: str
    results: tuple[RoundResult, ...]
    adjusted: Fraction = Fraction(0)
    plays: bool = True
    may_play: bool = True
    ranked: bool = True
    ranked_if_missed: bool = True


@dataclass(frozen=True, slots=True)
class Table:
    """A table of the last round. so_far: the net chips of each entry. deals: planned. played: of these."""

    entries: tuple[str, ...]
    so_far: tuple[int | Fraction, ...]
    deals: int
    played: int = 0

    @property
    def left(self) -> int:
        """The deals that are still to come."""
        return max(self.deals - self.played, 0)


@dataclass(frozen=True, slots=True)
class LastRound:
    """An event before its last round, or while it is played.

    people: who can still have the places that are told; the others are behind them for sure.
    number: of the round. tables: empty if it is not drawn. sizes, deals: its tables then, and their deals.
    smallest, largest: how few and how many people can sit at a table.
    points: (table size, points or bonuses of the places). worths: (table size, worth of a chip).
    spreads: (table size, chips that a result spreads per square root of a deal).
    boards_shared: chips on the boards are shared at the end of the round, so a table that is over is not
    settled. top: the places of the second goal.
    """

    people: tuple[Person, ...]
    number: int
    tables: tuple[Table, ...] = ()
    sizes: tuple[int, ...] = ()
    deals: int = 12
    smallest: int = 3
    largest: int = 6
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

    place: 1: to win. share: the chance; equal scores reach it in equal parts.
    certain: `SURE`, `OUT` or `OPEN`.
    chips: with so many more chips from now on, the chance is one half; None: the score does not follow from
    chips alone.
    at_table: the worst place at the table that is enough in any case; None: none is, or the score does not
    follow from places. alone: nobody may share this place.
    """

    place: int
    share: float
    certain: str = OPEN
    chips: int | None = None
    at_table: int | None = None
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Outlook:
    """What one entry can still reach: to win, and the first `LastRound.top` places."""

    entry: str
    win: Goal
    top: Goal


@dataclass(frozen=True, slots=True)
class Forecast:
    """The outlooks, the best chance first. top: the place of the second goal."""

    outlooks: tuple[Outlook, ...]
    top: int
