"""Starts of attempts: the rounds that were planned before, or random rounds."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tournaments.draw.rules.known.recipes import cut, shuffled
from tournaments.draw.rules.request import Grouping, Request
from tournaments.draw.rules.search.prices import SeatingProblem


def planned(request: Request, order: Sequence[int]) -> list[Grouping] | None:
    """Return the rounds of an earlier plan, for the present players; None without such a plan.

    Absent players are left out, newcomers take their seats, and tables are adjusted to the sizes of the
    request.
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
    """Return the tables with these sizes and all players, with few changes."""
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


def random_rounds(problem: SeatingProblem, chance: Random) -> list[Grouping]:
    """Return random rounds."""
    return [cut(shuffled(problem.players, chance), problem.sizes) for _ in range(problem.rounds)]
