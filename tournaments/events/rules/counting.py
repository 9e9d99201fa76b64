"""Which rounds count, and what they count: missed rounds, the best rounds, a minimum of rounds.

The unit is the result of a round in the scoring of the event: what the round adds to the score. Under
`average` it is the net chips per deal of the round.

The rounds that an entry could have played are those that count into its score: with `carry`, the rounds of
the stages before, too. Each of them is played or missed.

* Played: the entry had a seat with a deal in it.
* Missed: the round is closed, the entry is an entrant of its stage, somebody of its category (people or bots)
  played in it, and the entry had no deal in it. The reason does not matter: an entry that came late, has
  withdrawn, was left out, or sat at a table that had no deal, missed the round. The first stage has all
  entries as entrants; a stage with a cut has those whom the cut chose. A knockout has no missed rounds,
  because who is out plays no more. While a round is being played, nobody has missed it. Nobody misses a void
  round.

First each missed round gets its value. Then the worst rounds are struck. So a missed round that is worth
nothing can be struck. Of equal results the later round is struck. At least one round of each entry counts.
Adjustments are never struck: they are added to the sum of the rounds that count.

The score is this sum. It is a mean where rounds are left out of it: under `average` the net chips of the
rounds that count are divided by their deals, and with `uncounted` the sum is divided by the number of rounds
that count. A sum would treat a round that does not count like a round without chips.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from tournaments.core.rules.refusals import Invalid, gettext_noop

NOTHING, MEAN, FIXED, UNCOUNTED = "nothing", "mean", "fixed", "uncounted"
MISSED: Final = (NOTHING, MEAN, FIXED, UNCOUNTED)
"""What a missed round is worth: 0; the mean of the rounds that the entry played; a fixed value; it does not
count."""


@dataclass(frozen=True, slots=True)
class Counting:
    """Which rounds count.

    missed: one of `MISSED`. fixed: the value of a missed round with `fixed`. best: how many rounds count, the
    best ones. struck: how many rounds do not count, the worst ones. least: an entry with fewer rounds is not
    ranked. None: there is no such rule.
    """

    missed: str = NOTHING
    fixed: Fraction | None = None
    best: int | None = None
    struck: int | None = None
    least: int | None = None

    def is_mean(self, scoring: str) -> bool:
        """Whether the score is a mean of the rounds that count, and not their sum."""
        return scoring == "average" or self.missed == UNCOUNTED


ALL_COUNT: Final = Counting()
"""All rounds count, and a missed one is worth nothing."""


@dataclass(frozen=True, slots=True)
class RoundResult:
    """What one round adds to the score of an entry.

    total: chips or points; None for a missed round that does not count. weight: what the total is divided by:
    the deals under `average`, else 1. counts: it is part of the score, so it is neither struck nor left out.
    """

    round: int
    total: Fraction | int | None
    weight: int = 1
    missed: bool = False
    counts: bool = True

    @property
    def result(self) -> Fraction | int | None:
        """The result of the round in the scoring of the event."""
        return self.total if self.total is None or self.weight < 2 else Fraction(self.total) / self.weight

    @property
    def state(self) -> str:
        """`counted`, `struck`, `missed`, or `missed_struck` for a missed round that is struck."""
        if self.missed:
            return "missed" if self.counts or self.total is None else "missed_struck"
        return "counted" if self.counts else "struck"


class MissedScoreUnused(Invalid):
    """There is a value for missed rounds, but they are not worth a fixed value."""

    sentence = gettext_noop(
        "There is a value for missed rounds, but a missed round is not worth a fixed value. Choose "
        "the fixed value, or remove it."
    )


class MissedScoreMissing(Invalid):
    """A missed round is worth a fixed value, and the value is missing."""

    sentence = gettext_noop("A missed round is worth a fixed value. Give this value.")


class MissedByAverage(Invalid):
    """The score is chips per deal, so a missed round has no value."""

    sentence = gettext_noop(
        "The score is chips per deal, and a missed round has no deals. So it cannot be worth the "
        "mean or a fixed value. Choose that it does not count."
    )


class BestAndStruck(Invalid):
    """Either the best rounds count or the worst ones are struck, not both."""

    sentence = gettext_noop(
        "Either the best rounds count, or the worst rounds are struck. Fill in only one of the two."
    )


def check_counting(counting: Counting, scoring: str) -> None:
    """Raise Refusal for settings that contradict each other.

    `missed_score_missing`, `missed_score_unused`, `missed_by_average`, `best_and_struck`.
    """
    if counting.missed == FIXED and counting.fixed is None:
        raise MissedScoreMissing(field="missed_score")
    if counting.missed != FIXED and counting.fixed is not None:
        raise MissedScoreUnused(field="missed_score")
    if scoring == "average" and counting.missed in (MEAN, FIXED):
        raise MissedByAverage(field="missed")
    if counting.best is not None and counting.struck is not None:
        raise BestAndStruck(field="struck_rounds")


class StruckTooMany(Invalid):
    """No round would be left to count."""

    sentence = gettext_noop(
        "%(struck)d rounds cannot be struck, because only %(rounds)d make a score, and one must "
        "remain. Plan more rounds, or strike fewer."
    )


class LeastTooMany(Invalid):
    """The minimum of rounds is larger than the number of rounds."""

    sentence = gettext_noop(
        "Nobody can play the minimum of %(least)d rounds, because the event has %(rounds)d. Plan "
        "more rounds, or lower the minimum."
    )


class BestTooMany(Invalid):
    """More rounds would count than make a score."""

    sentence = gettext_noop(
        "The best %(best)d rounds cannot count, because only %(rounds)d make a score. Plan more "
        "rounds, or let fewer count."
    )


def check_rounds(counting: Counting, stages: Sequence[tuple[int | None, bool]]) -> None:
    """Raise Refusal for settings that need more rounds than the event has.

    stages: the rounds of each stage (None: not known yet), and whether it has `carry`. `best` and `struck`
    are compared with the most rounds that count into one score, `least` with all rounds. If a number is not
    known, nothing is refused. Codes: `best_too_many`, `struck_too_many`, `least_too_many`.
    """
    rounds = [number for number, _carry in stages if number is not None]
    if len(rounds) < len(stages):
        return
    together, most = 0, 0
    for number, carry in zip(rounds, (carry for _number, carry in stages), strict=True):
        together = number + (together if carry else 0)
        most = max(most, together)
    if counting.best is not None and counting.best > most:
        raise BestTooMany(field="best_rounds", best=counting.best, rounds=most)
    if counting.struck is not None and counting.struck >= most:
        raise StruckTooMany(field="struck_rounds", struck=counting.struck, rounds=most)
    if counting.least is not None and counting.least > sum(rounds):
        raise LeastTooMany(field="least_rounds", least=counting.least, rounds=sum(rounds))


def rounds_due(
    closed: Iterable[int],
    entrants: Collection[str],
    bots: Collection[str],
    seated: Mapping[str, Collection[int]],
) -> dict[int, frozenset[str]]:
    """Return who could have played each closed round of a stage that is no knockout.

    entrants: of the stage. bots: all bots of the event; the others are people. seated: by entry the rounds in
    which it had a deal.
    """
    people, machines = (
        frozenset(entry for entry in entrants if (entry in bots) == machine) for machine in (False, True)
    )
    played: dict[int, set[bool]] = defaultdict(set)
    for entry, rounds in seated.items():
        for number in rounds:
            played[number].add(entry in bots)
    return {
        number: (people if False in played[number] else frozenset())
        | (machines if True in played[number] else frozenset())
        for number in closed
    }


def missed_by(entry: str, due: Mapping[int, Collection[str]], seated: Collection[int]) -> list[int]:
    """Return the rounds that an entry missed. seated: the rounds in which it had a deal."""
    return [number for number, who in due.items() if entry in who and number not in seated]


def is_below(counting: Counting, played: int, missed: int) -> bool:
    """Return whether an entry has played too few rounds to be ranked.

    It is below the line if it has played fewer rounds than the minimum, and would have reached it with the
    rounds that it missed. So the minimum does not count before so many rounds are closed, and not
    for players whom a cut or a knockout left out before.
    """
    return counting.least is not None and played < counting.least <= played + missed


def count_rounds(
    played: Sequence[RoundResult], missed: Iterable[int], counting: Counting, scoring: str
) -> tuple[RoundResult, ...]:
    """Return the rounds of an entry in their order: the played ones and the missed ones, with what counts."""
    value = None if scoring == "average" else _value_of_missed(played, counting)
    there = {result.round for result in played}
    absent = [
        RoundResult(number, value, missed=True, counts=value is not None)
        for number in missed
        if number not in there
    ]
    rounds = sorted([*played, *absent], key=lambda result: result.round)
    struck = _struck(rounds, counting)
    if not struck:
        return tuple(rounds)
    return tuple(replace(result, counts=False) if result.round in struck else result for result in rounds)


def score_of(rounds: Iterable[RoundResult], adjusted: Fraction, *, mean: bool) -> Fraction:
    """Return the score: the sum of the rounds that count and of the adjustments, or their mean."""
    counted = [result for result in rounds if result.counts]
    total = adjusted + sum(result.total or 0 for result in counted)
    return total / max(sum(result.weight for result in counted), 1) if mean else total


def _value_of_missed(played: Sequence[RoundResult], counting: Counting) -> Fraction | int | None:
    if counting.missed == UNCOUNTED:
        return None
    if counting.missed == FIXED:
        return counting.fixed
    if counting.missed == MEAN and played:
        return Fraction(sum(result.total or 0 for result in played)) / len(played)
    return 0


def _struck(rounds: Sequence[RoundResult], counting: Counting) -> frozenset[int]:
    """Return the numbers of the struck rounds: the worst ones, of equal ones the later."""
    if counting.best is None and counting.struck is None:
        return frozenset()
    worst_first = sorted((result.result, -result.round) for result in rounds if result.result is not None)
    if counting.best is not None:
        number = len(worst_first) - counting.best
    else:
        number = min(counting.struck or 0, len(worst_first) - 1)
    return frozenset(-later for _result, later in worst_first[: max(number, 0)])
