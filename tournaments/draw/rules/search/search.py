"""The search: a request, attempts, and the best plan so far.

`begin` reads the request; `improve` makes attempts until a slice of moves is spent. An attempt depends only
on the request, its number and the best plan before it, and a slice ends with an attempt. So the plan does
not depend on how a search is sliced, stored and resumed.

The first attempt descends from the planned rounds or from a recipe. The others alternate: they anneal random
rounds or the best plan so far, longer each time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any, NamedTuple, Self

from tournaments.draw.rules.check import check
from tournaments.draw.rules.recipes import best_start, rounds_for
from tournaments.draw.rules.request import MOVES, Grouping, Request
from tournaments.draw.rules.search.annealing import (
    anneal,
    cut_standings,
    descend,
    improve_round,
    least_distance,
    share_out,
)
from tournaments.draw.rules.search.prices import (
    FAIR,
    Costs,
    PricedRounds,
    Prices,
    Rows,
    costs,
    far_of,
    meetings,
    most_kept,
    price_rows,
)
from tournaments.draw.rules.search.problems import chance_of, floors, order_of, problem_of
from tournaments.draw.rules.search.starts import fitted, in_order, planned, random_rounds

LONGEST = 200_000
"""The most moves of one attempt."""

PATIENCE = 4
"""Where small tables are shared fairly, few bounds can be reached. There a search ends after this part of its
moves without a gain, or of the moves of a usual draw if these are more."""

_LARGE = 20_000
"""With more seats (players times rounds), a search makes only one descent."""

_FIT = 40
"""Exchanges for each player when the places of a plan are assigned."""

_FIRST, _DOWN = 60, 40
"""Moves for each seat: of the first annealing (every second attempt has 50 % more), and of a descent."""

_HOT, _COLD, _TEPID = 0.6, 0.1, 0.35
"""Temperatures, in units of the price of a repeat."""

_SMALL = (2, 8)
"""Prices of one unit of Q while annealing, for alternating attempts; a unit of F costs 1. A descent uses the
weights of the request."""

_FAR = (1, 4)
"""Prices of one unit of `Costs.far` while annealing, in units of the price of a repeat."""

_ADDING = (1, 4)
"""Attempts that continue the most known rounds without a repeat, or one round less."""

Candidate = tuple[list[Grouping], int]
"""Rounds, and the moves that were tried for them."""


class Attempts:
    """The attempts for one request.

    order: the index in the request of each player, by number. floor: bounds of Q, F and `Costs.far`. nearest:
    a bound of the squared distances.
    """

    def __init__(self, request: Request) -> None:
        self.request = request
        self.order = order_of(request)
        self.problem = problem_of(request, self.order)
        self.floor = floors(request, self.problem)
        self.nearest = least_distance(self.problem)
        self._bases: dict[Prices, Rows] = {}

    def reached(self, costs_: Costs) -> bool:
        """Return whether these costs are proved to be optimal."""
        return not (costs_.broken or costs_.wishes) and (
            costs_.distance <= self.nearest and self._at_floor(costs_)
        )

    def over(self, costs_: Costs, moves: int, idle: int = 0) -> bool:
        """Return whether another attempt is useless. moves: tried so far; idle: those without a gain."""
        problem = self.problem
        if len(problem.sizes) == 1 or problem.players * problem.rounds > _LARGE:
            return True
        if problem.share and problem.prices.far >= FAIR and idle * PATIENCE > max(self.request.moves, MOVES):
            return True
        # The tables are consecutive places of the standings: no player could sit nearer to their neighbours.
        return bool(problem.level) and moves == 0 and not costs_.wishes and self._at_floor(costs_)

    def tries(self, attempt: int, best: list[Grouping], chance: Random, budget: int) -> Iterator[Candidate]:
        """Yield the candidates of this attempt, with at most `budget` moves in total."""
        if attempt == 0:
            yield from self._first(chance, min(budget, LONGEST))
            return
        seats = self.problem.players * self.problem.rounds
        moves_per_seat = _FIRST
        for _ in range(attempt // 2):
            moves_per_seat = min(moves_per_seat + moves_per_seat // 2, LONGEST)
        moves = min(budget, LONGEST, moves_per_seat * seats)
        if self.problem.level:
            yield self._swiss(attempt, chance, moves)
            return
        fresh = self._fresh(attempt, chance)
        if fresh:
            yield self._continue(fresh, attempt, chance, moves)
            return
        if attempt % 4 == 3:
            yield self._cool(best, attempt, chance, moves, _TEPID)
        else:
            yield self._cool(random_rounds(self.problem, chance), attempt, chance, moves, _HOT)

    def _fresh(self, attempt: int, chance: Random) -> list[Grouping] | None:
        """Return the most known rounds without a repeat, for the first attempts; None for other attempts."""
        problem = self.problem
        if attempt not in _ADDING or not problem.free:
            return None
        known = (rounds_for(problem.sizes, rounds, chance) for rounds in range(problem.rounds - 1, 1, -1))
        return next(islice(filter(None, known), _ADDING.index(attempt), None), None)

    def _continue(self, fresh: list[Grouping], attempt: int, chance: Random, moves: int) -> Candidate:
        """Return a candidate that begins with the rounds `fresh`, unchanged. Anneal the rounds after them.

        attempt: its number, which decides the prices. moves: the most moves to try.
        """
        problem = self.problem
        tables = [table for grouping in fresh for table in grouping if len(table) < problem.sizes[0]]
        small = Counter(player for table in tables for player in table)
        rest = replace(
            problem,
            rounds=problem.rounds - len(fresh),
            met=meetings(problem, fresh),
            small=tuple(small[player] for player in range(problem.players)),
            share=tuple(share[len(fresh) :] for share in problem.share),
        )
        prices = self._risky(attempt)
        board = PricedRounds(rest, prices, random_rounds(rest, chance))
        goal = -(1 << 62)
        spent = anneal(board, chance, moves * 4 // 5, goal, _HOT * prices.repeat, _COLD * prices.repeat)
        board = PricedRounds(rest, problem.prices, board.rounds)
        share_out(board)
        spent += descend(board, chance, moves - spent, goal)
        return [*fresh, *board.rounds], spent

    def _at_floor(self, costs_: Costs) -> bool:
        return (
            not costs_.broken
            and costs_.q <= self.floor[0]
            and costs_.f <= self.floor[1]
            and costs_.far <= self.floor[2]
        )

    def _first(self, chance: Random, budget: int) -> Iterator[Candidate]:
        problem = self.problem
        kept = planned(self.request, self.order)
        if kept is not None:
            yield kept, 0
            rounds, spent = self._down(kept, chance, budget)
            budget -= spent
            yield rounds, spent
        spent = 0
        if problem.level:
            start = self._cut(chance)
        else:
            start = best_start(problem.sizes, problem.rounds, chance)
            start, spent = self._fit(start, chance, budget)
            start = self._shared_out(start)
            budget -= spent
        yield start, spent
        if not self.over(costs(problem, start), spent):
            yield self._down(start, chance, budget)

    def _fit(self, rounds: list[Grouping], chance: Random, budget: int) -> Candidate:
        """Assign the players of the request to the places of a general plan."""
        if self.problem.free:
            return rounds, 0
        moves = min(budget, max(_FIT * self.problem.players, LONGEST // 10))
        return fitted(self.problem, self.problem.prices, rounds, chance, moves)

    def _shared_out(self, rounds: list[Grouping]) -> list[Grouping]:
        """Return the rounds with small tables shared out at the prices of the request."""
        if not self.problem.share or costs(self.problem, rounds).far <= self.floor[2]:
            return rounds
        rounds = in_order(self.problem, rounds, repeats_late=False)
        board = self._board(self.problem.prices, rounds)
        share_out(board)
        return board.rounds

    def _down(self, start: Sequence[Grouping], chance: Random, budget: int) -> Candidate:
        """Descend from these rounds, at the prices of the request."""
        prices = self.problem.prices
        board = self._board(prices, self._shared_out(list(start)))
        seats = self.problem.players * self.problem.rounds
        spent = descend(board, chance, min(budget, _DOWN * seats), self._goal(prices))
        return board.rounds, spent

    def _cool(
        self, start: Sequence[Grouping], attempt: int, chance: Random, moves: int, hot: float
    ) -> Candidate:
        """Anneal these rounds at low prices, then descend at the prices of the request."""
        prices = self._risky(attempt)
        board = self._board(prices, start)
        goal = self._goal(prices)
        spent = anneal(board, chance, moves * 4 // 5, goal, hot * prices.repeat, _COLD * prices.repeat)
        if board.total <= goal:
            return board.rounds, spent
        rounds, more = self._down(board.rounds, chance, moves - spent)
        return rounds, spent + more

    def _swiss(self, attempt: int, chance: Random, moves: int) -> Candidate:
        """Anneal the next round of a Swiss, alone or with the later ones that its problem has."""
        problem = self.problem
        start = self._cut(chance)
        if problem.rounds == 1 or attempt % 2 == 0:
            board = self._board(problem.prices, start)
            return board.rounds, improve_round(board, attempt, chance, moves)
        _, first = self._base(problem.prices)
        alone = PricedRounds(replace(problem, rounds=1), problem.prices, start[:1], (first, first))
        spent = improve_round(alone, attempt, chance, moves // 2)
        rest = replace(
            problem, met=meetings(problem, alone.rounds), small=alone.times, once=frozenset(), soon={}
        )
        rows, _ = price_rows(rest, problem.prices)
        later = PricedRounds(
            replace(rest, rounds=problem.rounds - 1), problem.prices, start[1:], (rows, rows)
        )
        spent += improve_round(later, 0, chance, moves - spent, start[0])
        return [*alone.rounds, *later.rounds], spent

    def _cut(self, chance: Random) -> list[Grouping]:
        """Return the cheapest cut of the standings, and random rounds after it."""
        later = random_rounds(replace(self.problem, rounds=self.problem.rounds - 1), chance)
        return [cut_standings(self.problem, self._base(self.problem.prices)), *later]

    def _risky(self, attempt: int) -> Prices:
        """Return low prices for annealing, with which required wishes may be broken on the way."""
        problem, real = self.problem, self.problem.prices
        if not real.repeat:
            return real._replace(repeat=1)
        mixed = problem.sizes[0] != problem.sizes[-1]
        if not mixed and not problem.bound_pairs:
            return Prices(1, 0, 0, 0, 0)
        repeat = _SMALL[attempt % 2] if not problem.zone else 16
        wish = max(1, repeat * real.wish // real.repeat)
        must = repeat * (4, 8, 32)[attempt % 3]
        far = repeat * _FAR[attempt // 2 % len(_FAR)] if real.far > real.repeat else 1
        return Prices(repeat, 1, wish, must, 0, far if problem.share else 0)

    def _goal(self, prices: Prices) -> int:
        """Return a lower bound of the cost of a board at these prices: the past plus the least new cost."""
        problem, (q, f, far) = self.problem, self.floor
        q -= sum(times * (times - 1) // 2 for times in problem.met.values())
        if not problem.zone:
            f -= sum(times * (times - 1) // 2 for times in problem.small)
        far -= sum(far_of(share, times) for share, times in zip(problem.share, problem.small, strict=False))
        return prices.repeat * q + prices.small * f + prices.far * far - most_kept(problem, prices)

    def _base(self, prices: Prices) -> Rows:
        if prices not in self._bases:
            self._bases[prices] = price_rows(self.problem, prices)
        return self._bases[prices]

    def _board(self, prices: Prices, rounds: Sequence[Grouping]) -> PricedRounds:
        return PricedRounds(self.problem, prices, rounds, self._base(prices))


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
