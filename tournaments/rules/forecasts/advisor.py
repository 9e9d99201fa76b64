"""Which format finds the best player, and how often, by simulation of whole events.

The model: in each round somebody wins strength plus luck, from the mean of the table. Luck has the standard
deviation 1 and no sum at a table. Strengths are normal with the standard deviation `NARROW` or `WIDE`. So
with `WIDE` luck is 1.5 times as large as strength, and with `NARROW` five times, which is what forecasts
suppose (`strengths.RATIO`). Everybody comes to all rounds. The score is the sum of all rounds.

The formats are those of the program, in plain form: a rotation seats people by chance, a Swiss draw by their
scores, a cut lets the better half play on, and a final is one table, whose results are added to the scores
or count alone. A knockout asks nothing but the table: the winners of tables are dealt to the next tables in a
snake, then the seconds. Its rounds are longer if the time allows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tournaments.rules.seating.sizes import split

Floats = NDArray[np.float64]
Numbers = NDArray[np.int64]

NARROW: Final = 0.2
WIDE: Final = 2 / 3
SPREADS: Final = {"narrow": NARROW, "wide": WIDE}
"""The standard deviation of strengths, in parts of that of luck in one round."""

ROTATION, SWISS, CUT, ROTATION_FINAL, SWISS_FINAL, NEW_FINAL, BEST_TWO, WINNERS = (
    "rotation", "swiss", "cut", "rotation_final", "swiss_final", "new_final", "knockout_two", "knockout_one",
)  # fmt: skip

MOST_ROUNDS: Final = 20

MOST_CELLS: Final = 100_000
"""People times events, at most: so an answer takes a second or two. Fewer people are simulated more often."""

EVENTS: Final = (500, 3_000)
"""The fewest and the most events of a simulation, as far as `MOST_RESULTS` allows."""

MOST_RESULTS: Final = 2_500_000
"""People times events times rounds, at most: a long evening of many people gets fewer events."""

LEAST, MOST = 3, 6
"""Players at a table."""


@dataclass(frozen=True, slots=True)
class Found:
    """How often the best player wins, and is among the first `top`. error: the standard error of `win`."""

    win: float
    top: float
    error: float


@dataclass(frozen=True, slots=True)
class Option:
    """A format. rounds: that it takes. longer: so many times the length of a round, in a knockout.

    found: by spread of strengths (`SPREADS`).
    """

    format: str
    rounds: int
    longer: int
    found: tuple[tuple[str, Found], ...]

    def of(self, spread: str) -> Found:
        """Return what it finds with this spread of strengths."""
        return dict(self.found)[spread]


@dataclass(frozen=True, slots=True)
class Advice:
    """The formats for an evening, the best for a wide spread of strengths first.

    sizes: of the tables. events: how many were simulated for each format and spread. top: of `Found.top`.
    """

    sizes: tuple[int, ...]
    rounds: int
    events: int
    top: int
    options: tuple[Option, ...]

    def best(self, spread: str) -> list[Option]:
        """Return the format that finds the best player most often, and all that do not differ from it.

        Two formats differ if their shares are further apart than two standard errors of the difference.
        """
        first = max(self.options, key=lambda option: option.of(spread).win)
        top = first.of(spread)

        def is_equal(option: Option) -> bool:
            other = option.of(spread)
            return top.win - other.win <= 2 * sqrt(top.error**2 + other.error**2)

        return [first, *(option for option in self.options if option is not first and is_equal(option))]

    def is_alike(self, spread: str) -> bool:
        """Return whether no format is better than another."""
        return len(self.best(spread)) == len(self.options)


def rounds_in(hours: float, minutes: int) -> int:
    """Return how many rounds of so many minutes fit into an evening; at least 1."""
    return max(1, min(MOST_ROUNDS, int(hours * 60 // minutes)))


def advise(
    people: int,
    tables: int,
    rounds: int,
    *,
    top: int = 3,
    by_place: bool = False,
    seed: int = 18,
    events: int | None = None,
) -> Advice:
    """Return how often each format finds the best of so many people, with so many tables and rounds.

    by_place: rounds count places at the tables instead of chips.

    Fewer tables are used if there are not enough people for all. Raises what `sizes_at` raises.
    """
    sizes = sizes_at(people, tables)
    runs = events or min(max(MOST_CELLS // people, EVENTS[0]), EVENTS[1], MOST_RESULTS // (people * rounds))
    options = []
    for name, longer, takes in _formats(sizes, rounds):
        found = tuple(
            (
                spread,
                _found(
                    _Field(people, sizes, runs, ratio, seed, by_place=by_place), name, rounds, longer, top
                ),
            )
            for spread, ratio in SPREADS.items()
        )
        options.append(Option(name, takes, longer, found))
    options.sort(key=lambda option: -option.of("wide").win)
    return Advice(tuple(sizes), rounds, runs, top, tuple(options))


def sizes_at(people: int, tables: int) -> list[int]:
    """Return the sizes of the tables: as many as there are, as long as each has three people.

    Raises ValueError for fewer than three people, and for more than have room (`room_at`).
    """
    if not LEAST <= people <= room_at(tables):
        raise ValueError(f"{people} people cannot be seated at {tables} tables")
    used = max(1, min(tables, people // LEAST))
    small, larger = divmod(people, used)
    return [small + 1] * larger + [small] * (used - larger)


def room_at(tables: int) -> int:
    """Return how many people have room at so many tables."""
    return tables * MOST


def levels_of(sizes: Sequence[int], advance: int) -> int:
    """Return how many times a knockout plays until one table is left."""
    levels, left = 1, list(sizes)
    while len(left) > 1:
        left = _next_sizes(left, advance)
        levels += 1
    return levels


def _formats(sizes: Sequence[int], rounds: int) -> list[tuple[str, int, int]]:
    """Return the formats that fit: the name, how much longer a round is, and the rounds of the evening."""
    fits = [(ROTATION, 1, rounds)]
    if len(sizes) == 1:
        return fits
    if rounds > 1:
        fits.append((SWISS, 1, rounds))
        fits += [(name, 1, rounds) for name in (ROTATION_FINAL, SWISS_FINAL, NEW_FINAL)]
        if sum(sizes) // 2 >= LEAST:
            fits.append((CUT, 1, rounds))
    for name, advance in ((BEST_TWO, 2), (WINNERS, 1)):
        levels = levels_of(sizes, advance)
        if levels <= rounds and min(sizes) > advance:
            fits.append((name, rounds // levels, rounds // levels * levels))
    return fits


class _Field:
    """The people of many events: a row is an event, a column is a person. Person 0 of a row is the best.

    by_place: a round counts the places at the tables, and chips separate equal scores.
    """

    def __init__(
        self, people: int, sizes: Sequence[int], events: int, ratio: float, seed: int, *, by_place: bool
    ) -> None:
        self.by_place = by_place
        self.generator = np.random.Generator(np.random.PCG64(seed))
        self.sizes, self.events, self.people = sizes, events, people
        strengths = self.generator.standard_normal((events, people)) * ratio
        self.strengths: Floats = -np.sort(-strengths, axis=1)

    def mixed(self, order: Numbers | None = None) -> Numbers:
        """Return people in an order of chance. order: only these."""
        if order is None:
            order = np.broadcast_to(np.arange(self.people), (self.events, self.people))
        chance = np.argsort(self.generator.random(order.shape), axis=1)
        return np.take_along_axis(order, chance, axis=1)

    def play(self, order: Numbers, sizes: Sequence[int], times: int = 1) -> Floats:
        """Return what each person of `order` wins. sizes: of the tables, in this order. times: rounds."""
        luck = self.generator.standard_normal(order.shape) * sqrt(times)
        seats = np.repeat(sizes, sizes)
        luck *= np.sqrt(seats / (seats - 1))
        won = luck + times * np.take_along_axis(self.strengths, order, axis=1)
        first = np.concatenate([[0], np.cumsum(sizes)[:-1]])
        won -= np.repeat(np.add.reduceat(won, first, axis=1) / np.asarray(sizes), sizes, axis=1)
        if self.by_place:
            won = won / 1000 - _at_tables(won, sizes) / (seats - 1)
        return won


def _at_tables(won: Floats, sizes: Sequence[int]) -> Floats:
    """Return the places at the tables, from 0."""
    ends = np.cumsum(sizes)
    return np.concatenate(
        [
            np.argsort(np.argsort(-won[:, end - size : end], axis=1), axis=1)
            for size, end in zip(sizes, ends, strict=True)
        ],
        axis=1,
        dtype=np.float64,
    )


def _found(field: _Field, name: str, rounds: int, longer: int, top: int) -> Found:
    place = _PLAYS[name](field, rounds, longer)
    win = float((place == 0).mean())
    error = sqrt(max(win * (1 - win), 1 / field.events) / field.events)
    return Found(win, float((place < top).mean()), error)


def _sum(field: _Field, rounds: int, *, swiss: bool, scores: Floats | None = None) -> Floats:
    """Return the scores after so many rounds of all people."""
    scores = np.zeros((field.events, field.people)) if scores is None else scores
    for number in range(rounds):
        by_score = swiss and number > 0
        order = np.argsort(-scores, axis=1) if by_score else field.mixed()
        won = field.play(order, field.sizes)
        scores = scores.copy()
        np.put_along_axis(scores, order, np.take_along_axis(scores, order, axis=1) + won, axis=1)
    return scores


def _place(scores: Floats) -> Numbers:
    """Return the place of the best player in each event, from 0."""
    place: Numbers = (scores[:, 1:] > scores[:, :1]).sum(axis=1)
    return place


def _rotation(field: _Field, rounds: int, _longer: int) -> Numbers:
    return _place(_sum(field, rounds, swiss=False))


def _swiss(field: _Field, rounds: int, _longer: int) -> Numbers:
    return _place(_sum(field, rounds, swiss=True))


def _then(field: _Field, scores: Floats, going_on: int, rounds: int, *, carry: bool = True) -> Numbers:
    """Let the first ones play on. carry: with their scores. The others stay behind them."""
    order = np.argsort(-scores, axis=1)[:, :going_on]
    sizes = _sizes(going_on, max(field.sizes))
    ahead = scores - 1e6
    np.put_along_axis(ahead, order, np.take_along_axis(scores, order, axis=1) if carry else 0.0, axis=1)
    for _number in range(rounds):
        mixed = field.mixed(order)
        won = field.play(mixed, sizes)
        np.put_along_axis(ahead, mixed, np.take_along_axis(ahead, mixed, axis=1) + won, axis=1)
    return _place(ahead)


def _rotation_final(field: _Field, rounds: int, _longer: int) -> Numbers:
    return _then(field, _sum(field, rounds - 1, swiss=False), max(field.sizes), 1)


def _swiss_final(field: _Field, rounds: int, _longer: int) -> Numbers:
    return _then(field, _sum(field, rounds - 1, swiss=True), max(field.sizes), 1)


def _new_final(field: _Field, rounds: int, _longer: int) -> Numbers:
    return _then(field, _sum(field, rounds - 1, swiss=True), max(field.sizes), 1, carry=False)


def _cut(field: _Field, rounds: int, _longer: int) -> Numbers:
    before = (rounds + 1) // 2
    return _then(field, _sum(field, before, swiss=False), max(field.people // 2, LEAST), rounds - before)


def _knockout(advance: int) -> Callable[[_Field, int, int], Numbers]:
    def play(field: _Field, _rounds: int, longer: int) -> Numbers:
        sizes, order = list(field.sizes), field.mixed()
        # Who reaches a later table is ahead; at the same table the chips decide.
        scores = np.zeros((field.events, field.people))
        level = 0
        while True:
            won = field.play(order, sizes, longer)
            np.put_along_axis(scores, order, 1000.0 * level + np.clip(won, -400, 400), axis=1)
            if len(sizes) == 1:
                return _place(scores)
            later = _next_sizes(sizes, advance)
            best = np.argsort(_at_tables(won, sizes) * 1000 - won, axis=1)[:, : sum(later)]
            order = np.take_along_axis(order, best, axis=1)[:, _snake(later)]
            sizes, level = later, level + 1

    return play


def _snake(sizes: Sequence[int]) -> list[int]:
    """Return who sits at the tables, table by table, if people are dealt in a snake: 0 3 4, 1 2 5."""
    tables: list[list[int]] = [[] for _size in sizes]
    person, row = 0, 0
    while person < sum(sizes):
        turn = range(len(sizes)) if row % 2 == 0 else reversed(range(len(sizes)))
        for table in turn:
            if len(tables[table]) < sizes[table]:
                tables[table].append(person)
                person += 1
        row += 1
    return [each for table in tables for each in table]


def _next_sizes(sizes: Sequence[int], advance: int) -> list[int]:
    """Return the tables of those who go on from these tables; the best of the others fill the last one."""
    going_on = max(advance * len(sizes), LEAST)
    return _sizes(min(going_on, sum(sizes) - 1), max(sizes))


def _sizes(people: int, size: int) -> list[int]:
    if people <= size:
        return [people]
    return split(people, size, LEAST, MOST)


_PLAYS: Final[dict[str, Callable[[_Field, int, int], Numbers]]] = {
    ROTATION: _rotation,
    SWISS: _swiss,
    CUT: _cut,
    ROTATION_FINAL: _rotation_final,
    SWISS_FINAL: _swiss_final,
    NEW_FINAL: _new_final,
    BEST_TWO: _knockout(2),
    WINNERS: _knockout(1),
}
