"""Draw a round by a search.

All rounds still to come are planned together, and the next one is returned: rounds that are drawn one at a
time soon run out of new partners. `search` decides who sits with whom, `seats` the seats and the physical
tables. `draw` runs a search to its end; `begin`, `improve` and `plan_of` run it in slices.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tournaments.draw.rules.check import WishesUnmet
from tournaments.draw.rules.request import Grouping, Plan, Request, Tables
from tournaments.draw.rules.search.annealing import choose_floaters
from tournaments.draw.rules.search.prices import SeatingProblem, unmet
from tournaments.draw.rules.search.problems import order_of, problem_of
from tournaments.draw.rules.search.search import SearchState, begin, improve
from tournaments.draw.rules.search.starts import in_order
from tournaments.draw.rules.seats import place_rounds, seat_rounds

__all__ = ["SearchState", "begin", "draw", "improve", "plan_of"]


def draw(request: Request) -> Plan:
    """Return the plan of the next round with the fewest repeats that the search finds.

    The same request gives the same plan on every machine. Raises what `check.check` raises, and Refusal
    `wishes_unmet` if the search finds no plan that keeps all required wishes.
    """
    search = begin(request)
    while not search.done:
        search = improve(search, request.moves)
    return plan_of(request, search)


def plan_of(request: Request, search: SearchState) -> Plan:
    """Return the best plan of a search so far, with seats. Raises Refusal `wishes_unmet` as `draw` does.

    A search without an attempt makes its first one.
    """
    if not search.rounds:
        search = improve(search, 0)
    names = request.players
    rounds = [tuple(tuple(names[index] for index in table) for table in tables) for tables in search.rounds]
    if not request.groups:
        rounds = _in_order(request, search, rounds)
    seated = place_rounds(request, seat_rounds(request, rounds))
    return Plan(tables=seated[0], ahead=tuple(seated[1:]), moves=search.moves)


def _in_order(request: Request, search: SearchState, rounds: Sequence[Tables]) -> list[Tables]:
    """Return the rounds in a good order: few repeats first. With standings, return the next round only."""
    numbers = list(range(len(request.players)))
    problem = problem_of(request, numbers)
    groupings = list(search.rounds)
    if search.costs and search.costs.broken:
        _refuse(request, problem, groupings)
    if request.standing:
        return [_by_level(request, search)]
    # Another order costs nothing, so small tables are fair on the way as far as it makes them so.
    fair = problem_of(replace(request, prefer="fair"), numbers)
    repeats = search.costs is None or search.costs.q > 0
    if not repeats and not fair.share:
        return list(rounds)
    tables_of = {id(grouping): tables for grouping, tables in zip(groupings, rounds, strict=True)}
    return [tables_of[id(grouping)] for grouping in in_order(fair, groupings, repeats_late=repeats)]


def _by_level(request: Request, search: SearchState) -> Tables:
    """Return the next round of a Swiss, the highest table in the standings first.

    Rounds that were planned with it are not kept: after each round the scores differ.
    """
    order = order_of(request)
    number_of = {index: number for number, index in enumerate(order)}
    problem = problem_of(request, order)
    tables = [[number_of[index] for index in table] for table in search.rounds[0]]
    if request.scores:
        tables = choose_floaters(problem, tables)
    place = [request.standing[index] for index in order]
    tables = sorted(tables, key=lambda table: sum(place[number] for number in table) / len(table))
    return tuple(tuple(request.players[order[number]] for number in table) for table in tables)


def _refuse(request: Request, problem: SeatingProblem, rounds: Sequence[Grouping]) -> None:
    pairs = unmet(problem, rounds)
    a, b = pairs[0]
    raise WishesUnmet(a=request.players[a], b=request.players[b], pairs=len(pairs))
