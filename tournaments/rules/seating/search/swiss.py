"""One Swiss round: neighbours in the standings sit together, with few repeats.

The start is the cheapest cut of the standings into tables, by dynamic programming. From there neighbours
swap. The players of the `SeatingProblem` are numbered by their places.
"""

from __future__ import annotations

from collections import Counter
from random import Random

from tournaments.rules.seating.request import Grouping
from tournaments.rules.seating.search.annealing import anneal, descend
from tournaments.rules.seating.search.prices import PricedRounds, Rows, SeatingProblem

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


def improve_round(board: PricedRounds, attempt: int, chance: Random, moves: int) -> int:
    """Anneal a round that begins as a cut of the standings, and return the moves made.

    Odd attempts risk only distances, even attempts also repeats, which few players cannot avoid. The
    temperature follows from the distances in the cut.
    """
    problem, prices = board.problem, board.problem.prices
    place = problem.place
    start = sum((place[a] - place[b]) ** 2 for table in board.rounds[0] for a in table for b in table)
    near = max(1.0, prices.standing * (start / 2 / len(problem.sizes) + problem.sizes[0]))
    far = _WINDOW * problem.sizes[0]
    reach = far if far < problem.players - 1 else 0
    hot = near if attempt % 2 else max(near, prices.repeat / 2)
    goal = -(1 << 62)
    spent = anneal(board, chance, moves * 3 // 4, goal, hot, near / 40, reach)
    return spent + descend(board, chance, moves - spent, goal, reach)
