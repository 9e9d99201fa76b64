"""The search behind a draw: swaps of two players, costs in whole numbers, a budget in moves.

Players are numbers from 0. What is minimised is Q, the sum over all pairs of C(meetings, 2), and beside
it F, the sum over all players of C(times at a small table, 2). Minimising the repeats alone would let
the same two people meet seven times.

Everything here is decided by integers and by `random.Random(seed).random()`, whose sequence Python
promises to keep, so that the same seed and moves give the same plan on every machine.
"""

from __future__ import annotations

import math
from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from random import Random

Grouping = list[list[int]]

REPEATS = (2, 8)
"""What one unit of Q costs while cooling, in restarts by turns; a unit of F costs 1. Meeting again is
worse than a small table again; going downhill nothing outweighs it."""

_HOT, _COLD, _STEPS = 1.0, 0.15, 24
_FIRST_RESTART = 60
"""Moves per seat of the first annealing; each restart has half as many again."""


class Board:
    """The planned rounds, and every count that a swap changes.

    met[i][j]: how often i and j meet, in the past and in the planned rounds.
    small[i]: how often i sits at a small table, likewise.
    q, f: the two costs, always those of the counts.
    """

    def __init__(
        self, met: Sequence[Sequence[int]], small: Sequence[int], rounds: Sequence[Grouping]
    ) -> None:
        self.met = [array("H", row) for row in met]
        self.small = list(small)
        self.rounds = [[list(table) for table in tables] for tables in rounds]
        self.largest = max(len(table) for table in self.rounds[0])
        self.at: list[list[int]] = []
        for tables in self.rounds:
            where = [0] * len(self.small)
            for number, table in enumerate(tables):
                for player in table:
                    where[player] = number
                    self.small[player] += len(table) < self.largest
                    for other in table:
                        self.met[player][other] += player != other
            self.at.append(where)
        self.q = sum(m * (m - 1) // 2 for row in self.met for m in row if m > 1) // 2
        self.f = sum(times * (times - 1) // 2 for times in self.small)

    def price(self, number: int, a: int, b: int) -> tuple[int, int]:
        """What swapping a and b (at different tables of that round) adds to Q and to F."""
        table_a = self.rounds[number][self.at[number][a]]
        table_b = self.rounds[number][self.at[number][b]]
        met_a, met_b = self.met[a], self.met[b]
        # Each x leaves a and joins b: it saves met[a][x] - 1 and costs met[b][x]. The sums run over a and
        # b themselves too, which adds met[a][b] twice.
        q = len(table_a) + len(table_b) - 2 - 2 * met_a[b]
        for x in table_a:
            q += met_b[x] - met_a[x]
        for y in table_b:
            q += met_a[y] - met_b[y]
        if len(table_a) == len(table_b):
            return q, 0
        leaves, enters = (a, b) if len(table_a) < len(table_b) else (b, a)
        return q, self.small[enters] - self.small[leaves] + 1

    def swap(self, number: int, a: int, b: int, q: int, f: int) -> None:
        """Swap them, for the price found."""
        tables, at = self.rounds[number], self.at[number]
        self._leave_and_join(tables[at[a]], a, b)
        self._leave_and_join(tables[at[b]], b, a)
        if f or len(tables[at[a]]) != len(tables[at[b]]):
            leaves, enters = (a, b) if len(tables[at[a]]) < len(tables[at[b]]) else (b, a)
            self.small[leaves] -= 1
            self.small[enters] += 1
        at[a], at[b] = at[b], at[a]
        self.q += q
        self.f += f

    def _leave_and_join(self, table: list[int], leaves: int, joins: int) -> None:
        met, met_out, met_in = self.met, self.met[leaves], self.met[joins]
        table[table.index(leaves)] = joins
        for other in table:
            if other != joins:
                met_out[other] -= 1
                met[other][leaves] -= 1
                met_in[other] += 1
                met[other][joins] += 1


def search(
    met: Sequence[Sequence[int]],
    small: Sequence[int],
    starts: Iterator[list[Grouping]],
    chance: Random,
    moves: int,
) -> tuple[list[Grouping], int]:
    """Return the best rounds found from these starts (an endless supply) and the moves tried.

    `met` and `small` are the counts of the past. Fewest Q first, then least F. Ends at a bound that
    nothing can beat, or when the moves are used up: each start goes downhill at once, and is annealed
    the more patiently the longer the search lasts.
    """
    best: Board | None = None
    spent, patience = 0, _FIRST_RESTART
    floor: tuple[int, int] | None = None
    for attempt, start in enumerate(starts):
        board = Board(met, small, start)
        floor = floor or (least_q(met, start), least_f(small, start))
        seats = sum(map(len, board.at))
        if attempt >= _DESCENTS:
            spent += _anneal(
                board, floor, chance, min(moves - spent, patience * seats), REPEATS[attempt % len(REPEATS)]
            )
            patience += patience // 2
        spent += _descend(board, floor, chance, min(moves - spent, _DESCENT * seats))
        if best is None or (board.q, board.f) < (best.q, best.f):
            best = board
        if (best.q, best.f) <= floor or spent >= moves or len(best.rounds[0]) == 1:
            return best.rounds, spent
    raise AssertionError("the supply of starts is endless")


_DESCENTS = 3
"""Starts that only go downhill before annealing begins: enough for every large event."""
_DESCENT = 40
"""Moves per seat of going downhill."""


def _anneal(board: Board, floor: tuple[int, int], chance: Random, moves: int, repeat: int) -> int:
    """Cool from _HOT to _COLD (in units of Q) over that many moves; return the moves made."""
    spent = 0
    for step in range(_STEPS):
        warmth = _HOT * (_COLD / _HOT) ** (step / (_STEPS - 1)) * repeat
        # Rounded, so that the last bit of a machine's exp() cannot change a plan.
        odds = [round(math.exp(-rise / warmth), 6) for rise in range(1, 8 * repeat)]
        share = moves * (step + 1) // _STEPS - spent
        spent += _walk(board, floor, chance, share, repeat, odds)
        if (board.q, board.f) <= floor:
            break
    return spent


def _descend(board: Board, floor: tuple[int, int], chance: Random, moves: int) -> int:
    """Take only what is no worse: fewer Q first, then less F. Return the moves made."""
    return _walk(board, floor, chance, moves, 1 << 30, [])


def _walk(
    board: Board,
    floor: tuple[int, int],
    chance: Random,
    moves: int,
    repeat: int,
    odds: Sequence[float],
) -> int:
    """Try random swaps; take what costs nothing, and what costs n more with odds[n - 1]."""
    random, players, rounds = chance.random, len(board.small), len(board.rounds)
    for spent in range(moves):
        if board.q <= floor[0] and board.f <= floor[1]:
            return spent
        number = int(random() * rounds)
        a, b = int(random() * players), int(random() * players)
        at = board.at[number]
        if at[a] == at[b]:
            continue
        q, f = board.price(number, a, b)
        rise = repeat * q + f
        if rise <= 0 or (rise <= len(odds) and random() < odds[rise - 1]):
            board.swap(number, a, b, q, f)
    return moves


def least_q(met: Sequence[Sequence[int]], rounds: Sequence[Grouping]) -> int:
    """A Q below which no rounds of these sizes can get after that past.

    The larger of two counts. By players: each spends its new meetings on those whom it met least. By
    rounds: a table's people who come from fewer tables of another round must meet again.
    """
    before = sum(m * (m - 1) // 2 for row in met for m in row if m > 1) // 2
    sizes = [len(table) for table in rounds[0]]
    apart = len(rounds) * (len(rounds) - 1) // 2 * _crowding(sizes, len(sizes))
    return before + max(_thrift(met, sizes, len(rounds)), apart)


def _crowding(sizes: Sequence[int], tables: int) -> int:
    """Pairs that must meet again when tables of these sizes are filled from that many tables."""
    total = 0
    for size in sizes:
        each, more = divmod(size, tables)
        total += more * (each + 1) * each // 2 + (tables - more) * each * (each - 1) // 2
    return total


def _thrift(met: Sequence[Sequence[int]], sizes: Sequence[int], rounds: int) -> int:
    """The least Q that new meetings add if every player meets the least met first."""
    least, most = rounds * (min(sizes) - 1), rounds * (max(sizes) - 1)
    spare = rounds * sum(size * (size - 1) for size in sizes) - len(met) * least
    total, extras = 0, []
    for player, row in enumerate(met):
        costs = _cheapest(row, player, most)
        total += sum(costs[:least])
        extras += costs[least:]
    extras.sort()
    return -(-(total + sum(extras[:spare])) // 2)


def _cheapest(row: Sequence[int], player: int, count: int) -> list[int]:
    """What this many more meetings add to Q at the least, cheapest first."""
    others = sorted(m for other, m in enumerate(row) if other != player)
    costs: list[int] = []
    level, known = 0, 0
    while len(costs) < count:
        while known < len(others) and others[known] <= level:
            known += 1
        costs += [level] * min(known, count - len(costs))
        level += 1
    return costs


def least_f(small: Sequence[int], rounds: Sequence[Grouping]) -> int:
    """An F below which no rounds of these sizes can get: the small seats shared as evenly as can be."""
    sizes = [len(table) for table in rounds[0]]
    times = sorted(small)
    for _ in range(len(rounds) * sum(size for size in sizes if size < max(sizes))):
        # Raise the first of the least: the list stays sorted.
        low = times[0]
        last = bisect_right(times, low) - 1
        times[last] += 1
    return sum(count * (count - 1) // 2 for count in times)
