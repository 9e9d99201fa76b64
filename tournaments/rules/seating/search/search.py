"""The anytime search: a request, some attempts, the best plan so far.

`begin` reads the request, `improve` makes attempts until its slice of moves is spent. An attempt depends
on nothing but the request, its number and the best plan before it, and a slice ends where an attempt
does: however a search is sliced, stored and taken up again, the plan is the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from tournaments.rules.seating.check import check
from tournaments.rules.seating.request import Request
from tournaments.rules.seating.search.attempts import Hunt
from tournaments.rules.seating.search.board import Costs, costs
from tournaments.rules.seating.search.problems import chance_of, floors, order_of, problem_of

Rounds = tuple[tuple[tuple[int, ...], ...], ...]


@dataclass(frozen=True, slots=True)
class Search:
    """How far a search has come. Everything but the request is plain data (`as_json`).

    attempt: the number of the next one. moves: tried so far.
    rounds: the best so far, the next round first, players as indices of the request; empty before the
        first attempt. costs: what they cost. bound: a Q that nothing can beat.
    proved: nothing is better. done: no attempt would follow, for that or because the moves are spent.
    """

    request: Request
    attempt: int = 0
    moves: int = 0
    rounds: Rounds = ()
    costs: Costs | None = None
    bound: int = 0
    proved: bool = False
    done: bool = False

    def as_json(self) -> dict[str, Any]:
        """Everything but the request, as JSON."""
        return {
            "attempt": self.attempt,
            "moves": self.moves,
            "rounds": [[list(table) for table in tables] for tables in self.rounds],
            "costs": self.costs._asdict() if self.costs else None,
            "bound": self.bound,
            "proved": self.proved,
            "done": self.done,
        }

    @classmethod
    def from_json(cls, request: Request, data: Mapping[str, Any]) -> Self:
        """Take up the search for this request where `as_json` left it."""
        return cls(
            request=request,
            attempt=data["attempt"],
            moves=data["moves"],
            rounds=tuple(tuple(tuple(table) for table in tables) for tables in data["rounds"]),
            costs=Costs(**data["costs"]) if data["costs"] else None,
            bound=data["bound"],
            proved=data["proved"],
            done=data["done"],
        )


def begin(request: Request) -> Search:
    """Return the search for a request before its first attempt; nothing is tried yet."""
    check(request)
    if request.groups:
        number_of = {player: index for index, player in enumerate(request.players)}
        groups = tuple(tuple(number_of[player] for player in table) for table in request.groups)
        return Search(request, rounds=(groups,), done=True)
    problem, remain = problem_of(request, order_of(request))
    return Search(request, bound=floors(problem, remain)[0])


def improve(search: Search, moves: int) -> Search:
    """Make attempts until these moves are spent (the last may exceed them) or the search is done.

    The whole search ends with the moves or the attempts of the request, at a plan that nothing can beat,
    or, for very large events, after going downhill once. At least one attempt is made.
    """
    if search.done:
        return search
    hunt = Hunt(search.request)
    until = search.moves + moves
    while not search.done:
        search = _attempt(hunt, search)
        if search.moves >= until:
            break
    return search


def _attempt(hunt: Hunt, search: Search) -> Search:
    """The next attempt, and whether it was the last."""
    request, found, spent, proved = search.request, search.costs, 0, False
    number_of = {index: number for number, index in enumerate(hunt.order)}
    best = [[[number_of[index] for index in table] for table in tables] for tables in search.rounds]
    chance = chance_of(request.seed, search.attempt)
    for rounds, moves in hunt.tries(search.attempt, best, chance, request.moves - search.moves):
        spent += moves
        now = costs(hunt.problem, rounds)
        if found is None or now[:2] < found[:2]:
            best, found = rounds, now
        proved = hunt.reached(found)
        if proved:
            break
    if found is None:
        raise AssertionError("every attempt finds a plan")
    # An attempt without a move counts as one: a search must end.
    spent = search.moves + max(spent, 1 if search.attempt else 0)
    return replace(
        search,
        attempt=search.attempt + 1,
        moves=spent,
        rounds=tuple(
            tuple(tuple(hunt.order[number] for number in table) for table in tables) for tables in best
        ),
        costs=found,
        proved=proved,
        done=proved
        or spent >= request.moves
        or search.attempt + 1 == request.attempts
        or hunt.over(found, spent),
    )
