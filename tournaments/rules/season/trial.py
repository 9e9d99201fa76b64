"""Other schemes: who moves under one, and how one does when it is tried out before a season starts.

`try_scheme` plays seasons of a club that does not exist, but whose people differ as much as those of this
club, and whose evenings depend on chance as much. It counts how often the best person wins. Each season
follows from the seed and its number, so seasons can be played in any parts, and `Tried` adds them up.

The spread of a club (`club_of`): one's results are a strength and a deviation in each evening. The deviations
are those of the played evenings from everybody's own mean. The strengths are these means, drawn together
until they differ only as much as chance in the means does not explain.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import isqrt
from random import Random
from typing import Final

from tournaments.rules.errors import RulesError, gettext_noop
from tournaments.rules.ranking import lot
from tournaments.rules.scoring import Tally
from tournaments.rules.season.attendance import Member
from tournaments.rules.season.exact import half_up
from tournaments.rules.season.final import qualify
from tournaments.rules.season.scheme import EVEN, SHARED_TABLES, TABLES, Scheme
from tournaments.rules.season.table import Facts, Line, table
from tournaments.rules.season.worth import Evening, Result, worth_of
from tournaments.rules.seating.sizes import split

MOST_SEASONS: Final = 100_000
MOST_EVENINGS: Final = 200
MOST_PEOPLE: Final = 1000
ALWAYS: Final = 1000
"""Somebody who comes to each evening, per mille."""


@dataclass(frozen=True, slots=True)
class Club:
    """The people of a club. strengths: results of a mean evening, the best person first. deviations: what
    chance adds in an evening. Both in thousandths of a chip. comes: how many of 1000 evenings people play."""

    strengths: tuple[int, ...]
    deviations: tuple[int, ...]
    comes: int = ALWAYS


@dataclass(frozen=True, slots=True)
class Tried:
    """The outcome of tried seasons. wins: of each person, in the order of `Club.strengths`."""

    seasons: int
    wins: tuple[int, ...]

    @property
    def best_wins(self) -> int:
        """How often the best person won."""
        return self.wins[0]

    def __add__(self, other: Tried) -> Tried:
        """Return the outcome of both parts."""
        wins = tuple(one + more for one, more in zip(self.wins, other.wins, strict=True))
        return Tried(self.seasons + other.seasons, wins)


@dataclass(frozen=True, slots=True)
class Moved:
    """A person under two schemes; None: no place."""

    person: str
    before: int | None
    after: int | None


def moved(before: Iterable[Line], after: Iterable[Line]) -> list[Moved]:
    """Return where each person of the table `after` was before, in its order."""
    places = {line.person: line.place for line in before}
    return [Moved(line.person, places.get(line.person), line.place) for line in after]


def without_final(scheme: Scheme) -> Scheme:
    """Return the same scheme without its final, to compare the two."""
    plain = Scheme()
    return replace(
        scheme, final=None, least_final=None, carry=plain.carry, carry_points=(), carry_step=plain.carry_step
    )


def club_of(evenings: Sequence[Evening]) -> Club:
    """Return the spread of results of a club, from the net chips of its evenings.

    Raises RulesError `trial_spread_missing` if fewer than two people played at least two evenings.
    """
    results: dict[str, list[int]] = defaultdict(list)
    for evening in evenings:
        for line in evening.standing:
            results[line.person].append(1000 * line.net)
    often = {person: nets for person, nets in results.items() if len(nets) > 1}
    if len(often) < 2:
        raise RulesError(
            "trial_spread_missing",
            gettext_noop(
                "The spread of results is not known, because fewer than two people played two evenings. Try "
                "the scheme after a few evenings."
            ),
        )
    means = {person: Fraction(sum(nets), len(nets)) for person, nets in often.items()}
    deviations: list[Fraction] = []
    noise = Fraction(0)
    for person, nets in often.items():
        away = [net - means[person] for net in nets]
        chance = sum((each * each for each in away), Fraction(0)) / (len(nets) - 1)
        noise += chance / len(nets)
        # From one's own mean results differ too little, the fewer they are.
        stretch = Fraction(isqrt(10**12 * len(nets) // (len(nets) - 1)), 10**6)
        deviations += [each * stretch for each in away]
    middle = sum(means.values(), Fraction(0)) / len(means)
    spread = sum(((mean - middle) ** 2 for mean in means.values()), Fraction(0)) / (len(means) - 1)
    left = max(spread - noise / len(means), Fraction(0)) / spread if spread else Fraction(0)
    shrink = Fraction(isqrt(10**12 * left.numerator // left.denominator), 10**6)
    strengths = sorted((_whole(middle + shrink * (mean - middle)) for mean in means.values()), reverse=True)
    played = sum(len(nets) for nets in often.values())
    comes = max(1, half_up(ALWAYS * played, len(often) * len(evenings)))
    return Club(tuple(strengths), tuple(map(_whole, deviations)), comes)


def try_scheme(
    scheme: Scheme, club: Club, evenings: int, seasons: int, seed: int | str, *, after: int = 0
) -> Tried:
    """Play seasons of so many evenings and return who won them.

    after: how many seasons of this seed were played before; the seasons are numbered from there on. A season
    without a final is won by the first of the table. Raises RulesError `trial_out_of_range`.
    """
    numbers = {
        "seasons": (seasons, 1, MOST_SEASONS),
        "evenings": (evenings, 1, MOST_EVENINGS),
        "people": (len(club.strengths), 2, MOST_PEOPLE),
        "deviations": (len(club.deviations), 1, MOST_PEOPLE * MOST_EVENINGS),
    }
    for name, (number, least, most) in numbers.items():
        if not least <= number <= most:
            raise RulesError(
                "trial_out_of_range",
                gettext_noop("Of “%(name)s” there can be %(least)d to %(most)d. Here it is %(number)d."),
                name=name,
                least=least,
                most=most,
                number=number,
            )
    wins = [0] * len(club.strengths)
    for number in range(after, after + seasons):
        wins[_winner(scheme, club, evenings, f"{seed}:{number}")] += 1
    return Tried(seasons, tuple(wins))


def _winner(scheme: Scheme, club: Club, evenings: int, seed: str) -> int:
    rng = Random(seed)  # noqa: S311 - a simulation must be repeatable
    people = [str(number) for number in range(len(club.strengths))]
    worths = []
    for number in range(1, evenings + 1):
        here = [one for one in people if _below(ALWAYS, rng) < club.comes]
        worths.append(worth_of(_evening(number, here, club, scheme, rng), scheme, people))
    facts = Facts([Member(one) for one in people], worths, {}, seed=seed, finished=True)
    lines = table(facts, scheme, trend=False)
    if scheme.final is None:
        # Nobody gets one and a half wins: also where a scheme shares places, a lot decides.
        first = [line.person for line in lines if line.ranked.place == 1]
        return int(max(first, key=lambda one: lot(seed, one)))
    start = {finalist.person: finalist.start for finalist in qualify(lines, scheme, seed=seed).finalists}
    if not start:
        return int(lines[0].person)
    played = worth_of(_evening(evenings + 1, list(start), club, scheme, rng), scheme, people).played
    return int(max(start, key=lambda one: (start[one] + played[one].worth, lot(seed, one))))


def _evening(number: int, here: Sequence[str], club: Club, scheme: Scheme, rng: Random) -> Evening:
    """Play an evening of one round: strength and chance."""
    results = {
        one: club.strengths[int(one)] + club.deviations[_below(len(club.deviations), rng)] for one in here
    }
    standing: list[Result] = []
    for index, (one, result) in enumerate(sorted(results.items(), key=lambda line: -line[1]), 1):
        shared = standing and results[standing[-1].person] == result
        net = half_up(result, 1000)
        standing.append(Result(one, standing[-1].place if shared else index, Fraction(result, 1000), net))
    tallies: list[Tally] = []
    if scheme.worth in (TABLES, EVEN) or SHARED_TABLES in scheme.ties:
        tallies = _tables(standing, rng)
    return Evening(str(number), number, standing, tallies)


def _tables(standing: Sequence[Result], rng: Random) -> list[Tally]:
    """Seat people by chance, at tables of four where their number allows it."""
    lines = [line for _lot, line in sorted(((rng.random(), line) for line in standing), key=_lot)]
    sizes = split(len(lines), 4, 3, 6) if len(lines) > 2 else [len(lines)]
    tallies: list[Tally] = []
    for table_number, size in enumerate(sizes, 1):
        sitting, lines = lines[:size], lines[size:]
        tallies += [Tally(line.person, 1, str(table_number), chips=line.net, deals=1) for line in sitting]
    return tallies


def _lot(drawn: tuple[float, Result]) -> float:
    return drawn[0]


def _below(number: int, rng: Random) -> int:
    """Return a random whole number below this one. Python promises the sequence of `random()` alone."""
    return int(rng.random() * number)


def _whole(value: Fraction) -> int:
    return half_up(value.numerator, value.denominator)
