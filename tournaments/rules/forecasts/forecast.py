"""The chances before the last round, or while it is played, by simulation. README.md states the model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tournaments.rules.forecasts.certain import BY_POINTS, Certainty
from tournaments.rules.forecasts.facts import MOST_RUNS, OPEN, Forecast, Goal, LastRound, Outlook, Table
from tournaments.rules.forecasts.scores import Course, course_of, is_told
from tournaments.rules.forecasts.simulated import Floats, Scale, Scores, scale_of, simulate_chips
from tournaments.rules.forecasts.strengths import Strength, drift_of, strength_of, variances

SEATINGS: Final = 8
"""So many seatings stand for a round that is not drawn."""

MANY: Final = 100
"""With more people than this, half of the runs are enough: the chances of most are small."""

LEAST_SHARE: Final = 0.01
"""Who reaches a goal less often is not told what would be needed."""

FEWEST_CASES: Final = 25
"""A place at a table that came in fewer runs tells nothing."""

STEPS: Final = 12
"""The halvings that find a number of chips."""


@dataclass(slots=True)
class _Seating:
    """Some runs with one seating. chips, scores: of all runs; column: of each entry. best: the scores of the
    others that can matter, and the columns that they belong to."""

    tables: tuple[Table, ...]
    chips: Floats
    scores: Floats
    column: Mapping[str, int]
    best: tuple[np.ndarray, Floats]

    def table_of(self, entry: str) -> Table | None:
        return next((table for table in self.tables if entry in table.entries), None)


def forecast(last: LastRound, runs: int | None = None) -> Forecast | None:
    """Return the chances of all people; None if they cannot be told.

    They cannot if nobody knows how far chips spread, if points for a table size are missing, if nobody plays,
    or if missed rounds are worth the mean while the worst rounds are struck. Equal facts give equal chances.
    """
    sizes = {len(table.entries) for table in last.tables} or set(last.sizes)
    variance = variances(last)
    scales = {size: scale_of(last, size) for size in sizes}
    if not sizes or variance is None or None in scales.values() or not is_told(last.counting):
        return None
    return _Simulation(last, variance, scales, runs).forecast()  # type: ignore[arg-type]


class _Simulation:
    """The runs of one forecast. simulated: by seating."""

    def __init__(
        self,
        last: LastRound,
        variance: Mapping[int, float],
        scales: Mapping[int, Scale],
        runs: int | None,
    ) -> None:
        self.last, self.variance, self.scales = last, variance, scales
        self.runs = runs or (MOST_RUNS if len(last.people) <= MANY else MOST_RUNS // 2)
        self.generator = np.random.Generator(np.random.PCG64(last.seed))
        drift = drift_of(last.people)
        mean = sum(variance.values()) / len(variance)
        self.strengths: dict[str, Strength] = {
            person.entry: strength_of(person, mean, drift) for person in last.people
        }
        self.column = {person.entry: index for index, person in enumerate(last.people)}
        deals = {entry: table.deals for table in last.tables for entry in table.entries}
        self.courses: dict[str, Course] = {
            person.entry: course_of(
                person, last.scoring, last.counting, last.number, deals.get(person.entry, last.deals)
            )
            for person in last.people
        }
        self.scores = Scores(list(self.courses.values()))
        self.certainty = Certainty(last, self.courses)
        ranked = sum(person.ranked for person in last.people)
        self.top = min(last.top, max(ranked - 1, 1))
        self.simulated: list[_Seating] = []

    def forecast(self) -> Forecast:
        seatings = self._seatings()
        each = max(self.runs // len(seatings), 1)
        self.simulated = [self._play(tables, each) for tables in seatings]
        scores = np.concatenate([seating.scores for seating in self.simulated])
        # Equal scores are separated by chance, since tie-breaks could go either way.
        scores = scores + self.generator.random(scores.shape) * 1e-7
        shares = {place: self._shares(scores, place) for place in {1, self.top}}
        outlooks = [
            self._outlook(person.entry, shares[1][index], shares[self.top][index])
            for index, person in enumerate(self.last.people)
            if person.ranked
        ]
        outlooks.sort(key=lambda outlook: (-outlook.win.share, -outlook.top.share))
        return Forecast(tuple(outlooks), each * len(seatings), self.top)

    def _seatings(self) -> list[tuple[Table, ...]]:
        """Return the tables of the last round, or some ways in which they can be drawn."""
        if self.last.tables:
            return [self.last.tables]
        playing = [person for person in self.last.people if person.plays]
        if self.last.by_score:
            now = {person.entry: self._before(person.entry) for person in playing}
            order = sorted((person.entry for person in playing), key=lambda entry: -now[entry])
            return [self._cut(order)]
        seatings = []
        for _number in range(SEATINGS):
            mixed = self.generator.permutation(len(playing))
            seatings.append(self._cut([playing[index].entry for index in mixed]))
        return seatings

    def _before(self, entry: str) -> float:
        """Return the score before the last round, for the order of a draw."""
        course = self.courses[entry]
        total = course.total + (course.weakest[0] if course.weakest else 0)
        return float(total / max(course.weight, 1) if course.is_mean else total)

    def _cut(self, order: list[str]) -> tuple[Table, ...]:
        tables, first = [], 0
        for size in self.last.sizes:
            entries = tuple(order[first : first + size])
            tables.append(Table(entries, (0,) * len(entries), self.last.deals))
            first += size
        return tuple(tables)

    def _play(self, tables: tuple[Table, ...], runs: int) -> _Seating:
        people = len(self.last.people)
        chips, scores = np.zeros((runs, people)), np.zeros((runs, people))
        for entry, course in self.courses.items():
            if course.fixed is not None:
                scores[:, self.column[entry]] = float(course.fixed) if course.ranked else -np.inf
        for table in tables:
            columns = [self.column[entry] for entry in table.entries]
            size = len(table.entries)
            won = simulate_chips(table, self.strengths, self.variance[size], runs, self.generator)
            chips[:, columns] = won
            values = self.scales[size].values(won + np.array(table.so_far, dtype=float))
            scores[:, columns] = self.scores.at(np.array(columns)).of(values)
        some = min(people, self.top + max(len(table.entries) for table in tables))
        first = np.argpartition(-scores, some - 1, axis=1)[:, :some]
        best = (first, np.take_along_axis(scores, first, axis=1))
        return _Seating(tables, chips, scores, self.column, best)

    def _shares(self, scores: Floats, place: int) -> list[float]:
        line = -np.partition(-scores, place - 1, axis=1)[:, place - 1]
        return [float(share) for share in (scores >= line[:, np.newaxis]).mean(axis=0)]

    def _outlook(self, entry: str, win: float, top: float) -> Outlook:
        seats = _Seats(self, entry)
        return Outlook(entry, self._goal(seats, 1, win), self._goal(seats, self.top, top))

    def _goal(self, seats: _Seats, place: int, share: float) -> Goal:
        entry = seats.entry
        certain = self.certainty.of(entry, place)
        if certain != OPEN or share < LEAST_SHARE or self.courses[entry].fixed is not None:
            return Goal(place, share, certain)
        if self.last.scoring in BY_POINTS:
            at_table, sure = self._place_at_table(entry, place), self.certainty.sure_at_table(entry, place)
            return Goal(place, share, certain, at_table=at_table, at_table_sure=sure)
        return Goal(place, share, certain, chips=self._chips(seats, place))

    def _chips(self, seats: _Seats, place: int) -> int | None:
        """Return the fewest chips from now on with which the goal is reached in half of the runs."""
        tables = [table for _seating, table in seats.found]
        reach = max(sqrt(self.variance[len(table.entries)] * max(table.left, 1)) for table in tables)
        low, high = -round(5 * reach), round(5 * reach)
        if not any(table.left for table in tables) or seats.chance_with(high, place) < 0.5:
            return None
        if seats.chance_with(low, place) >= 0.5:
            return low
        while high - low > max(1, round(10 * reach) >> STEPS):
            middle = (low + high) // 2
            low, high = (low, middle) if seats.chance_with(middle, place) >= 0.5 else (middle, high)
        return high

    def _place_at_table(self, entry: str, place: int) -> int | None:
        """Return the worst place at the table with which the goal is reached in half of the runs."""
        ranks, reached = [], []
        for seating in self.simulated:
            table = seating.table_of(entry)
            if table is None or not table.left:
                continue
            columns = [seating.column[each] for each in table.entries]
            chips = seating.chips[:, columns] + np.array(table.so_far)
            own = table.entries.index(entry)
            ranks.append((chips > chips[:, own, np.newaxis]).sum(axis=1) + 1)
            mine = seating.scores[:, seating.column[entry], np.newaxis]
            ahead = (seating.scores > mine).sum(axis=1)
            equal = (seating.scores == mine).sum(axis=1)
            reached.append(np.clip((place - ahead) / equal, 0, 1))
        if not ranks:
            return None
        rank, share = np.concatenate(ranks), np.concatenate(reached)
        enough = [
            number
            for number in np.unique(rank)
            if (rank == number).sum() >= FEWEST_CASES and share[rank == number].mean() >= 0.5
        ]
        return int(max(enough)) if enough else None


@dataclass(slots=True)
class _Part:
    """The runs in which somebody sits at tables of one size. Each row is a run; column 0 is the person.

    won: chips from now on. so_far: chips before. elsewhere: the best scores at other tables.
    """

    scale: Scale
    scores: Scores
    won: Floats
    so_far: Floats
    elsewhere: Floats

    def ahead_with(self, chips: int) -> NDArray[np.intp]:
        """Return how many are ahead in each run if the person wins so many chips.

        The others at the table then lose what this is more than in the run, in equal parts.
        """
        won = self.won - (chips - self.won[:, :1]) / max(self.won.shape[1] - 1, 1)
        won[:, 0] = chips
        scores = self.scores.of(self.scale.values(won + self.so_far))
        mine = scores[:, :1]
        ahead: NDArray[np.intp] = (scores > mine).sum(axis=1) + (self.elsewhere > mine).sum(axis=1)
        return ahead


class _Seats:
    """Where one person sits in all runs, and what would be with other chips."""

    def __init__(self, simulation: _Simulation, entry: str) -> None:
        self.simulation, self.entry = simulation, entry
        self._ahead: dict[int, NDArray[np.intp]] = {}

    @cached_property
    def found(self) -> list[tuple[_Seating, Table]]:
        """The seatings with a table of this person, and this table."""
        tables = [(seating, seating.table_of(self.entry)) for seating in self.simulation.simulated]
        return [(seating, table) for seating, table in tables if table is not None]

    def chance_with(self, chips: int, place: int) -> float:
        """Return the chance of a place if this person wins so many chips from now on."""
        if chips not in self._ahead:
            self._ahead[chips] = np.concatenate([part.ahead_with(chips) for part in self._parts])
        return float((self._ahead[chips] < place).mean())

    @cached_property
    def _parts(self) -> list[_Part]:
        """All runs. Those at tables of one size are together: few large arrays are faster than many."""
        by_size: dict[int, list[tuple[_Seating, Table]]] = {}
        for seating, table in self.found:
            by_size.setdefault(len(table.entries), []).append((seating, table))
        return [self._part(size, found) for size, found in by_size.items()]

    def _part(self, size: int, found: list[tuple[_Seating, Table]]) -> _Part:
        columns, won, so_far, elsewhere = [], [], [], []
        for seating, table in found:
            at_table = sorted(range(size), key=lambda index: table.entries[index] != self.entry)
            seats = np.array([seating.column[table.entries[index]] for index in at_table])
            won.append(seating.chips[:, seats])
            chips = np.array([table.so_far[index] for index in at_table], dtype=float)
            columns.append(np.broadcast_to(seats, won[-1].shape))
            so_far.append(np.broadcast_to(chips, won[-1].shape))
            among, best = seating.best
            is_here = (among[:, :, np.newaxis] == seats).any(axis=2)
            elsewhere.append(np.where(is_here, -np.inf, best))
        simulation = self.simulation
        whole = np.concatenate(columns) if len(found) > 1 else columns[0][0]
        return _Part(
            simulation.scales[size],
            simulation.scores.at(whole),
            np.concatenate(won),
            np.concatenate(so_far),
            np.concatenate(elsewhere),
        )
