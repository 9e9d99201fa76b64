"""What an evening is worth for each person who played it: the step from an event to a season.

This is the only step that rounds: worth times weight, to a thousandth, half up. The result depends on one
evening alone, so it can be kept until this evening or the scheme changes. Where older evenings count less,
the result contains the worth after each step of the decay (`EveningWorth.at`). So the table of any day can
be made from it.

People who share a place share the points of the places that they cover: each gets the mean. In the scheme
`ROOT` this is the mean of square roots, and it is rounded exactly, too.

An adjustment of the evening is a part of its standing. The schemes `TABLES` and `EVEN` add up what people got
at their tables. They count an adjustment only if it was given in the same unit (points or chips), because
points cannot be converted into chips.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from tournaments.seasons.rules import scheme as switches
from tournaments.seasons.rules.exact import half_up, root, sum_of_roots, thousandths
from tournaments.seasons.rules.scheme import Scheme
from tournaments.standings.rules.scoring import Tally, add_up, rows, unit_of

COUNTING, FINAL, FRIENDLY = "counting", "final", "friendly"
"""What an evening is for: the table, the final (it makes places, not the table), or nothing."""


class Result(NamedTuple):
    """A line of the standing of an evening.

    place: from 1, shared by equal people; 0 for who came but was not ranked. score: in the scoring of the
    event. net: net chips. deals: how many they played.
    """

    person: str
    place: int
    score: Fraction | int = 0
    net: Fraction | int = 0
    deals: int = 0


@dataclass(frozen=True, slots=True)
class Evening:
    """An event within a season, with what counts of it: its final standing, a stage, or the sum of rounds.

    evening: its id. number: its place in the calendar, from 1. age: days since then, for schemes with decay.
    standing: a line for each person who played. tallies: with persons as entries; needed for `TABLES`, for
    `EVEN`, and for the tie-break `shared_tables`. weights: the worth of a chip by round and table size
    (`spreads.weights`), for `EVEN`. unit: of the adjustments in the tallies (`scoring.unit_of`).
    """

    evening: str
    number: int
    standing: Sequence[Result]
    tallies: Sequence[Tally] = ()
    weight: Fraction = Fraction(1)
    kind: str = COUNTING
    age: int = 0
    weights: Mapping[int, Mapping[int, Fraction]] | None = None
    unit: str = "chips"


class Played(NamedTuple):
    """What one evening gives a person: worth in thousandths, weighted; place (0: none); net chips; deals."""

    worth: int
    place: int
    net: Fraction | int
    deals: int = 0


@dataclass(frozen=True, slots=True)
class EveningWorth:
    """What an evening gives each person who played it.

    weight: after the decay; 0 if the evening is too old to count. tables: by person the place points at each
    (round, table), for the tie-break `shared_tables`; empty if the scheme does not have it.
    age: days since the evening. steps: the ages in days after which the weight is less. weights: the weight
    before the first step and after each step. aged: the same for the worth, by person, in thousandths. The
    last three are empty without decay.
    """

    evening: str
    number: int
    played: Mapping[str, Played]
    weight: Fraction = Fraction(1)
    kind: str = COUNTING
    tables: Mapping[str, Mapping[tuple[int, str], Fraction]] = field(default_factory=dict)
    age: int = 0
    steps: tuple[int, ...] = ()
    weights: tuple[Fraction, ...] = ()
    aged: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    def at(self, age: int) -> EveningWorth:
        """Return what the evening gives when it is so many days old."""
        step = sum(age > days for days in self.steps)
        if not self.steps or self.weights[step] == self.weight:
            return replace(self, age=age)
        played = {
            person: night._replace(worth=self.aged[person][step]) for person, night in self.played.items()
        }
        return replace(self, age=age, weight=self.weights[step], played=played)

    def of(self, people: Mapping[str, str]) -> EveningWorth:
        """Return the same with other names for these people."""
        return replace(
            self,
            played={people.get(person, person): night for person, night in self.played.items()},
            tables={people.get(person, person): tables for person, tables in self.tables.items()},
            aged={people.get(person, person): worths for person, worths in self.aged.items()},
        )

    @property
    def deals(self) -> int:
        """The most deals that one person played."""
        return max((played.deals for played in self.played.values()), default=0)

    @property
    def counts(self) -> bool:
        """Whether the evening is a part of the table."""
        return self.kind == COUNTING and self.weight > 0

    def as_json(self) -> dict[str, Any]:
        """Return the worth of age 0 as JSON, to keep it with the version of the event and the scheme."""
        young = self.at(0)
        return {
            "evening": self.evening,
            "number": self.number,
            "weight": str(young.weight),
            "kind": self.kind,
            "played": {
                person: [
                    *gained[:2],
                    int(gained.net) if gained.net.denominator == 1 else str(gained.net),
                    gained.deals,
                ]
                for person, gained in young.played.items()
            },
            "tables": {
                person: [[number, table, str(points)] for (number, table), points in tables.items()]
                for person, tables in self.tables.items()
            },
            "steps": list(self.steps),
            "weights": [str(weight) for weight in self.weights],
            "aged": {person: list(worths) for person, worths in self.aged.items()},
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> EveningWorth:
        """Read what `as_json` wrote."""
        return cls(
            data["evening"],
            data["number"],
            {
                person: Played(worth, place, Fraction(net) if isinstance(net, str) else net, deals)
                for person, (worth, place, net, deals) in data["played"].items()
            },
            Fraction(data["weight"]),
            data["kind"],
            {
                person: {(number, table): Fraction(points) for number, table, points in tables}
                for person, tables in data["tables"].items()
            },
            steps=tuple(data["steps"]),
            weights=tuple(map(Fraction, data["weights"])),
            aged={person: tuple(worths) for person, worths in data["aged"].items()},
        )


def worth_of(evening: Evening, scheme: Scheme, members: Collection[str] | None = None) -> EveningWorth:
    """Return what an evening gives each person who played it.

    members: of the season or of the division; needed with `among: members`, where places count among these
    alone and others get nothing.
    """
    standing = evening.standing
    if scheme.among == switches.MEMBERS and members is not None:
        standing = within(standing, members)
    worths = _worths(evening, standing, scheme, evening.weight)
    tables = (
        _table_points(evening) if switches.SHARED_TABLES in scheme.ties and evening.kind == COUNTING else {}
    )
    young = EveningWorth(
        evening.evening,
        evening.number,
        {line.person: Played(worths[line.person], line.place, line.net, line.deals) for line in standing},
        evening.weight,
        evening.kind,
        tables,
    )
    if not scheme.decay:
        return young.at(evening.age)
    weights = tuple(
        evening.weight * factor for factor in (Fraction(1), *(each for _days, each in scheme.decay))
    )
    by_age = [_worths(evening, standing, scheme, weight) for weight in weights]
    return replace(
        young,
        steps=tuple(days for days, _factor in scheme.decay),
        weights=weights,
        aged={line.person: tuple(each[line.person] for each in by_age) for line in standing},
    ).at(evening.age)


def within(standing: Iterable[Result], people: Collection[str]) -> list[Result]:
    """Return the lines of these people, with the places that they have among themselves (1 2 2 4)."""
    lines = [line for line in standing if line.person in people]
    taken: dict[int, int] = {}
    for index, place in enumerate(sorted(line.place for line in lines if line.place), 1):
        taken.setdefault(place, index)
    return [line._replace(place=taken.get(line.place, 0)) for line in lines]


def worth_of_place(scheme: Scheme, people: int, place: int, sharing: int, weight: Fraction) -> int:
    """Return the worth of a place under a scheme by place: each of `sharing` people from `place` on gets it.

    people: how many have a place.
    """
    return _worth_of_place(scheme.worth, scheme.points, scheme.beyond, people, place, sharing, weight)


@lru_cache(maxsize=65536)
def _worth_of_place(
    worth: str, listed: tuple[int, ...], beyond: int, people: int, place: int, sharing: int, weight: Fraction
) -> int:
    places = range(place, place + sharing)
    if worth == switches.LINEAR:
        # The mean place of the group, doubled: 2 p + sharing - 1. Who is alone has left nobody behind.
        doubled = 2 * (people - place) - sharing + 1
        return thousandths(weight * Fraction(1000 * doubled, 2 * max(people - 1, 1)))
    if worth == switches.POINTS:
        total = sum(listed[each - 1] if each <= len(listed) else beyond for each in places)
        return half_up(total * weight.numerator, sharing * weight.denominator)
    if not weight:
        return 0
    return sum_of_roots((Fraction(people, each) for each in places), 10 * weight / sharing)


def _worths(evening: Evening, standing: Sequence[Result], scheme: Scheme, weight: Fraction) -> dict[str, int]:
    if scheme.worth in switches.BY_PLACE:
        sharing = Counter(line.place for line in standing if line.place)
        of_place = {
            place: worth_of_place(scheme, sharing.total(), place, number, weight)
            for place, number in sharing.items()
        }
        return {line.person: of_place.get(line.place, 0) for line in standing}
    if scheme.worth == switches.NET_ROOT:
        return {
            line.person: root(abs(Fraction(line.net)) * weight * weight, negative=line.net < 0)
            for line in standing
        }
    if scheme.worth in (switches.TABLES, switches.EVEN):
        sums = _sums(evening, "place" if scheme.worth == switches.TABLES else "even")
        return {line.person: thousandths(sums.get(line.person, Fraction(0)) * weight) for line in standing}
    return {line.person: thousandths(Fraction(line.score) * weight) for line in standing}


def _sums(evening: Evening, scoring: str) -> dict[str, Fraction]:
    """Return the sum of place points or of evened chips of each person at the tables of the evening."""
    tallies = evening.tallies
    if evening.unit != unit_of(scoring):
        tallies = [replace(tally, adjusted=0) if tally.adjusted else tally for tally in tallies]
    scored = rows((tally.entry for tally in tallies), tallies, scoring, None, evening.weights)
    return {row.entry: row.score for row in scored}


def _table_points(evening: Evening) -> dict[str, dict[tuple[int, str], Fraction]]:
    """Return the place points of each person at each (round, table)."""
    at_tables: dict[tuple[int, str], list[Tally]] = defaultdict(list)
    for tally in add_up(evening.tallies):
        if tally.table:
            at_tables[tally.round, tally.table].append(tally)
    points: dict[str, dict[tuple[int, str], Fraction]] = defaultdict(dict)
    for sitting, tallies in at_tables.items():
        if any(tally.deals > 0 for tally in tallies):
            for row in rows((tally.entry for tally in tallies), tallies, "place"):
                points[row.entry][sitting] = row.score - row.adjusted
    return dict(points)
