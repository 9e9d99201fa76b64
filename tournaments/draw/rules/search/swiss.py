"""One Swiss round: players of one level (a score, or a place) sit together, with few repeats.

The start is the cheapest cut of the standings into tables, by dynamic programming. From there neighbours
swap. The players of the `SeatingProblem` are numbered by their levels, then by their places.
"""

from __future__ import annotations

from collections import Counter
from random import Random

from tournaments.draw.rules.request import Grouping
from tournaments.draw.rules.search.annealing import anneal, descend
from tournaments.draw.rules.search.prices import PricedRounds, Rows, SeatingProblem, apart, price_rows

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
