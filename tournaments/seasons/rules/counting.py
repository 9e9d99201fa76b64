"""Which evenings count, and what absences are.

An evening that counts was played by a member, or missed for one of these reasons:

* `late`: it was before the member joined. It is worth nothing, and it is struck before all other evenings.
* `excused`, `unexcused`, `organiser`: as the director wrote down; nothing written is `unexcused`.
* `reserve`, `withdrawn`: the member was not expected. It is worth nothing.

Whoever organised an evening attended it: it counts for the bonus and for the minimum.

First each missed evening gets its worth (`value_of`). Then evenings are struck: those before the member
joined first, then the worst; of equal ones the later. At least one counts. Struck evenings stay in the list.

A sum strikes by the weighted worth, because this is what it adds. A mean is the sum of the worths, divided by
the sum of the weights, and strikes by the worth for one unit of weight. Where the mean is taken from m
evenings on, each evening that is missing counts as 0 with weight 1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, Final, NamedTuple

from tournaments.events.rules.counting import FIXED, MEAN, Counting, is_below
from tournaments.seasons.rules.exact import half_up, points
from tournaments.seasons.rules.scheme import Scheme
from tournaments.seasons.rules.worth import Played

ACTIVE, RESERVE, WITHDRAWN = "active", "reserve", "withdrawn"

LATE: Final = "late"
EXCUSED, UNEXCUSED, ORGANISER = "excused", "unexcused", "organiser"
REASONS: Final = (EXCUSED, UNEXCUSED, ORGANISER)
"""The reasons that a director writes down."""

Absences = Mapping[tuple[str, str], str]
"""The reason of each absence, by (person, evening)."""


@dataclass(frozen=True, slots=True)
class Member:
    """A person in a season. joined: the number of the first evening that they could play. left: the number of
    the last one, if they have withdrawn. start, credits: points in thousandths; credits can be negative."""

    person: str
    status: str = ACTIVE
    joined: int = 1
    left: int | None = None
    start: int = 0
    credits: int = 0

    def has_left(self, number: int) -> bool:
        """Whether they had withdrawn before this evening; without a last evening, before all of them."""
        return self.status == WITHDRAWN if self.left is None else number > self.left


def reason_of(member: Member, evening: str, number: int, absences: Absences) -> str:
    """Return why a member missed an evening."""
    if number < member.joined:
        return LATE
    if member.has_left(number):
        return WITHDRAWN
    written = absences.get((member.person, evening))
    if written is None and member.status == RESERVE:
        return RESERVE
    return written or UNEXCUSED


def value_of(reason: str, scheme: Scheme, mean: Callable[[], int]) -> int | None:
    """Return what a missed evening is worth, in thousandths. mean: returns one's own mean for it.

    None: it does not count at all. Where the score is a mean, an absence that is worth nothing is left out.
    """
    worth, fixed = scheme.of_absence(reason) if reason in REASONS else ("", None)
    if worth == FIXED:
        return fixed
    if worth == MEAN:
        return mean()
    return 0 if scheme.mean_from is None else None


def too_few(least: int | None, done: int, lacked: int) -> bool:
    """Whether a member has attended too few evenings, or played too few deals, for a place or for the final.

    done, lacked: the evenings or deals attended and missed. As long as both together are fewer than `least`,
    nobody can have enough, so nobody has too few.
    """
    return is_below(Counting(least=least), done, lacked)


COUNTED, STRUCK, MISSED, MISSED_STRUCK = "counted", "struck", "missed", "missed_struck"


class Outcome(NamedTuple):
    """How one evening counts for one member.

    worth: in thousandths; None if it does not count at all. place: 0 if there is none. reason: why it was
    missed; empty if it was played.
    """

    evening: str
    worth: int | None
    state: str
    place: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Counted:
    """The evenings of a member, by their index, and the score: a sum or a mean, without bonus and credits.

    played: None for a missed evening. reasons: why each missed one was missed. values: what each is worth.
    struck: which ones are struck. attended: how many were played or organised. missed: the others.
    done, lacked: what counts for a minimum: the evenings attended and missed, or their deals.
    """

    played: Sequence[Played | None]
    reasons: Mapping[int, str]
    values: Sequence[int | None]
    struck: frozenset[int]
    score: Fraction
    attended: int
    missed: int
    done: int
    lacked: int

    def outcomes(self, evenings: Sequence[str]) -> tuple[Outcome, ...]:
        """Return the outcome of each evening for the member. evenings: their ids."""
        return tuple(self._outcome(index, evening) for index, evening in enumerate(evenings))

    def _outcome(self, index: int, evening: str) -> Outcome:
        played, value, struck = self.played[index], self.values[index], index in self.struck
        if played is None:
            state = MISSED_STRUCK if struck else MISSED
            return Outcome(evening, value, state, 0, self.reasons[index])
        return Outcome(evening, value, STRUCK if struck else COUNTED, played.place)


def count(
    played: Sequence[Played | None],
    reasons: Mapping[int, str],
    scheme: Scheme,
    weights: Sequence[Fraction] | None = None,
    deals: Sequence[int] = (),
) -> Counted:
    """Return the evenings of one member and the score.

    played: what each evening gave; None for a missed one. reasons: why it was missed, by index. weights: of
    the evenings; None if all are 1. deals: only if the minimum is a number of deals: for each evening, the
    most that one person played. An organiser is credited with so many.
    """
    values: list[int | None] = [None if night is None else night.worth for night in played]
    if reasons:
        _fill_missed(values, reasons, scheme, weights)
    valued: Sequence[int] = range(len(values))
    if None in values:
        valued = [index for index in valued if values[index] is not None]
    struck = _struck(values, valued, reasons, scheme, weights)
    worths = [value for value in values if value is not None]
    score = points(sum(worths) - sum(values[index] or 0 for index in struck))
    if scheme.mean_from is not None:
        number = len(valued) - len(struck)
        by = Fraction(number)
        if weights is not None:
            by = sum((weights[index] for index in valued if index not in struck), Fraction())
        score /= by + max(scheme.mean_from - number, 0)
    organised = sum(reason == ORGANISER for reason in reasons.values())
    missed = len(reasons) - organised
    done, lacked = len(played) - missed, missed
    if deals:
        done = sum(night.deals for night in played if night is not None)
        done += sum(deals[index] for index, reason in reasons.items() if reason == ORGANISER)
        lacked = sum(deals) - done
    return Counted(played, reasons, values, struck, score, len(played) - missed, missed, done, lacked)


def _fill_missed(
    values: list[int | None],
    reasons: Mapping[int, str],
    scheme: Scheme,
    weights: Sequence[Fraction] | None,
) -> None:
    """Write down what each missed evening is worth. values: of the played ones."""
    there = [index for index, value in enumerate(values) if value is not None]
    total = sum(values[index] or 0 for index in there)

    def mean(index: int) -> int:
        if not there:
            return 0
        if weights is None:
            return half_up(total, len(there))
        whole = total * weights[index] / sum((weights[each] for each in there), Fraction())
        return half_up(whole.numerator, whole.denominator)

    if weights is None:
        # Then the same absence is worth the same in each evening.
        known = {
            reason: value_of(reason, scheme, partial(mean, 0)) for reason in dict.fromkeys(reasons.values())
        }
        for index, reason in reasons.items():
            values[index] = known[reason]
        return
    for index, reason in reasons.items():
        values[index] = value_of(reason, scheme, partial(mean, index))


def _struck(
    values: Sequence[int | None],
    valued: Sequence[int],
    reasons: Mapping[int, str],
    scheme: Scheme,
    weights: Sequence[Fraction] | None,
) -> frozenset[int]:
    """Return the indexes of the evenings that are struck. valued: of those that are worth something."""
    if scheme.best is None and scheme.struck is None:
        return frozenset()
    number = len(valued)
    strike = number - scheme.best if scheme.best is not None else min(scheme.struck or 0, number - 1)
    if strike <= 0:
        return frozenset()
    # Of equal ones the later is struck: sorting keeps the order, and these are sorted from the last one on.
    worst_first = list(reversed(valued))
    worths: Sequence[Any] = values
    if scheme.mean_from is not None and weights is not None:
        worths = [(value or 0) / weight for value, weight in zip(values, weights, strict=True)]
    worst_first.sort(key=worths.__getitem__)
    if LATE in reasons.values():
        worst_first.sort(key=lambda index: reasons.get(index) != LATE)
    return frozenset(worst_first[:strike])
