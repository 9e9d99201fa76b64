"""What is known of a last round, and the scores that it can bring.

The last round joins the results that a person has. Where only the best rounds count, it competes with the
weakest of them, so a score is either with it or without it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import inf

from tournaments.events.rules.counting import ALL_COUNT, MEAN, Counting, RoundResult, count_rounds, score_of

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

    people: those who can still get a place that the forecast is about; all others are certainly behind them.
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

    @property
    def to_lose(self) -> int:
        """How many chips the entry can still lose until the chance is down to one half."""
        return -(self.chips or 0)


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


@dataclass(frozen=True, slots=True)
class Course:
    """How a score follows from the result of the last round.

    total, weight: of the rounds that count in any case, adjustments included. gain: what a chip or point of
    the last round adds; more than 1 where missed rounds are worth the mean. weakest: the (total, weight) that
    counts if the last round is not better; None: the last round counts. deals: the weight of the last round.
    is_mean: the score is total / weight.
    """

    total: Fraction = Fraction(0)
    weight: int = 0
    gain: Fraction = Fraction(1)
    weakest: tuple[Fraction, int] | None = None
    deals: int = 1
    is_mean: bool = False

    def score(self, value: Fraction | int) -> Fraction:
        """Return the score with this total of the last round."""
        total, weight = self.total + self.gain * value, self.weight + self.deals
        if self.weakest is not None:
            kept, its_weight = self.weakest
            if Fraction(value) / self.deals <= kept / its_weight:
                total, weight = self.total + kept, self.weight + its_weight
        return total / max(weight, 1) if self.is_mean else total

    def needed(self, score: Fraction | float) -> Fraction | None:
        """Return the least total of the last round with which the score is at least this.

        None: it is so with each total. Only for rounds of equal weight.
        """
        if self.weakest is not None and self.score(self.weakest[0] - 1) >= score:
            return None
        weight = max(self.weight + self.deals, 1) if self.is_mean else 1
        return (Fraction(score) * weight - self.total) / self.gain

    def most(self, score: Fraction | float) -> Fraction | float:
        """Return the greatest total of the last round with which the score is at most this."""
        if self.weakest is not None and self.score(self.weakest[0] - 1) > score:
            return -inf
        weight = max(self.weight + self.deals, 1) if self.is_mean else 1
        return (Fraction(score) * weight - self.total) / self.gain


def score_without(person: Person, last: LastRound, *, missed: bool) -> Fraction:
    """Return the score of a person who has not played the last round. missed: they have missed it."""
    counting = last.counting
    played = [replace(result, counts=True) for result in person.results if not result.missed]
    absent = [result.round for result in person.results if result.missed]
    whole = count_rounds(played, [*absent, *([last.number] if missed else [])], counting, last.scoring)
    return score_of(whole, person.adjusted, mean=counting.is_mean(last.scoring))


def is_told(counting: Counting) -> bool:
    """Whether scores that count like this can be forecast.

    Where a missed round is worth the mean and the worst rounds are struck, one result changes which missed
    rounds are struck. No `Course` says that.
    """
    return counting.missed != MEAN or (counting.best is None and counting.struck is None)


def course_of(person: Person, scoring: str, counting: Counting, deals: int) -> Course:
    """Return how the score of a person follows from the last round. deals: of its table."""
    is_mean = counting.is_mean(scoring)
    # What was struck before may count now.
    played = [replace(result, counts=True) for result in person.results if not result.missed]
    missed = [result.round for result in person.results if result.missed]
    weight = deals if scoring == "average" else 1
    results = [
        result for result in count_rounds(played, missed, counting, scoring) if result.total is not None
    ]
    total = person.adjusted + sum((Fraction(result.total or 0) for result in played), Fraction(0))
    if counting.missed == MEAN and missed:
        # Each missed round is worth the mean of the rounds that were played, the last one included.
        gain = 1 + Fraction(len(missed), len(played) + 1)
        of_played = (total - person.adjusted) * gain
        return Course(person.adjusted + of_played, len(results), gain, deals=weight)
    counted = _how_many_count(counting, len(results) + 1)
    best = sorted(results, key=lambda each: (Fraction(each.result or 0), -each.round), reverse=True)
    surely = best[: counted - 1] if counted <= len(results) else best
    weakest = best[counted - 1] if counted <= len(results) else None
    return Course(
        person.adjusted + sum((Fraction(each.total or 0) for each in surely), Fraction(0)),
        sum(each.weight for each in surely),
        weakest=None if weakest is None else (Fraction(weakest.total or 0), weakest.weight),
        deals=weight,
        is_mean=is_mean,
    )


def _how_many_count(counting: Counting, rounds: int) -> int:
    if counting.best is not None:
        return min(counting.best, rounds)
    return rounds - min(counting.struck or 0, rounds - 1)
