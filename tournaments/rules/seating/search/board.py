"""What a search is asked for in numbers, and the planned rounds with every price that a swap changes.

Players are numbers from 0. The costs of a plan, in the order of their importance unless the weights say
otherwise: what must be kept and is not (`broken`), wishes not kept, Q (the sum over all pairs of
C(meetings, 2)), F (the sum over all players of C(times at a small table, 2), or the places between the
smaller tables and those who ask for them), and, on the standings, the squared distances at the tables.
Minimising the repeats alone would let the same two people meet seven times.

All of them but F are sums over the pairs at the tables, so one matrix holds them all: `rows[i][j]` is
what one more meeting of i and j would cost. A swap is priced by looking up its p pairs, and nothing else.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

Grouping = list[list[int]]
Row = list[int] | dict[int, int]
Rows = tuple[list[Row], list[Row]]

MUST = 1 << 44
"""The price of what must be kept: above everything else together."""

_DENSE = 1200
"""Up to so many players every row is a list; beyond, only the pairs that matter are kept."""


class Prices(NamedTuple):
    """What one unit of each cost is worth to a search; the search may reweigh, the verdict does not."""

    repeat: int
    small: int
    wish: int
    must: int
    standing: int


class Costs(NamedTuple):
    """What a plan costs. `weighed`: everything but `broken`, at the prices of the request."""

    broken: int
    weighed: int
    wishes: int
    repeats: int
    q: int
    f: int
    distance: int


@dataclass(frozen=True, slots=True)
class Problem:
    """A request in numbers.

    sizes: of the tables, larger first. rounds: to be planned.
    met: the meetings of the past, `pair(a, b)` to how often. small: times at a small table, likewise.
    never, always, once: pairs that must not meet, must meet in every round, must meet in the first of
        the planned rounds; apart, beside, soon: the same as wishes, with how many of them there are.
    place: of each player in the standings, or empty. zone: what a small table costs each player, where
        the smaller tables are for some of them, or empty where they are shared out.
    prices: those of the request.
    """

    players: int
    sizes: tuple[int, ...]
    rounds: int
    met: dict[int, int] = field(default_factory=dict)
    small: tuple[int, ...] = ()
    never: frozenset[int] = frozenset()
    always: frozenset[int] = frozenset()
    once: frozenset[int] = frozenset()
    apart: dict[int, int] = field(default_factory=dict)
    beside: dict[int, int] = field(default_factory=dict)
    soon: dict[int, int] = field(default_factory=dict)
    place: tuple[int, ...] = ()
    zone: tuple[int, ...] = ()
    prices: Prices = field(default_factory=lambda: Prices(1, 1, 3, MUST, 0))

    def pair(self, a: int, b: int) -> int:
        """The number of a pair, whichever comes first."""
        return a * self.players + b if a < b else b * self.players + a

    @property
    def free(self) -> bool:
        """Whether nobody differs from anybody: no past, no wishes, no standings."""
        return not (self.met or any(self.small) or self.bound_pairs or self.place or self.zone)

    @property
    def bound_pairs(self) -> bool:
        """Whether somebody is asked to sit with somebody, or not to."""
        return bool(self.never or self.always or self.once or self.apart or self.beside or self.soon)

    @property
    def first_differs(self) -> bool:
        """Whether something is asked of the first planned round alone."""
        return bool(self.once or self.soon)


class Board:
    """The planned rounds, what everybody costs there, and the sum.

    rows[i][j]: the price of one more meeting of i and j; `first` holds the rows of the first round where
    something is asked of it alone, else the same rows. A meeting that ends gives back that price less
    `step`. small[i]: the price of a small seat for i, one fewer gives it back less `small_step`.
    at[r][i]: the table, a list, at which i sits in round r. cursor: the round and player next in turn.
    """

    def __init__(
        self, problem: Problem, prices: Prices, rounds: Sequence[Grouping], base: Rows | None = None
    ) -> None:
        self.problem = problem
        self.rounds = [[list(table) for table in tables] for tables in rounds]
        self.cursor = (0, 0)
        self.largest = max(map(len, self.rounds[0]))
        self.mixed = any(len(table) < self.largest for table in self.rounds[0])
        # One round alone: nobody meets twice in it, and no price moves.
        self.step = prices.repeat if len(rounds) > 1 else 0
        self.small_step = 0 if problem.zone or len(rounds) == 1 else prices.small
        self.rows, self.first = base or price_rows(problem, prices)
        if base and self.step:
            same = self.first is self.rows
            self.rows = [_copy(row) for row in self.rows]
            self.first = self.rows if same else [_copy(row) for row in self.first]
        zone = problem.zone or problem.small or (0,) * problem.players
        self.small = [prices.small * times for times in zone]
        self.total = 0
        self.at: list[list[list[int]]] = []
        for number, tables in enumerate(self.rounds):
            where: list[list[int]] = [[]] * problem.players
            rows = self.rows if number else self.first
            both = (self.rows, self.first) if self.first is not self.rows else (self.rows,)
            for table in tables:
                low = len(table) < self.largest
                for player in table:
                    where[player] = table
                    if low:
                        self.total += self.small[player]
                        self.small[player] += self.small_step
                for index, a in enumerate(table):
                    row = rows[a]
                    for b in table[:index]:
                        self.total += row[b]
                        if self.step:
                            for each in both:
                                each[a][b] += self.step
                                each[b][a] += self.step
            self.at.append(where)

    def swap(self, number: int, a: int, b: int) -> None:
        """Let a and b change tables in that round, and every price with them (the total is the walk's)."""
        where = self.at[number]
        table_a, table_b = where[a], where[b]
        table_a[table_a.index(a)] = b
        table_b[table_b.index(b)] = a
        where[a], where[b] = table_b, table_a
        if self.small_step and len(table_a) != len(table_b):
            low_a, low_b = len(table_a) < self.largest, len(table_b) < self.largest
            if low_a != low_b:
                self.small[a] += self.small_step if low_b else -self.small_step
                self.small[b] += self.small_step if low_a else -self.small_step
        step = self.step
        if not step:
            return
        self._meet(self.rows, a, b, table_a, table_b)
        if self.first is not self.rows:
            self._meet(self.first, a, b, table_a, table_b)

    def _meet(self, rows: list[Row], a: int, b: int, table_a: list[int], table_b: list[int]) -> None:
        step, row_a, row_b = self.step, rows[a], rows[b]
        for x in table_a:
            if x != b:
                row_a[x] -= step
                row_b[x] += step
                row = rows[x]
                row[a] -= step
                row[b] += step
        for y in table_b:
            if y != a:
                row_b[y] -= step
                row_a[y] += step
                row = rows[y]
                row[b] -= step
                row[a] += step


class _Far(dict[int, int]):
    """A row of a large event: a pair that nobody has asked about costs what the standings say."""

    __slots__ = ("place", "places", "price")

    def __init__(self, place: int, places: Sequence[int], price: int) -> None:
        super().__init__()
        self.place, self.places, self.price = place, places, price

    def __missing__(self, other: int) -> int:
        apart = self.place - self.places[other]
        self[other] = cost = self.price * apart * apart
        return cost


def price_rows(problem: Problem, prices: Prices) -> Rows:
    """The price of every next meeting before any round is planned: (of all rounds, of the first one).

    Given to several boards as their base: those of one round share it, for no price moves in them.
    """
    players, place, price = problem.players, problem.place, prices.standing
    rows: list[Row]
    if players > _DENSE:
        if place and price:
            rows = [_Far(mine, place, price) for mine in place]
        else:
            rows = [defaultdict(int) for _ in range(players)]
    elif place and price:
        rows = [[price * (mine - other) * (mine - other) for other in place] for mine in place]
    else:
        rows = [[0] * players for _ in range(players)]

    def add(to: list[Row], pairs: Iterable[tuple[int, int]]) -> None:
        for pair, cost in pairs:
            a, b = divmod(pair, players)
            to[a][b] += cost
            to[b][a] += cost

    add(rows, ((pair, prices.repeat * times) for pair, times in problem.met.items()))
    add(rows, ((pair, prices.must) for pair in problem.never))
    add(rows, ((pair, prices.wish * times) for pair, times in problem.apart.items()))
    # Those who always sit together meet again and again: the wish is worth that, too.
    usual = _usual(problem, prices)
    add(rows, ((pair, -prices.must - usual) for pair in problem.always))
    add(rows, ((pair, -prices.wish * times - usual) for pair, times in problem.beside.items()))
    if not problem.first_differs:
        return rows, rows
    first = [_copy(row) for row in rows]
    add(first, ((pair, -prices.must) for pair in problem.once))
    add(first, ((pair, -prices.wish * times) for pair, times in problem.soon.items()))
    return rows, first


def most_kept(problem: Problem, prices: Prices) -> int:
    """What the rows pay at the most for meetings that are asked for."""
    usual = _usual(problem, prices)
    paid = len(problem.always) * (prices.must + usual)
    paid += sum(prices.wish * times + usual for times in problem.beside.values())
    return problem.rounds * paid + (
        len(problem.once) * prices.must + sum(problem.soon.values()) * prices.wish
    )


def _usual(problem: Problem, prices: Prices) -> int:
    """More than two people who always sit together can ever pay for it."""
    return prices.repeat * (problem.rounds + max(problem.met.values(), default=0))


def _copy(row: Row) -> Row:
    if isinstance(row, _Far):
        copy = _Far(row.place, row.places, row.price)
        copy.update(row)
        return copy
    return row.copy()


def meetings(problem: Problem, rounds: Iterable[Grouping]) -> dict[int, int]:
    """How often each pair has met, with these rounds."""
    met = dict(problem.met)
    players, get = problem.players, met.get
    for tables in rounds:
        for table in tables:
            people = sorted(table)
            for index, a in enumerate(people):
                base = a * players
                for b in people[index + 1 :]:
                    met[base + b] = get(base + b, 0) + 1
    return met


def met_before(problem: Problem, met: dict[int, int], grouping: Grouping) -> int:
    """Return how many meetings of `met` the pairs of this round had: the round adds as many to Q."""
    pair = problem.pair
    return sum(
        met.get(pair(a, b), 0) for table in grouping for index, a in enumerate(table) for b in table[:index]
    )


def costs(problem: Problem, rounds: Sequence[Grouping]) -> Costs:
    """Count what these rounds cost, from nothing but themselves and the past."""
    met = meetings(problem, rounds)
    q = sum(times * (times - 1) // 2 for times in met.values() if times > 1)
    repeats = sum(times - 1 for times in met.values() if times > 1)
    f = _small_cost(problem, rounds)
    broken = wishes = 0
    if problem.bound_pairs:
        before = problem.met.get

        def times(pair: int) -> int:
            return met.get(pair, 0) - before(pair, 0)

        broken = sum(times(pair) for pair in problem.never)
        broken += sum(problem.rounds - times(pair) for pair in problem.always)
        wishes = sum(times(pair) * count for pair, count in problem.apart.items())
        wishes += sum((problem.rounds - times(pair)) * count for pair, count in problem.beside.items())
        if problem.first_differs:
            now = meetings(problem, rounds[:1]).get
            broken += sum(now(pair, 0) == before(pair, 0) for pair in problem.once)
            wishes += sum(count for pair, count in problem.soon.items() if now(pair, 0) == before(pair, 0))
    distance = 0
    if problem.place:
        place = problem.place
        distance = sum(
            (place[a] - place[b]) ** 2
            for tables in rounds
            for table in tables
            for index, a in enumerate(table)
            for b in table[:index]
        )
    prices = problem.prices
    weighed = prices.wish * wishes + prices.repeat * q + prices.small * f + prices.standing * distance
    return Costs(broken, weighed, wishes, repeats, q, f, distance)


def unmet(problem: Problem, rounds: Sequence[Grouping]) -> list[tuple[int, int]]:
    """The pairs for whom these rounds do not keep what must be kept."""
    before, after = problem.met, meetings(problem, rounds)
    now = meetings(problem, rounds[:1])

    def times(met: dict[int, int], pair: int) -> int:
        return met.get(pair, 0) - before.get(pair, 0)

    pairs = {pair for pair in problem.never if times(after, pair)}
    pairs |= {pair for pair in problem.always if times(after, pair) < problem.rounds}
    pairs |= {pair for pair in problem.once if not times(now, pair)}
    return [divmod(pair, problem.players) for pair in sorted(pairs)]


def _small_cost(problem: Problem, rounds: Sequence[Grouping]) -> int:
    if problem.sizes[0] == problem.sizes[-1] and not problem.small:
        return 0
    often = list(problem.small) or [0] * problem.players
    here = 0
    for tables in rounds:
        for table in tables:
            if len(table) < problem.sizes[0]:
                for player in table:
                    often[player] += 1
                    here += problem.zone[player] if problem.zone else 0
    return here if problem.zone else sum(times * (times - 1) // 2 for times in often)
