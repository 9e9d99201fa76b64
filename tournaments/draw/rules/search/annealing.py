"""The core of the search: swaps of two players, downhill or by simulated annealing, with a budget in moves.

Only integers and `random.Random(seed).random()` decide. Python promises the same sequence in every version,
so the same seed and moves give the same plan on every machine.

In a Swiss round players of one level (a score, or a place) sit together, with few repeats. The start is the
cheapest cut of the standings into tables, by dynamic programming. From there neighbours swap. The players of
the `SeatingProblem` are numbered by their levels, then by their places.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from tournaments.draw.rules.request import Grouping
from tournaments.draw.rules.search.prices import (
    FAIR,
    PricedRounds,
    Rows,
    SeatingProblem,
    apart,
    beyond,
    far_of,
    price_rows,
)

_STEPS = 24
"""The temperatures of one annealing."""


def anneal(
    board: PricedRounds, chance: Random, moves: int, floor: int, hot: float, cold: float, reach: int = 0
) -> int:
    """Improve the board by simulated annealing, and return the number of moves (swaps that were tried).

    moves: so many at most. floor: stop when the price of the board is not above it. hot, cold: the first and
    the last temperature, in the unit of the prices of `board`. reach: as in `walk`.
    """
    spent = 0
    for step in range(_STEPS):
        warmth = hot * (cold / hot) ** (step / (_STEPS - 1))
        unit = max(1, int(warmth) // 16)
        # Rounded, because the last bit of exp() may differ between machines.
        odds = [round(math.exp(-rise * unit / warmth), 6) for rise in range(int(7 * warmth / unit) + 2)]
        share = moves * (step + 1) // _STEPS - spent
        spent += walk(board, chance, share, floor, odds, unit=unit, reach=reach)
        if board.total <= floor:
            break
    return spent


def descend(board: PricedRounds, chance: Random, moves: int, floor: int, reach: int = 0) -> int:
    """Accept only swaps that are not worse, and return the number of moves (swaps that were tried).

    The descent ends early after `_STILL` sweeps over all seats without a gain.
    """
    seats = board.problem.players * len(board.rounds)
    spent, still = 0, 0
    while spent < moves and still < _STILL and board.total > floor:
        before = board.total
        # Some sweeps move all players, also without a gain, to make room for improvements.
        share = min(seats, moves - spent)
        spent += walk(board, chance, share, floor, (), reach=reach, picky=still % 4 != _STILL % 4)
        still = 0 if board.total < before else still + 1
    return spent


_STILL = 15
"""Sweeps without a gain after which a descent ends."""


def share_out(board: PricedRounds) -> None:
    """Bring players who are too often or too seldom at small tables closer to their fair share, in any round.

    Each swap is the cheapest for one of them. When no swap of theirs makes the board cheaper, and
    fair shares come before repeats, the rounds are brought within them one after the other.
    """
    share, past, largest = board.problem.share, board.problem.small, board.largest
    if not share or not board.mixed:
        return
    stuck: set[int] = set()
    while True:
        away = [
            (far, -player)
            for player in range(board.problem.players)
            if player not in stuck and (far := far_of(share[player], past[player], board.small[player]))
        ]
        if not away:
            if stuck and board.problem.prices.far >= FAIR:
                _one_by_one(board)
            return
        player = -max(away)[1]
        cheapest = (0, 0, 0)
        for number, where in enumerate(board.at):
            gain = board.flips[player][number]
            if gain >= 0:
                continue
            low = len(where[player]) < largest
            for other, table in enumerate(where):
                if (len(table) < largest) is not low and gain + board.flips[other][number] < 0:
                    cheapest = min(cheapest, (board.rise(number, player, other), number, other))
        rise, number, other = cheapest
        if rise >= 0:
            stuck.add(player)
            continue
        board.swap(number, player, other)
        board.total += rise
        stuck.clear()


def _one_by_one(board: PricedRounds) -> None:
    """Exchange players of each round, the first one first, until everybody is within their fair share there.

    Each exchange makes the fewest repeats. It ends where nobody can be exchanged.
    """
    times = list(board.problem.small)
    for number, where in enumerate(board.at):
        while swaps := list(_fairer(board, number, times)):
            _gain, _repeats, a, b = min(swaps)
            board.total += board.rise(number, a, b)
            board.swap(number, a, b)
        for player, table in enumerate(where):
            times[player] += len(table) < board.largest


def _fairer(board: PricedRounds, number: int, times: Sequence[int]) -> Iterator[tuple[int, int, int, int]]:
    """Yield the swaps in a round that make it fairer: the gain, the price of the repeats, and the players.

    times: at small tables before this round.
    """
    small = [len(table) < board.largest for table in board.at[number]]
    gains = [
        beyond(share[number], times[player] + (not low)) - beyond(share[number], times[player] + low)
        for player, (share, low) in enumerate(zip(board.problem.share, small, strict=True))
    ]
    for a, gain in enumerate(gains):
        for b, other in enumerate(gains) if gain < 0 else ():
            if small[b] is not small[a] and other <= 0:
                flips = board.flips[a][number] + board.flips[b][number]
                yield gain + other, board.rise(number, a, b) - flips, a, b


def walk(  # noqa: C901 (one loop: each function call would happen a million times)
    board: PricedRounds,
    chance: Random,
    moves: int,
    floor: int,
    odds: Sequence[float],
    *,
    unit: int = 1,
    reach: int = 0,
    picky: bool = False,
) -> int:
    """Try a swap for each player of each round in turn, and accept it if the cost does not rise.

    odds: a swap that costs `rise` more is accepted with probability odds[rise // unit]. reach: swap only with
    one of the next `reach` players (0: with any). picky: skip players who cannot improve. The walk ends at a
    cost of `floor`. Returns the moves made.
    """
    random, players, step = chance.random, board.problem.players, board.step
    flips, largest, mixed = board.flips, board.largest, board.mixed
    limit, span, total, spent = len(odds), reach or players - 1, board.total, 0
    number, start = board.cursor
    while spent < moves:
        where = board.at[number]
        rows = board.rows if number else board.first
        usual = 0
        if picky and mixed:
            usual = min(
                flip[number] for flip, table in zip(flips, where, strict=True) if len(table) == largest
            )
        end = min(players, start + moves - spent)
        for a in range(start, end):
            table_a = where[a]
            row_a = rows[a]
            if picky:
                own = step - step * len(table_a)
                for x in table_a:
                    own += row_a[x]
                if own <= 0 and not (mixed and -flips[a][number] > (usual if len(table_a) < largest else 0)):
                    continue
            b = a + 1 + int(random() * span)
            if b >= players:
                b -= players
            table_b = where[b]
            if table_a is table_b:
                continue
            row_b = rows[b]
            rise = step * (len(table_a) + len(table_b) - 2) - 2 * row_a[b]
            for x in table_a:
                rise += row_b[x] - row_a[x]
            for y in table_b:
                rise += row_a[y] - row_b[y]
            if mixed and len(table_a) != len(table_b) and largest in (len(table_a), len(table_b)):
                rise += flips[a][number] + flips[b][number]
            if rise <= 0 or (rise < limit * unit and random() < odds[rise // unit]):
                board.swap(number, a, b)
                if rise:
                    total += rise
                    if total <= floor:
                        board.total = total
                        board.cursor = (number, a)
                        return spent + a - start + 1
        spent += end - start
        start = end
        if end == players:
            number, start = (number + 1) % len(board.rounds), 0
    board.total = total
    board.cursor = (number, start)
    return spent


_WINDOW = 6
"""The reach of a swap while annealing, in tables."""


def cut_standings(problem: SeatingProblem, rows: Rows) -> Grouping:
    """Return the cheapest cut of the standings into tables, larger tables first."""
    price, small = rows[1], problem.zone or problem.small
    sizes = Counter(problem.sizes)
    kinds = sorted(sizes)
    # How many tables of each size are used -> the least cost so far and the size of the last table.
    layer: dict[tuple[int, ...], tuple[int, int]] = {(0,) * len(kinds): (0, 0)}
    layers = [layer]
    for _ in problem.sizes:
        following: dict[tuple[int, ...], tuple[int, int]] = {}
        for used, (cost, _size) in layer.items():
            start = end = sum(count * size for count, size in zip(used, kinds, strict=True))
            grown = cost
            for kind, size in enumerate(kinds):
                if used[kind] == sizes[size]:
                    continue
                for player in range(end, start + size):
                    row = price[player]
                    grown += sum(row[other] for other in range(start, player))
                end = start + size
                whole = grown
                if size < kinds[-1]:
                    whole += problem.prices.small * sum(small[start:end])
                key = (*used[:kind], used[kind] + 1, *used[kind + 1 :])
                cheapest = following.get(key)
                if cheapest is None or whole < cheapest[0]:
                    following[key] = (whole, size)
        layer = following
        layers.append(layer)
    tables: Grouping = []
    used = tuple(sizes[size] for size in kinds)
    for layer in reversed(layers[1:]):
        size = layer[used][1]
        kind = kinds.index(size)
        used = (*used[:kind], used[kind] - 1, *used[kind + 1 :])
        start = sum(count * each for count, each in zip(used, kinds, strict=True))
        tables.append(list(range(start, start + size)))
    tables.reverse()
    return sorted(tables, key=len, reverse=True)


def least_distance(problem: SeatingProblem) -> int:
    """Return a bound of `Costs.distance` of the planned rounds: for full tables, that of the plain cut."""
    size = problem.sizes[0]
    if not problem.level or size != problem.sizes[-1]:
        return 0
    cut = [list(range(start, start + size)) for start in range(0, problem.players, size)]
    # If later rounds are planned, the next one counts twice.
    return (problem.rounds + (problem.rounds > 1)) * apart(problem.level, cut)


def improve_round(
    board: PricedRounds, attempt: int, chance: Random, moves: int, cut: Grouping | None = None
) -> int:
    """Anneal a round that begins as a cut of the standings, and return the moves made.

    The temperature follows from the distances in `cut`, by default in the first round of the board. Odd
    attempts at a single round accept only more distance on the way. All others accept repeats, too, because a
    small group of players cannot avoid them.
    """
    problem, prices = board.problem, board.problem.prices
    start = apart(problem.level, cut or board.rounds[0])
    near = max(1.0, prices.standing * (start / len(problem.sizes) + problem.sizes[0] * problem.unit))
    far = _WINDOW * problem.sizes[0]
    reach = far if far < problem.players - 1 else 0
    hot = near if attempt % 2 and problem.rounds == 1 else max(near, prices.repeat / 2)
    goal = -(1 << 62)
    spent = anneal(board, chance, moves * 3 // 4, goal, hot, near / 40, reach)
    return spent + descend(board, chance, moves - spent, goal, reach)


def choose_floaters(problem: SeatingProblem, tables: Grouping) -> Grouping:
    """Return the round with the right floaters: the players whose places are next to the other level.

    Players change seats only with players of their own level, and only if no cost of the request changes. At
    a table of one level, places decide nothing.
    """
    tables = [list(table) for table in tables]
    level, (_, rows) = problem.level, price_rows(problem, problem.prices)
    where = {player: table for table in tables for player in table}
    groups: dict[int, list[int]] = {}
    for player, own in enumerate(level):
        groups.setdefault(own, []).append(player)

    def price(player: int, mates: list[int]) -> int:
        row = rows[player]
        return sum(row[mate] for mate in mates)

    def far(player: int, mates: list[int]) -> int:
        return sum((player - mate) ** 2 for mate in mates if level[mate] != level[player])

    for _ in range(_SWEEPS):
        changed = False
        for a in range(problem.players):
            if all(level[mate] == level[a] for mate in where[a]):
                continue
            for b in groups[level[a]]:
                here, there = where[a], where[b]
                if here is there or (len(here) != len(there) and not _alike(problem, a, b)):
                    continue
                mates, others = [x for x in here if x != a], [x for x in there if x != b]
                if far(a, others) + far(b, mates) >= far(a, mates) + far(b, others):
                    continue
                if price(a, others) + price(b, mates) != price(a, mates) + price(b, others):
                    continue
                here[here.index(a)], there[there.index(b)] = b, a
                where[a], where[b] = there, here
                changed = True
        if not changed:
            break
    return tables


_SWEEPS = 10
"""The most passes over all players when floaters are chosen."""


def _alike(problem: SeatingProblem, a: int, b: int) -> bool:
    """Return whether a small table costs the same for both players."""
    return problem.small[a] == problem.small[b] and (not problem.zone or problem.zone[a] == problem.zone[b])
