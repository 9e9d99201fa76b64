"""The search: a request, attempts, and the best plan so far.

`begin` reads the request; `improve` makes attempts until a slice of moves is spent. An attempt depends only
on the request, its number and the best plan before it, and a slice ends with an attempt. So the plan does
not depend on how a search is sliced, stored and resumed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Self

from tournaments.draw.rules.check import check
from tournaments.draw.rules.request import Grouping, Request
from tournaments.draw.rules.search.attempts import Attempts
from tournaments.draw.rules.search.prices import Costs, costs
from tournaments.draw.rules.search.problems import chance_of, floors, order_of, problem_of


class SearchState(NamedTuple):
    """The state of a search. `as_json` stores everything except the request.

    attempt: the number of the next attempt. moves: tried so far. gained: those tried at the last gain.
    rounds: the best rounds so far, the next round first, players as indices of the request; empty before the
        first attempt. costs: of these rounds. bound: of Q.
    proved: no plan is better. done: no attempt follows.
    """

    request: Request
    attempt: int = 0
    moves: int = 0
    gained: int = 0
    rounds: Sequence[Grouping] = ()
    costs: Costs | None = None
    bound: int = 0
    proved: bool = False
    done: bool = False

    def as_json(self) -> dict[str, Any]:
        """Return everything except the request as JSON."""
        stored = self._asdict() | {"costs": self.costs and self.costs._asdict(), "rounds": list(self.rounds)}
        del stored["request"]
        return stored

    @classmethod
    def from_json(cls, request: Request, data: Mapping[str, Any]) -> Self:
        """Return the state that `as_json` stored."""
        stored = {name: data[name] for name in cls._fields if name != "request"}
        return cls(request=request, **stored | {"costs": data["costs"] and Costs(**data["costs"])})


def begin(request: Request) -> SearchState:
    """Return the state before the first attempt. Raises what `check` raises."""
    check(request)
    if request.groups:
        number_of = {player: index for index, player in enumerate(request.players)}
        groups = [[number_of[player] for player in table] for table in request.groups]
        return SearchState(request, rounds=[groups], done=True)
    return SearchState(request, bound=floors(request, problem_of(request, order_of(request)))[0])


def improve(search: SearchState, moves: int) -> SearchState:
    """Make attempts until `moves` are spent or the search is done; at least one. The last may exceed them.

    A search is done when the moves or attempts of the request are spent, when its plan is proved, or, for
    very large events, after one descent.
    """
    if search.done:
        return search
    attempts = Attempts(search.request)
    until = search.moves + moves
    while not search.done:
        search = _attempt(attempts, search)
        if search.moves >= until:
            break
    return search


def _attempt(attempts: Attempts, search: SearchState) -> SearchState:
    """Return the state after the next attempt."""
    request, best_costs, spent, proved = search.request, search.costs, 0, False
    number_of = {index: number for number, index in enumerate(attempts.order)}
    before = best_costs
    best = [[[number_of[index] for index in table] for table in tables] for tables in search.rounds]
    chance = chance_of(request.seed, search.attempt)
    for rounds, moves in attempts.tries(search.attempt, best, chance, request.moves - search.moves):
        spent += moves
        now = costs(attempts.problem, rounds)
        if best_costs is None or now[:2] < best_costs[:2]:
            best, best_costs = rounds, now
        proved = attempts.reached(best_costs)
        if proved:
            break
    if best_costs is None:
        raise AssertionError("every attempt makes a plan")
    # An attempt without moves counts as one move, so that a search ends.
    spent = search.moves + max(spent, 1 if search.attempt else 0)
    return search._replace(
        attempt=search.attempt + 1,
        moves=spent,
        gained=spent if best_costs != before else search.gained,
        rounds=[[[attempts.order[number] for number in table] for table in tables] for tables in best],
        costs=best_costs,
        proved=proved,
        done=proved
        or spent >= request.moves
        or search.attempt + 1 == request.attempts
        or attempts.over(best_costs, spent, spent - search.gained),
    )
