"""What people need on the last evening.

It follows from the score that each person would have with each possible worth of that evening, struck
evenings included: the last evening may replace a bad one.

With a worth by place (`scheme.BY_PLACE`), the answer is a place: with `sure` or a better one they reach the
goal whatever the others do, and with `possible` they still can if the others do as badly as possible. Places
are not shared in this reckoning. Equal scores do not reach the goal for sure, because tie-breaks could go
wrong, but possibly. Whoever cannot have a place for too few evenings is no rival. If the goal is the final,
nor is who has too few evenings for it, or has withdrawn.

With other worths nobody can say how much a rival may win, so the answer is how many points are missing to the
person at the goal.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from tournaments.rules.season.attendance import Member, reason_of, too_few
from tournaments.rules.season.counting import count
from tournaments.rules.season.exact import points
from tournaments.rules.season.scheme import BY_PLACE, Scheme
from tournaments.rules.season.table import Facts, credits_of, in_order, table, weights_of
from tournaments.rules.season.worth import Played, worth_of_place


@dataclass(frozen=True, slots=True)
class Need:
    """What a person needs to reach the goal.

    sure: the worst place on the last evening that is enough in any case; None: no place is.
    possible: the worst place that can be enough; None: the goal is out of reach.
    missing: points that separate them from the goal now; 0 or less: they are there.
    """

    person: str
    missing: Fraction
    sure: int | None = None
    possible: int | None = None


@dataclass(frozen=True, slots=True)
class _Evening:
    """The last evening: its number, and the worth of each place. weights: of all evenings (`weights_of`).
    final: it decides who plays the final."""

    number: int
    worths: Sequence[int]
    weights: Sequence[Fraction] | None
    scheme: Scheme
    final: bool


@dataclass(slots=True)
class Hope:
    """What the last evening can make of a member. played, reasons: of the evenings before. extra: points."""

    member: Member
    played: Sequence[Played | None]
    reasons: Mapping[int, str]
    extra: Fraction
    last: _Evening
    known: dict[int, Fraction | None] = field(default_factory=dict)

    def score(self, place: int) -> Fraction | None:
        """Return the score after this place; 0: without coming. None: below the line."""
        if place not in self.known:
            self.known[place] = self._score(place)
        return self.known[place]

    def _score(self, place: int) -> Fraction | None:
        last, scheme = self.last, self.last.scheme
        night = Played(last.worths[place - 1], place, 0) if place else None
        reasons = dict(self.reasons)
        if night is None:
            reasons[len(self.played)] = reason_of(self.member, "", last.number, {})
        result = count([*self.played, night], reasons, scheme, last.weights)
        if too_few(scheme.least_ranked, result.attended, result.missed):
            return None
        if last.final and (not self.comes or too_few(scheme.least_final, result.attended, result.missed)):
            return None
        return result.score + self.extra + points(scheme.bonus * result.attended)

    @property
    def comes(self) -> bool:
        return not self.member.has_left(self.last.number)

    def places_to(self, score: Fraction) -> int | None:
        """Return the worst place that reaches a score; 0: none does. None: it needs none."""
        absent = self.score(0)
        if absent is not None and absent >= score:
            return None
        best = self.score(1) if self.comes else None
        if best is None or best < score:
            return 0
        return _last(len(self.last.worths), lambda place: (self.score(place) or score - 1) >= score)

    def worst(self) -> Fraction | None:
        """Return the lowest score that can come out; None: below the line."""
        scores = [self.score(place) for place in ((0, len(self.last.worths)) if self.comes else (0,))]
        return None if None in scores else min(score for score in scores if score is not None)


def needs(
    facts: Facts,
    scheme: Scheme,
    number: int,
    people: int,
    *,
    weight: Fraction = Fraction(1),
    goal: int = 1,
    final: bool = False,
    first: int = 10,
) -> list[Need]:
    """Return what each of the first people of the table needs to reach the place `goal`.

    facts: before the last evening. number: of the last evening in the calendar. people: how many will play
    it, also such as are not in this table. weight: of it. final: the goal is the last place for the final.
    """
    lines = [line for line in table(facts, scheme, trend=False) if not line.below]
    leading = lines[:first]
    at_goal = lines[min(goal, len(lines)) - 1].score if lines else Fraction(0)
    if scheme.worth not in BY_PLACE or people < 1:
        return [Need(line.person, at_goal - line.score) for line in leading]
    hopes = hopes_of(facts, scheme, number, people, weight, final=final)
    return [_need(line.person, hopes, goal, at_goal - line.score) for line in leading]


def _need(person: str, hopes: Mapping[str, Hope], goal: int, missing: Fraction) -> Need:
    mine = hopes[person]
    rivals = [hope for other, hope in hopes.items() if other != person]
    places = len(mine.last.worths) if mine.comes else 0

    def is_sure(place: int) -> bool:
        score = mine.score(place)
        return score is not None and _passing(score, place, rivals) < goal

    def is_possible(place: int) -> bool:
        score = mine.score(place)
        if score is None:
            return False
        return sum((worst := rival.worst()) is not None and worst > score for rival in rivals) < goal

    return Need(person, missing, _last(places, is_sure) or None, _last(places, is_possible) or None)


def _last(number: int, is_enough: Callable[[int], bool]) -> int:
    """Return the worst place that is enough; 0: none is. A worse place never helps, so the first ones are."""
    return bisect_left(range(1, number + 1), 1, key=lambda place: int(not is_enough(place)))


def _passing(score: Fraction, place: int, rivals: Sequence[Hope]) -> int:
    """Return how many rivals can reach this score together, if this place is taken.

    Each needs a place of their own. So those who need the best places get them first.
    """
    limits = [rival.places_to(score) for rival in rivals]
    passing, free = limits.count(None), 1
    for limit in sorted(limit for limit in limits if limit):
        if free == place:
            free += 1
        if free <= limit:
            free += 1
            passing += 1
    return passing


def hopes_of(
    facts: Facts, scheme: Scheme, number: int, people: int, weight: Fraction, *, final: bool
) -> dict[str, Hope]:
    """Return what the last evening can make of each member. The arguments are those of `needs`."""
    evenings = in_order(facts.evenings)
    weights = weights_of(evenings)
    if weights is not None or weight != 1:
        weights = [*(evening.weight for evening in evenings), weight]
    last = _Evening(
        number,
        [worth_of_place(scheme, people, place, 1, weight) for place in range(1, people + 1)],
        weights,
        scheme,
        final,
    )
    given = credits_of(facts.credits)
    hopes: dict[str, Hope] = {}
    for member in facts.members:
        played = [evening.played.get(member.person) for evening in evenings]
        reasons = {
            index: reason_of(member, evenings[index].evening, evenings[index].number, facts.absences)
            for index, night in enumerate(played)
            if night is None
        }
        extra = points(given.get(member.person, 0) + member.start)
        hopes[member.person] = Hope(member, played, reasons, extra, last)
    return hopes
