"""Where an attempt begins: what was planned before, a rotation, shuffles."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tournaments.rules.seating.request import Request
from tournaments.rules.seating.search.board import Grouping, Problem
from tournaments.rules.seating.search.problems import shuffled


def planned(request: Request, order: Sequence[int]) -> list[Grouping] | None:
    """The rounds kept from a former plan, as far as those who are here now can sit as they were to.

    Whoever left is left out, newcomers take their places, and tables are filled up or shortened to the
    sizes asked for. None where no such rounds are kept, or the standings decide.
    """
    rounds = request.ahead[: request.rounds_left]
    if len(rounds) < request.rounds_left or request.standing:
        return None
    number_of = {request.players[index]: number for number, index in enumerate(order)}
    return [
        _resized(
            [[number_of[player] for player in table if player in number_of] for table in tables],
            sorted(request.sizes, reverse=True),
        )
        for tables in rounds
    ]


def _resized(tables: Grouping, sizes: Sequence[int]) -> Grouping:
    """These tables with those sizes, changed as little as that needs; whoever is missing is seated."""
    tables = sorted(tables, key=len, reverse=True)
    seated = {player for table in tables for player in table}
    waiting = [player for player in range(sum(sizes)) if player not in seated]
    for table in tables[len(sizes) :]:
        waiting += table
    resized = [list(table) for table in tables[: len(sizes)]]
    resized += [[] for _ in range(len(sizes) - len(resized))]
    for table, size in zip(resized, sizes, strict=True):
        waiting += table[size:]
        del table[size:]
    for table, size in zip(resized, sizes, strict=True):
        while len(table) < size:
            table.append(waiting.pop())
    return resized


def random_rounds(problem: Problem, chance: Random) -> list[Grouping]:
    """Every round a shuffle of its own."""
    return [cut(shuffled(problem.players, chance), problem.sizes) for _ in range(problem.rounds)]


def cut(numbers: Sequence[int], sizes: Sequence[int]) -> Grouping:
    """The numbers in their order, so many to each table."""
    tables: Grouping = []
    start = 0
    for size in sizes:
        tables.append(list(numbers[start : start + size]))
        start += size
    return tables
