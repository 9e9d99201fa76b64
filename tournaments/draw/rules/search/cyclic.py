"""Starts of the search, cyclic ones among them.

Most players are in circles of `turn` places, the others stay. Moving everybody on by one place makes the next
round. So pairs of players are counted by kind: their circles and their distance. A plan with few base rounds
has few kinds, and the search is short. It finds plans that annealing random rounds does not: the fifteen
schoolgirls, or 24 players for seven rounds at tables of four.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from tournaments.draw.rules.recipes import cut, shuffled
from tournaments.draw.rules.request import Grouping
from tournaments.draw.rules.search.prices import SeatingProblem

_STEPS = 16
"""The temperatures of one annealing."""
_CIRCLES = 8
"""How many shapes of cyclic plans are tried."""


@dataclass(frozen=True, slots=True)
class Circle:
    """A cyclic plan: `circles` of `turn` players, and `base` rounds with `turn` rotations each."""

    turn: int
    circles: int
    base: int


def circles_for(players: int, tables: int, rounds: int) -> list[Circle]:
    """Return the shapes to try, the most promising first.

    Each player who stays needs a table of their own. There may be one round too many or too few.
    """
    shapes: list[tuple[int, int, Circle]] = []
    for base in range(1, rounds // 2 + 1):
        least = max(2, (rounds - 1) // base)
        for turn in range(least, least + 4):
            excess = base * turn - rounds
            circles = players // turn
            if circles and players - circles * turn <= tables and -1 <= excess < turn:
                shapes.append((abs(excess), base, Circle(turn, circles, base)))
    return [circle for _, _, circle in sorted(shapes, key=lambda each: each[:2])[:_CIRCLES]]


class Kinds:
    """The kinds of pairs. One more pair of kind k costs begin[k], plus rise[k] for each pair so far.

    Costs are twice those of the whole plan, divided by the turn. A pair half a circle apart meets twice in a
    turn, and two players who stay meet in every round.
    """

    def __init__(self, players: int, circle: Circle) -> None:
        turn, moving = circle.turn, circle.turn * circle.circles
        names: dict[tuple[int, int, int], int] = {}
        self.begin: list[int] = []
        self.rise: list[int] = []
        self.kind_of = [[0] * players for _ in range(players)]
        for a in range(players):
            for b in range(a):
                if a >= moving:
                    key = (a, b if b >= moving else b // turn, 0)
                    costs = (turn - 1, 2 * turn) if b >= moving else (0, 2)
                else:
                    far = (a - b) % turn
                    same = a // turn == b // turn
                    key = (a // turn, b // turn, min(far, turn - far) if same else far)
                    costs = (1, 4) if same and 2 * far == turn else (0, 2)
                if key not in names:
                    names[key] = len(names)
                    self.begin.append(costs[0])
                    self.rise.append(costs[1])
                self.kind_of[a][b] = self.kind_of[b][a] = names[key]

    def count(self, base: Sequence[Grouping]) -> tuple[list[int], int]:
        """Return the price of one more pair of each kind after these base rounds, and their cost."""
        price, total = list(self.begin), 0
        for tables in base:
            for table in tables:
                for index, a in enumerate(table):
                    for b in table[:index]:
                        kind = self.kind_of[a][b]
                        total += price[kind]
                        price[kind] += self.rise[kind]
        return price, total


def search(
    problem: SeatingProblem, circle: Circle, chance: Random, moves: int, floor: int
) -> tuple[list[Grouping], int]:
    """Return the rounds of the best base rounds, and the moves tried. The search ends at a Q of `floor`."""
    kinds = Kinds(problem.players, circle)
    best: list[Grouping] = []
    least, spent, share = -1, 0, 40 * problem.players * circle.base
    goal = 2 * floor // circle.turn
    while spent < moves:
        base = [cut(shuffled(problem.players, chance), problem.sizes) for _ in range(circle.base)]
        total, made = _anneal(kinds, base, chance, min(share, moves - spent), goal)
        spent += made
        share += share // 2
        if least < 0 or total < least:
            least, best = total, base
        if least <= goal:
            break
    rounds = unfold(best, circle, problem.rounds)
    while len(rounds) < problem.rounds:
        rounds.append(cut(shuffled(problem.players, chance), problem.sizes))
    return rounds, spent


def unfold(base: Sequence[Grouping], circle: Circle, rounds: int) -> list[Grouping]:
    """Return the rotations of the base rounds, up to that many rounds."""
    turn, moving = circle.turn, circle.turn * circle.circles
    unfolded = [
        [
            [player - player % turn + (player + by) % turn if player < moving else player for player in table]
            for table in tables
        ]
        for tables in base
        for by in range(turn)
    ]
    return unfolded[:rounds]


def _anneal(kinds: Kinds, base: list[Grouping], chance: Random, moves: int, goal: int) -> tuple[int, int]:
    """Anneal these rounds in place. Return their cost and the moves made."""
    price, total = kinds.count(base)
    at = []
    for tables in base:
        where: list[list[int]] = [[]] * len(kinds.kind_of)
        for table in tables:
            for player in table:
                where[player] = table
        at.append(where)
    spent = 0
    for step in range(_STEPS + 1):
        warmth = 2 * 1.0 * 0.15 ** (step / (_STEPS - 1))
        odds = [round(math.exp(-rise / warmth), 6) for rise in range(int(7 * warmth) + 1)]
        share = moves * (step + 1) // (_STEPS + 1) - spent
        total, made = _walk(kinds, at, price, total, chance, share, odds if step < _STEPS else [1.0], goal)
        spent += made
        if total <= goal:
            break
    return total, spent


def _walk(  # noqa: C901 (one loop: each function call would happen a million times)
    kinds: Kinds,
    at: list[list[list[int]]],
    price: list[int],
    total: int,
    chance: Random,
    moves: int,
    odds: Sequence[float],
    goal: int,
) -> tuple[int, int]:
    """Try swaps as `annealing.walk` does. Return the cost and the moves made."""
    random, kind_of, add, limit, players = (
        chance.random,
        kinds.kind_of,
        kinds.rise,
        len(odds),
        len(kinds.kind_of),
    )
    spent = 0
    while spent < moves:
        for where in at:
            for a in range(min(players, moves - spent)):
                spent += 1
                b = int(random() * players)
                table_a, table_b = where[a], where[b]
                if table_a is table_b:
                    continue
                of_a, of_b = kind_of[a], kind_of[b]
                rise = 0
                # Several of these pairs may have the same kind, so count them one after the other.
                for x in table_a:
                    if x != a:
                        kind = of_a[x]
                        price[kind] = cost = price[kind] - add[kind]
                        rise -= cost
                for y in table_b:
                    if y != b:
                        kind = of_b[y]
                        price[kind] = cost = price[kind] - add[kind]
                        rise -= cost
                for x in table_a:
                    if x != a:
                        kind = of_b[x]
                        cost = price[kind]
                        rise += cost
                        price[kind] = cost + add[kind]
                for y in table_b:
                    if y != b:
                        kind = of_a[y]
                        cost = price[kind]
                        rise += cost
                        price[kind] = cost + add[kind]
                if rise <= 0 or (rise < limit and random() < odds[rise]):
                    table_a[table_a.index(a)] = b
                    table_b[table_b.index(b)] = a
                    where[a], where[b] = table_b, table_a
                    total += rise
                    if total <= goal:
                        return total, spent
                    continue
                for x in table_a:
                    if x != a:
                        price[of_a[x]] += add[of_a[x]]
                        price[of_b[x]] -= add[of_b[x]]
                for y in table_b:
                    if y != b:
                        price[of_b[y]] += add[of_b[y]]
                        price[of_a[y]] -= add[of_a[y]]
    return total, spent
