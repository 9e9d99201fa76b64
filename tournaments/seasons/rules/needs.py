"""What people need on the last evening.

If an evening is worth something by place (`scheme.BY_PLACE`), the answer is a place. With the place `sure` or
a better one, a person reaches the goal in every outcome that needs no act of a director. With `possible` or a
better one they can still reach it. An equal score reaches the goal possibly, but not for sure, because
tie-breaks could decide against it.

An outcome says who comes, who is noted as absent, how many guests come and become members, which places are
shared, and who is not ranked. Acts are: a penalty, a credit, a correction, a note of an absence, a round more
or less, a changed setting, and a person who is entered after the start.

With other worths, with a decay and with a weighted mean, nobody can say how much a rival may win. Then the
answer is how many points a person is behind the goal.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache

from tournaments.seasons.rules.counting import Member, count, reason_of, too_few
from tournaments.seasons.rules.exact import points
from tournaments.seasons.rules.scheme import BY_PLACE, POINTS, Scheme
from tournaments.seasons.rules.table import Facts, in_order, nights_of, table, weights_of
from tournaments.seasons.rules.worth import Played, worth_of_place


@dataclass(frozen=True, slots=True)
class Need:
    """What a person needs to reach the goal.

    missing: how many points they are behind the goal now; at 0 or less they are there.
    sure: the worst place on the last evening that is enough; None: no place is. alone: it is enough only if
    nobody shares it. possible: the worst place that can be enough; None: the goal is out of reach.
    """

    person: str
    missing: Fraction
    sure: int | None = None
    alone: bool = False
    possible: int | None = None


@dataclass(frozen=True, slots=True)
class Terms:
    """The last evening of a table, and the question.

    evening: its id. number: in the calendar. weight: of the evening.
    people: how many people may have a place on it, from two to the most; empty if nobody knows.
    newcomers: whether a guest of the evening becomes a member of this table.
    goal: the place to reach. final: it is the last place for the final.
    """

    evening: str
    number: int
    people: range
    weight: Fraction = Fraction(1)
    newcomers: bool = False
    goal: int = 1
    final: bool = False


def needs(facts: Facts, scheme: Scheme, terms: Terms, first: int = 10) -> list[Need]:
    """Return what each of the first people of the table needs. facts: before the last evening."""
    lines = [line for line in table(facts, scheme, trend=False) if not line.below]
    leading = lines[:first]
    at_goal = lines[min(terms.goal, len(lines)) - 1].score if lines else Fraction(0)
    missing = {line.person: at_goal - line.score for line in leading}
    if not tells_places(facts, scheme, terms):
        return [Need(person, points_missing) for person, points_missing in missing.items()]
    hopes, worths = hopes_of(facts, scheme, terms), Worths(scheme, terms)
    return [_need(person, hopes, worths, terms, missing[person]) for person in missing]


def tells_places(facts: Facts, scheme: Scheme, terms: Terms) -> bool:
    """Return whether the answer is a place, and not points."""
    weights = {evening.weight for evening in facts.evenings if evening.counts} | {terms.weight}
    is_weighted_mean = scheme.mean_from is not None and weights != {1}
    return scheme.worth in BY_PLACE and not scheme.decay and not is_weighted_mean and bool(terms.people)


class Worths:
    """What the places of the last evening are worth, in thousandths, if nobody knows how many people come."""

    def __init__(self, scheme: Scheme, terms: Terms) -> None:
        self.places = terms.people[-1]
        # A list of points says the same for each number of people.
        numbers = [self.places] if scheme.worth == POINTS else list(terms.people)

        @cache
        def of(place: int, sharing: int) -> tuple[int, int]:
            each = [
                worth_of_place(scheme, people, place, sharing, terms.weight)
                for people in numbers
                if people >= place + sharing - 1
            ]
            return min(each), max(each)

        self._of = of
        singles = [of(place, 1) for place in range(1, self.places + 1)]
        # With one place alone: who is the only one that is ranked.
        self.only = worth_of_place(scheme, 1, 1, 1, terms.weight)
        # Who comes and is not ranked gets nothing.
        self.least = min(0, *(low for low, _high in singles))

    def steps(self, together: int) -> list[int]:
        """Return all that a place can be worth, the least first, if at most `together` people share it."""
        return sorted(
            {
                self.most_of(place, sharing)
                for sharing in range(1, together + 1)
                for place in range(1, self.places - sharing + 2)
            }
        )

    def least_of(self, place: int, sharing: int = 1) -> int:
        """Return the least that a place is worth to each of those who share it."""
        return self._of(place, sharing)[0]

    def most_of(self, place: int, sharing: int = 1) -> int:
        """Return the most that a place is worth to each of those who share it."""
        return self._of(place, sharing)[1]


@dataclass(slots=True)
class Hope:
    """The final scores that a member can have after the last evening.

    played, reasons: of the evenings before. absence: why they miss the last one, if they do not come. extra:
    credits and start points. known: scores already computed, by the worth of the last evening; the key None:
    if they do not come.
    """

    member: Member
    played: Sequence[Played | None]
    reasons: Mapping[int, str]
    absence: str
    extra: Fraction
    terms: Terms
    scheme: Scheme
    weights: Sequence[Fraction] | None
    known: dict[int | None, Fraction | None] = field(default_factory=dict)

    @property
    def comes(self) -> bool:
        """Whether they can come."""
        return not self.member.has_left(self.terms.number)

    def with_worth(self, worth: int) -> Fraction | None:
        """Return the score if the evening is worth `worth` thousandths. None: no place in the table."""
        if worth not in self.known:
            self.known[worth] = self._score(Played(worth, 0, 0), self.reasons)
        return self.known[worth]

    def without(self) -> Fraction | None:
        """Return the score if they do not come. None: no place in the table."""
        if None not in self.known:
            reasons = {**self.reasons, len(self.played): self.absence}
            self.known[None] = self._score(None, reasons)
        return self.known[None]

    def _score(self, night: Played | None, reasons: Mapping[int, str]) -> Fraction | None:
        result = count([*self.played, night], reasons, self.scheme, self.weights)
        if too_few(self.scheme.least_ranked, result.attended, result.missed):
            return None
        if self.terms.final and (
            not self.comes or too_few(self.scheme.least_final, result.attended, result.missed)
        ):
            return None
        return result.score + self.extra + points(self.scheme.bonus * result.attended)

    def reaches_without(self, score: Fraction) -> bool:
        """Whether they have this score if they do not come."""
        mine = self.without()
        return mine is not None and mine >= score

    def reaches(self, score: Fraction, worth: int) -> bool:
        """Whether they have this score if the evening is worth so much."""
        mine = self.with_worth(worth)
        return self.comes and mine is not None and mine >= score

    def worst(self, worths: Worths) -> Fraction | None:
        """Return the lowest score that can come out; None: below the line."""
        scores = [self.without(), *([self.with_worth(worths.least)] if self.comes else [])]
        return None if None in scores else min(score for score in scores if score is not None)


def hopes_of(facts: Facts, scheme: Scheme, terms: Terms) -> dict[str, Hope]:
    """Return the possible final scores of each member, and of newcomers, as many as could reach the goal."""
    evenings = in_order(facts.evenings)
    weights = weights_of(evenings)
    if weights is not None or terms.weight != 1:
        weights = [*(evening.weight for evening in evenings), terms.weight]
    most = min(terms.goal, terms.people[-1]) if terms.newcomers and terms.people else 0
    new = [Member(f"newcomer {number}", joined=terms.number) for number in range(most)]
    hopes: dict[str, Hope] = {}
    for member in [*facts.members, *new]:
        played, reasons = nights_of(member, evenings, facts.absences)
        extra = points(member.credits + member.start)
        absence = reason_of(member, terms.evening, terms.number, facts.absences)
        hopes[member.person] = Hope(member, played, reasons, absence, extra, terms, scheme, weights)
    return hopes


def _need(person: str, hopes: Mapping[str, Hope], worths: Worths, terms: Terms, missing: Fraction) -> Need:
    mine = hopes[person]
    rivals = [hope for other, hope in hopes.items() if other != person]
    places = worths.places if mine.comes else 0
    lowest = [rival.worst(worths) for rival in rivals]

    def is_sure(place: int, sharing: int = 1) -> bool:
        if place == 1 and sharing == 1 and not is_sure_without_others():
            return False
        score = mine.with_worth(worths.least_of(place, sharing))
        return score is not None and not _is_passed(score, place, sharing, rivals, worths, terms.goal)

    def is_sure_without_others() -> bool:
        """Whether it is enough to be the only one who is ranked: the others have nothing from the evening."""
        score = mine.with_worth(worths.only)
        passing = (
            rival.reaches_without(score) or rival.reaches(score, 0) for rival in rivals if score is not None
        )
        return score is not None and sum(passing) < terms.goal

    def is_possible(place: int) -> bool:
        score = mine.with_worth(worths.most_of(place))
        return score is not None and sum(low is not None and low > score for low in lowest) < terms.goal

    sure = _last(places, is_sure)
    alone = any(not is_sure(sure, sharing) for sharing in range(2, places - sure + 2)) if sure else False
    return Need(person, missing, sure or None, alone, _last(places, is_possible) or None)


def _last(number: int, is_enough: Callable[[int], bool]) -> int:
    """Return the worst place that is enough; 0: none is. A worse place never helps, so the first ones are."""
    return bisect_left(range(1, number + 1), 1, key=lambda place: int(not is_enough(place)))


def _is_passed(
    score: Fraction, place: int, sharing: int, rivals: Sequence[Hope], worths: Worths, goal: int
) -> bool:
    """Return whether so many rivals as the goal has places can reach this score together.

    place, sharing: of the person who has this score, and how many have this place.
    """
    wanted = goal - sum(rival.reaches_without(score) for rival in rivals)
    if wanted <= 0:
        return True
    steps = worths.steps(min(max(wanted, sharing), worths.places))
    others = [rival for rival in rivals if not rival.reaches_without(score)]
    demands = sorted(_least_step(rival, score, steps) for rival in others)[:wanted]
    # Those who need the least; the most demanding one of them has the best place.
    needed = [steps[demand] for demand in reversed(demands) if demand < len(steps)]
    return len(needed) == wanted and _fit(needed, place, sharing, worths)


def _least_step(rival: Hope, score: Fraction, steps: Sequence[int]) -> int:
    """Return the first step with which a rival reaches a score; the number of steps, if none is enough."""
    return bisect_left(steps, 1, key=lambda worth: int(rival.reaches(score, worth)))


def _fit(needed: Sequence[int], place: int, sharing: int, worths: Worths) -> bool:
    """Return whether rivals who need these worths, the largest first, can have them together.

    Free are all places but the one that `sharing` people have, of whom the others may be rivals.
    """

    @cache
    def fits(first: int, at: int) -> bool:
        if first == len(needed):
            return True
        left = len(needed) - first
        if at == place:
            here = sharing > 1 and needed[first] <= worths.most_of(place, sharing)
            return fits(first + (min(sharing - 1, left) if here else 0), place + sharing)
        until = place if at < place else worths.places + 1
        for together in range(1, min(until - at, left) + 1):
            if needed[first] > worths.most_of(at, together):
                break
            if fits(first + together, at + together):
                return True
        return False

    return fits(0, 1)
