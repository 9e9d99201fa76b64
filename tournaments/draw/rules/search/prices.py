"""A request in numbers, the costs of its plans, and planned rounds with the prices that swaps change.

The costs of a plan, by importance unless the weights change it: broken required wishes, how far players are
from their fair share of small tables, broken optional wishes, Q (the sum over all pairs of C(meetings, 2)), F
(the sum over all players of C(times at a small table, 2), or the distance in places from the players for whom
small tables are), and with standings the squared distances at the tables, in scores or places. If the request
prefers fewer repeats, the fair share comes after Q. Minimising repeats instead of Q would let the same two
players meet seven times.

All costs except F and the fair share are sums over pairs at tables, so one matrix holds them: `rows[i][j]` is
the price of one more meeting of i and j. The price of a swap is the sum over its pairs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tournaments.draw.rules.request import Grouping

Row = list[int] | dict[int, int]
Rows = tuple[list[Row], list[Row]]

MUST = 1 << 60
"""The price of a broken required wish: more than all other costs together."""

FAIR = 1 << 40
"""The price of a player who is two small tables away from a fair share: more than all repeats together."""

Share = tuple[tuple[int, int], ...]

_DENSE = 1200
"""Up to this number of players a row is a list; above, only pairs with a price are kept."""


class Prices(NamedTuple):
    """The price of one unit of each cost. Annealing uses other prices than the request."""

    repeat: int
    small: int
    wish: int
    must: int
    standing: int
    far: int = 0


class Costs(NamedTuple):
    """The costs of a plan. weighed: all except `broken`, at the prices of the request.

    distance: the sum of the squared distances at the tables. If later rounds are planned with a Swiss round,
        the Swiss round counts twice.
    far: how far players are from their fair share of small tables: the sum of the cubes of `beyond`, over all
        players and all beginnings of the plan (its first round, its first two, ...). So one player who is far
        away costs more than several who are a little away.
    """

    broken: int
    weighed: int
    wishes: int
    repeats: int
    q: int
    f: int
    distance: int
    far: int = 0


@dataclass(frozen=True, slots=True)
class SeatingProblem:
    """A request in numbers.

    sizes: of the tables, larger first. rounds: to be planned.
    met: past meetings by `pair(a, b)`. small: past times at a small table by player.
    never, always, once: required wishes: pairs that must not meet, must meet in every round, or must meet in
        the first planned round. apart, beside, soon: the same as optional wishes, with their number.
    level: by player, what should be equal at a table: the score, or the place in the standings where scores
        do not pair; empty: nothing. unit: the squared distance that counts as much as one squared place.
    zone: the price of a small table by player, if small tables are for some players; empty if all share them.
    share: by player, for each beginning of the plan (one round, two rounds, ...) the fewest and the most
        times at a small table that are within one of the fair share; empty if small tables are not shared.
    prices: of the request.
    """

    players: int
    sizes: tuple[int, ...]
    rounds: int
    met: dict[int, int] = field(default_factory=dict)
    small: tuple[int, ...] = ()
    never: Collection[int] = ()
    always: Collection[int] = ()
    once: Collection[int] = ()
    apart: Mapping[int, int] = field(default_factory=dict)
    beside: Mapping[int, int] = field(default_factory=dict)
    soon: Mapping[int, int] = field(default_factory=dict)
    level: tuple[int, ...] = ()
    unit: int = 1
    zone: tuple[int, ...] = ()
    share: tuple[Share, ...] = ()
    prices: Prices = field(default_factory=lambda: Prices(1, 1, 3, MUST, 0))

    def pair(self, a: int, b: int) -> int:
        """Return the number of a pair, in either order."""
        return a * self.players + b if a < b else b * self.players + a

    @property
    def free(self) -> bool:
        """Whether all players are equal: no past, no wishes, no standings."""
        return not (self.met or any(self.small) or self.bound_pairs or self.level or self.zone)

    @property
    def bound_pairs(self) -> bool:
        """Whether there is a wish about a pair."""
        return bool(self.never or self.always or self.once or self.apart or self.beside or self.soon)

    @property
    def first_differs(self) -> bool:
        """Whether a wish or a price concerns the first planned round only."""
        return bool(self.once or self.soon or (self.level and self.rounds > 1))


class PricedRounds:
    """The planned rounds with their prices and their total.

    rows[i][j]: the price of one more meeting of i and j. Removing a meeting saves this price minus `step`.
    first: the rows of the first round if wishes concern it only; else the same rows. small[i]: the rounds in
    which i sits at a small table, as bits. flips[i][r]: what it costs if i changes between small and large
    tables in round r. at[r][i]: the table (a list) of i in round r. cursor: the next round and player of a
    walk.
    """

    def __init__(
        self, problem: SeatingProblem, prices: Prices, rounds: Sequence[Grouping], base: Rows | None = None
    ) -> None:
        self.problem = problem
        self.rounds = [[list(table) for table in tables] for tables in rounds]
        self.cursor = (0, 0)
        self.largest = max(map(len, self.rounds[0]))
        self.mixed = any(len(table) < self.largest for table in self.rounds[0])
        # With one round nobody meets twice, and prices do not change.
        self.step = prices.repeat if len(rounds) > 1 else 0
        self.rows, self.first = base or price_rows(problem, prices)
        if base and self.step:
            same = self.first is self.rows
            self.rows = [_copy(row) for row in self.rows]
            self.first = self.rows if same else [_copy(row) for row in self.first]
        self.total = 0
        self.small = [0] * problem.players
        self._flips = flip_prices(problem, prices) if self.mixed else []
        self.flips = [flips[0] for flips in self._flips]
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
                        self.total += self.flips[player][number]
                        self._flip(player, number)
                for index, a in enumerate(table):
                    row = rows[a]
                    for b in table[:index]:
                        self.total += row[b]
                        if self.step:
                            for each in both:
                                each[a][b] += self.step
                                each[b][a] += self.step
            self.at.append(where)

    def rise(self, number: int, a: int, b: int) -> int:
        """Return how much a swap of a and b in this round would add to the total."""
        where, rows = self.at[number], self.rows if number else self.first
        table_a, table_b, row_a, row_b, step = where[a], where[b], rows[a], rows[b], self.step
        rise = step * (len(table_a) + len(table_b) - 2) - 2 * row_a[b]
        rise += sum(row_b[x] - row_a[x] for x in table_a) + sum(row_a[y] - row_b[y] for y in table_b)
        low_a, low_b = len(table_a) < self.largest, len(table_b) < self.largest
        if low_a != low_b:
            rise += self.flips[a][number] + self.flips[b][number]
        return rise

    def swap(self, number: int, a: int, b: int) -> None:
        """Swap a and b in this round and update all prices. The caller updates the total."""
        where = self.at[number]
        table_a, table_b = where[a], where[b]
        table_a[table_a.index(a)] = b
        table_b[table_b.index(b)] = a
        where[a], where[b] = table_b, table_a
        if len(table_a) != len(table_b):
            low_a, low_b = len(table_a) < self.largest, len(table_b) < self.largest
            if low_a != low_b:
                self._flip(a, number)
                self._flip(b, number)
        step = self.step
        if not step:
            return
        self._meet(self.rows, a, b, table_a, table_b)
        if self.first is not self.rows:
            self._meet(self.first, a, b, table_a, table_b)

    @property
    def times(self) -> tuple[int, ...]:
        """How often each player sat and sits at a small table."""
        past = self.problem.small or (0,) * self.problem.players
        return tuple(times + now.bit_count() for times, now in zip(past, self.small, strict=True))

    def _flip(self, player: int, number: int) -> None:
        """Count that a player changes between small and large tables in this round."""
        self.small[player] ^= 1 << number
        self.flips[player] = self._flips[player][self.small[player]]

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


def beyond(share: tuple[int, int], times: int) -> int:
    """Return how many times at a small table are too many for these limits, or too few."""
    return max(0, share[0] - times, times - share[1])


def far_of(share: Share, times: int, small: int = 0) -> int:
    """Return `Costs.far` of one player.

    times: how often they sat at a small table before. small: a bit for each planned round in which they do.
    """
    far = 0
    for number, limits in enumerate(share):
        times += small >> number & 1
        far += beyond(limits, times) ** 3
    return far


class Flips(dict[int, tuple[int, ...]]):
    """What it costs to move a player between small and large tables, round by round.

    The keys have a bit for each round in which the player sits at a small table. All players with the same
    past, share and price have the same costs.
    """

    __slots__ = ("past", "prices", "rounds", "share", "zone")

    def __init__(self, rounds: int, prices: Prices, share: Share, past: int, zone: int | None) -> None:
        super().__init__()
        self.rounds, self.prices, self.share, self.past, self.zone = rounds, prices, share, past, zone

    def __missing__(self, small: int) -> tuple[int, ...]:
        unit, far, times = self.prices.small, self.prices.far, self.past + small.bit_count()
        costs = []
        now = far_of(self.share, self.past, small) if far else 0
        for number in range(self.rounds):
            low = small >> number & 1
            cost = unit * (1 - times if low else times)
            if self.zone is not None:
                cost = unit * (-self.zone if low else self.zone)
            elif far:
                cost += far * (far_of(self.share, self.past, small ^ 1 << number) - now)
            costs.append(cost)
        self[small] = flips = tuple(costs)
        return flips


def flip_prices(problem: SeatingProblem, prices: Prices) -> list[Flips]:
    """Return for each player what it costs to move between small and large tables. Equal players share it."""
    nothing = (0,) * problem.players
    kinds: dict[Any, Flips] = {}
    rows = zip(
        problem.share or ((),) * problem.players,
        problem.small or nothing,
        problem.zone or (None,) * problem.players,
        strict=True,
    )
    return [kinds.setdefault(row, Flips(problem.rounds, prices, *row)) for row in rows]


class _Far(dict[int, int]):
    """A row of a large event. A missing pair has the price of its distance."""

    __slots__ = ("level", "levels", "price")

    def __init__(self, level: int, levels: Sequence[int], price: int) -> None:
        super().__init__()
        self.level, self.levels, self.price = level, levels, price

    def __missing__(self, other: int) -> int:
        apart = self.level - self.levels[other]
        self[other] = cost = self.price * apart * apart
        return cost


def price_rows(problem: SeatingProblem, prices: Prices) -> Rows:
    """Return the prices of meetings before a round is planned: (of all rounds, of the first round).

    `PricedRounds` with one round share these rows, because their prices do not change.
    """
    players, level = problem.players, problem.level
    # Scores change, so the levels of later rounds are only half as certain.
    price = prices.standing if problem.rounds == 1 else prices.standing // 2
    rows: list[Row]
    if players > _DENSE:
        if level and price:
            rows = [_Far(mine, level, price) for mine in level]
        else:
            rows = [defaultdict(int) for _ in range(players)]
    elif level and price:
        rows = [[price * (mine - other) * (mine - other) for other in level] for mine in level]
    else:
        rows = [[0] * players for _ in range(players)]

    def add(to: list[Row], pairs: Iterable[tuple[int, int]]) -> None:
        for pair, cost in pairs:
            a, b = divmod(pair, players)
            to[a][b] += cost
            to[b][a] += cost

    add(rows, pair_prices(problem, prices))
    # Players who always sit together pay for repeats, so the wish is worth that, too.
    usual = _usual(problem, prices)
    add(rows, ((pair, -prices.must - usual) for pair in problem.always))
    add(rows, ((pair, -prices.wish * times - usual) for pair, times in problem.beside.items()))
    if not problem.first_differs:
        return rows, rows
    first = [_copy(row) for row in rows]
    if level and problem.rounds > 1:
        # Repeats that cannot be avoided come late.
        add(first, ((pair, prices.repeat // 4 * times) for pair, times in problem.met.items()))
        more = prices.standing - price
        for row, mine in zip(first, level, strict=True):
            for other, its in enumerate(level):
                row[other] += more * (mine - its) * (mine - its)
    add(first, ((pair, -prices.must) for pair in problem.once))
    add(first, ((pair, -prices.wish * times) for pair, times in problem.soon.items()))
    return rows, first


def pair_prices(problem: SeatingProblem, prices: Prices) -> Iterator[tuple[int, int]]:
    """Yield the price of one more meeting of each pair that met before or should sit apart."""
    yield from ((pair, prices.repeat * times) for pair, times in problem.met.items())
    yield from ((pair, prices.must) for pair in problem.never)
    yield from ((pair, prices.wish * times) for pair, times in problem.apart.items())


def most_kept(problem: SeatingProblem, prices: Prices) -> int:
    """Return the most that rows can take off the price, for all meetings that wishes ask for."""
    usual = _usual(problem, prices)
    paid = len(problem.always) * (prices.must + usual)
    paid += sum(prices.wish * times + usual for times in problem.beside.values())
    return problem.rounds * paid + (
        len(problem.once) * prices.must + sum(problem.soon.values()) * prices.wish
    )


def _usual(problem: SeatingProblem, prices: Prices) -> int:
    """Return a price above the cost of all repeats of one pair."""
    return prices.repeat * (problem.rounds + max(problem.met.values(), default=0))


def _copy(row: Row) -> Row:
    if isinstance(row, _Far):
        copy = _Far(row.level, row.levels, row.price)
        copy.update(row)
        return copy
    return row.copy()


def meetings(problem: SeatingProblem, rounds: Iterable[Grouping]) -> dict[int, int]:
    """Return how often each pair has met, these rounds included."""
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


def met_before(problem: SeatingProblem, met: dict[int, int], grouping: Grouping) -> int:
    """Return how many meetings of `met` the pairs of this round had: the round adds as many to Q."""
    pair = problem.pair
    return sum(
        met.get(pair(a, b), 0) for table in grouping for index, a in enumerate(table) for b in table[:index]
    )


def costs(problem: SeatingProblem, rounds: Sequence[Grouping]) -> Costs:
    """Return the costs of these rounds after the past of the problem."""
    met = meetings(problem, rounds)
    q = sum(times * (times - 1) // 2 for times in met.values() if times > 1)
    repeats = sum(times - 1 for times in met.values() if times > 1)
    f, far = _small_costs(problem, rounds)
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
    distance, early, prices = 0, 0, problem.prices
    standing = prices.standing
    if problem.level:
        distance = sum(apart(problem.level, tables) for tables in rounds)
        if problem.rounds > 1:
            distance += apart(problem.level, rounds[0])
            standing //= 2
            early = prices.repeat // 4 * met_before(problem, problem.met, rounds[0])
    weighed = prices.wish * wishes + prices.repeat * q + prices.small * f + standing * distance + early
    return Costs(broken, weighed + prices.far * far, wishes, repeats, q, f, distance, far)


def apart(level: Sequence[int], grouping: Grouping) -> int:
    """Return the squared distances within the tables of a round."""
    return sum(
        (level[a] - level[b]) ** 2
        for table in grouping
        for index, a in enumerate(table)
        for b in table[:index]
    )


def unmet(problem: SeatingProblem, rounds: Sequence[Grouping]) -> list[tuple[int, int]]:
    """Return the pairs whose required wish these rounds break."""
    before, after = problem.met, meetings(problem, rounds)
    now = meetings(problem, rounds[:1])

    def times(met: dict[int, int], pair: int) -> int:
        return met.get(pair, 0) - before.get(pair, 0)

    pairs = {pair for pair in problem.never if times(after, pair)}
    pairs |= {pair for pair in problem.always if times(after, pair) < problem.rounds}
    pairs |= {pair for pair in problem.once if not times(now, pair)}
    return [divmod(pair, problem.players) for pair in sorted(pairs)]


def _small_costs(problem: SeatingProblem, rounds: Sequence[Grouping]) -> tuple[int, int]:
    """Return F, or the distance from the players for whom small tables are, and `Costs.far`."""
    if problem.sizes[0] == problem.sizes[-1] and not problem.small:
        return 0, 0
    often = list(problem.small) or [0] * problem.players
    here = far = 0
    for number, tables in enumerate(rounds):
        for table in tables:
            if len(table) < problem.sizes[0]:
                for player in table:
                    often[player] += 1
                    here += problem.zone[player] if problem.zone else 0
        far += sum(
            beyond(share[number], times) ** 3 for share, times in zip(problem.share, often, strict=False)
        )
    return (here if problem.zone else sum(times * (times - 1) // 2 for times in often)), far
