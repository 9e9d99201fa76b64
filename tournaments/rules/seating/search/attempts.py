"""The attempts of a search: where each begins, what it risks, how long it lasts.

An attempt has a number, and everything follows from that: the first goes downhill from what was planned
or from a recipe, the others cool a shuffle, unfold a smaller plan that turns in a circle, or warm up the
best plan so far, by turns and ever longer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from tournaments.rules.seating.known.recipes import best_start, rounds_for
from tournaments.rules.seating.request import Request
from tournaments.rules.seating.search import cyclic, swiss
from tournaments.rules.seating.search.annealing import anneal, descend
from tournaments.rules.seating.search.board import (
    Board,
    Costs,
    Grouping,
    Prices,
    Rows,
    costs,
    meetings,
    most_kept,
    price_rows,
)
from tournaments.rules.seating.search.labels import fitted
from tournaments.rules.seating.search.problems import floors, order_of, problem_of
from tournaments.rules.seating.search.starts import planned, random_rounds

LONGEST = 200_000
"""The most moves of one attempt: some tenths of a second."""

_LARGE = 20_000
"""Seats (players times rounds) beyond which a search only goes downhill, once."""

_FIT = 40
"""Exchanges per player of giving out the places of a plan."""

_CIRCLING = 200
"""Players beyond which no plan is made to turn: recipes reach that far."""

_FIRST, _DOWN = 60, 40
"""Moves per seat: of the first annealing (each second one has half as many again), and downhill."""

_HOT, _COLD, _TEPID = 0.6, 0.1, 0.35
"""Warmth in units of one repeat."""

_SMALL = (2, 8)
"""What one unit of Q costs while cooling, in attempts by turns, where a unit of F costs 1. Meeting again
is worse than a small table again; going downhill the weights of the request count."""

_ADDING = (1, 4)
"""Attempts that add to the most rounds known without a repeat, and to one less."""

Found = tuple[list[Grouping], int]
"""Rounds, and the moves tried for them."""


class Hunt:
    """The numbers of a request, its floors, and the price rows that all attempts begin from.

    order: the players' indices in the request, by number. circles: the ways of turning to be tried.
    """

    def __init__(self, request: Request) -> None:
        self.request = request
        self.order = order_of(request)
        self.problem, remain = problem_of(request, self.order)
        self.floor = floors(self.problem, remain)
        free = self.problem.rounds > 1 and self.problem.players <= _CIRCLING
        self.circles = (
            cyclic.circles_for(self.problem.players, len(self.problem.sizes), self.problem.rounds)
            if free
            else []
        )
        self._bases: dict[Prices, Rows] = {}

    def reached(self, found: Costs) -> bool:
        """Whether nothing can be better."""
        return not (found.broken or found.wishes or found.distance) and self._at_floor(found)

    def over(self, found: Costs, moves: int) -> bool:
        """Whether no further attempt is worth making, proved or not; moves: tried so far."""
        problem = self.problem
        if len(problem.sizes) == 1 or problem.players * problem.rounds > _LARGE:
            return True
        # The standings cut as they are: nobody could sit nearer to his neighbours.
        return bool(problem.place) and moves == 0 and not found.wishes and self._at_floor(found)

    def tries(self, attempt: int, best: list[Grouping], chance: Random, budget: int) -> Iterator[Found]:
        """What this attempt finds, one after the other, with at most so many moves in all."""
        if attempt == 0:
            yield from self._first(chance, min(budget, LONGEST))
            return
        seats = self.problem.players * self.problem.rounds
        patience = _FIRST
        for _ in range(attempt // 2):
            patience = min(patience + patience // 2, LONGEST)
        moves = min(budget, LONGEST, patience * seats)
        if self.problem.place and self.problem.rounds == 1:
            yield self._swiss(attempt, chance, moves)
            return
        fresh = self._fresh(attempt, chance)
        if fresh:
            yield self._continue(fresh, attempt, chance, moves)
            return
        circle = self._circle(attempt)
        if circle:
            rounds, spent = cyclic.search(self.problem, circle, chance, moves * 2 // 3, self.floor[0])
            rounds, more = self._fit(rounds, chance, moves - spent)
            yield rounds, spent + more
            yield self._cool(rounds, attempt, chance, moves - spent - more, _TEPID)
        elif attempt % 4 == 3:
            yield self._cool(best, attempt, chance, moves, _TEPID)
        else:
            yield self._cool(random_rounds(self.problem, chance), attempt, chance, moves, _HOT)

    def _fresh(self, attempt: int, chance: Random) -> list[Grouping] | None:
        """The most rounds known without a repeat, if they are too few: the first attempts add to them."""
        problem = self.problem
        if attempt not in _ADDING or not problem.free:
            return None
        found = None
        skip = _ADDING.index(attempt)
        for rounds in range(problem.rounds - 1, 1, -1):
            found = rounds_for(problem.sizes, rounds, chance)
            if found is None:
                continue
            if not skip:
                break
            skip, found = skip - 1, None
        return found

    def _continue(self, fresh: list[Grouping], attempt: int, chance: Random, moves: int) -> Found:
        """Anneal the rounds that are missing after these, which stay as they are."""
        problem = self.problem
        small = [0] * problem.players
        for tables in fresh:
            for table in tables:
                for player in table if len(table) < problem.sizes[0] else ():
                    small[player] += 1
        rest = replace(
            problem,
            rounds=problem.rounds - len(fresh),
            met=meetings(problem, fresh),
            small=tuple(small),
        )
        prices = self._risky(attempt)
        board = Board(rest, prices, random_rounds(rest, chance))
        goal = -(1 << 62)
        spent = anneal(board, chance, moves * 4 // 5, goal, _HOT * prices.repeat, _COLD * prices.repeat)
        board = Board(rest, problem.prices, board.rounds)
        spent += descend(board, chance, moves - spent, goal)
        return [*fresh, *board.rounds], spent

    def _circle(self, attempt: int) -> cyclic.Circle | None:
        """Which way of turning this attempt tries, if any.

        Two of four do where nobody differs and perhaps nobody must meet again, else one of four:
        there shuffles are as good.
        """
        often = 2 if self.floor[0] == 0 and self.problem.free else 4
        if attempt % often or not self.circles:
            return None
        return self.circles[(attempt // often - 1) % len(self.circles)]

    def _at_floor(self, found: Costs) -> bool:
        return not found.broken and found.q <= self.floor[0] and found.f <= self.floor[1]

    def _first(self, chance: Random, budget: int) -> Iterator[Found]:
        problem = self.problem
        kept = planned(self.request, self.order)
        if kept is not None:
            yield kept, 0
            found, spent = self._down(kept, chance, budget)
            budget -= spent
            yield found, spent
        spent = 0
        if problem.place and problem.rounds == 1:
            start = [swiss.cut_standings(problem, self._base(problem.prices))]
        else:
            start = best_start(problem.sizes, problem.rounds, chance)
            start, spent = self._fit(start, chance, budget)
            budget -= spent
        yield start, spent
        if not self.over(costs(problem, start), spent):
            yield self._down(start, chance, budget)

    def _fit(self, rounds: list[Grouping], chance: Random, budget: int) -> Found:
        """A plan that was made for nobody, with these players in it."""
        if self.problem.free:
            return rounds, 0
        moves = min(budget, max(_FIT * self.problem.players, LONGEST // 10))
        return fitted(self.problem, self.problem.prices, rounds, chance, moves)

    def _down(self, start: Sequence[Grouping], chance: Random, budget: int) -> Found:
        """Downhill from there, at the prices of the request."""
        prices = self.problem.prices
        board = self._board(prices, start)
        seats = self.problem.players * self.problem.rounds
        spent = descend(board, chance, min(budget, _DOWN * seats), self._goal(prices))
        return board.rounds, spent

    def _cool(self, start: Sequence[Grouping], attempt: int, chance: Random, moves: int, hot: float) -> Found:
        """Anneal from there, at prices that let everything move, then downhill at those of the request."""
        prices = self._risky(attempt)
        board = self._board(prices, start)
        goal = self._goal(prices)
        spent = anneal(board, chance, moves * 4 // 5, goal, hot * prices.repeat, _COLD * prices.repeat)
        if board.total <= goal:
            return board.rounds, spent
        found, more = self._down(board.rounds, chance, moves - spent)
        return found, spent + more

    def _swiss(self, attempt: int, chance: Random, moves: int) -> Found:
        base = self._base(self.problem.prices)
        start = swiss.cut_standings(self.problem, base)
        board = self._board(self.problem.prices, [start])
        spent = swiss.improve_round(board, attempt, chance, moves)
        return board.rounds, spent

    def _risky(self, attempt: int) -> Prices:
        """Prices for cooling: small numbers, and what must be kept may be broken on the way."""
        problem, real = self.problem, self.problem.prices
        if not real.repeat:
            return real._replace(repeat=1)
        mixed = problem.sizes[0] != problem.sizes[-1]
        if not mixed and not problem.bound_pairs:
            return Prices(1, 0, 0, 0, 0)
        repeat = _SMALL[attempt % 2] if not problem.zone else 16
        wish = max(1, repeat * real.wish // real.repeat)
        must = repeat * (4, 8, 32)[attempt % 3]
        return Prices(repeat, 1, wish, must, 0)

    def _goal(self, prices: Prices) -> int:
        """What a board at these prices cannot be below: what must be added to the costs of the past."""
        problem, (q, f) = self.problem, self.floor
        q -= sum(times * (times - 1) // 2 for times in problem.met.values())
        if not problem.zone:
            f -= sum(times * (times - 1) // 2 for times in problem.small)
        return prices.repeat * q + prices.small * f - most_kept(problem, prices)

    def _base(self, prices: Prices) -> Rows:
        if prices not in self._bases:
            self._bases[prices] = price_rows(self.problem, prices)
        return self._bases[prices]

    def _board(self, prices: Prices, rounds: Sequence[Grouping]) -> Board:
        return Board(self.problem, prices, rounds, self._base(prices))
