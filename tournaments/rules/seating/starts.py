"""Where an attempt begins: what was planned before, a rotation, shuffles."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tournaments.rules.seating.board import Grouping, Problem
from tournaments.rules.seating.problems import shuffled
from tournaments.rules.seating.request import Request


def planned(request: Request, order: Sequence[int]) -> list[Grouping] | None:
    """The rounds kept from a former plan, if they seat exactly these players at tables of these sizes."""
    rounds = request.ahead[: request.rounds_left]
    if len(rounds) < request.rounds_left or request.standing:
        return None
    players, sizes = sorted(request.players), sorted(request.sizes)
    for tables in rounds:
        if sorted(player for table in tables for player in table) != players:
            return None
        if sorted(map(len, tables)) != sizes:
            return None
    number_of = {request.players[index]: number for number, index in enumerate(order)}
    return [
        [[number_of[player] for player in table] for table in sorted(tables, key=len, reverse=True)]
        for tables in rounds
    ]


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
