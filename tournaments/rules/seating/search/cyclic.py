"""Plans that turn in a circle: only one round in `turn` is searched for, the others are its turns.

Most players form circles of `turn` places, the rest stay where they are; turning everybody one place on
makes the next round out of a round. So a pair need not be counted, only its kind: from which circles, so
many places apart. A plan of few base rounds has few kinds, and the search is short. It finds what
shuffles do not: the fifteen schoolgirls, 24 players seven times at tables of four.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from tournaments.rules.seating.search.board import Grouping, Problem
from tournaments.rules.seating.search.problems import shuffled
from tournaments.rules.seating.search.starts import cut

_STEPS = 16
"""Temperatures of one annealing."""
_CIRCLES = 8
"""How many ways of turning are tried, by turns."""


@dataclass(frozen=True, slots=True)
class Circle:
    """How a plan turns: `circles` of `turn` players, and `base` rounds, each turned `turn` times."""

    turn: int
    circles: int
    base: int


def circles_for(players: int, tables: int, rounds: int) -> list[Circle]:
    """The ways of turning worth trying, the most promising first.

    Those who stay must find a table each; a round may be left over or be missing.
    """
    found: list[tuple[int, int, Circle]] = []
    for base in range(1, rounds // 2 + 1):
        least = max(2, (rounds - 1) // base)
        for turn in range(least, least + 4):
            excess = base * turn - rounds
            circles = players // turn
            if circles and players - circles * turn <= tables and -1 <= excess < turn:
                found.append((abs(excess), base, Circle(turn, circles, base)))
    return [circle for _, _, circle in sorted(found, key=lambda each: each[:2])[:_CIRCLES]]


class Kinds:
    """The kinds of pairs, and what one more pair of a kind costs: begin[k] and rise[k] for each so far.

    Costs are those of a whole plan, twice, over the turn. Pairs half a circle apart meet twice in a turn,
    two players who stay meet every time.
    """

    def __init__(self, players: int, circle: Circle) -> None:
        turn, moving = circle.turn, circle.turn * circle.circles
        names: dict[tuple[int, int, int], int] = {}
        self.begin: list[int] = []
        self.rise: list[int] = []
        self.of = [[0] * players for _ in range(players)]
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
                self.of[a][b] = self.of[b][a] = names[key]

    def count(self, base: Sequence[Grouping]) -> tuple[list[int], int]:
        """Return what one more pair of each kind costs after these base rounds, and what they cost."""
        price, total = list(self.begin), 0
        for tables in base:
            for table in tables:
                for index, a in enumerate(table):
                    for b in table[:index]:
                        kind = self.of[a][b]
                        total += price[kind]
                        price[kind] += self.rise[kind]
        return price, total


def search(
    problem: Problem, circle: Circle, chance: Random, moves: int, floor: int
) -> tuple[list[Grouping], int]:
    """Return the rounds of the best base rounds found, and the moves tried. Ends at a Q of `floor`."""
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
    """Turn the base rounds, as often as there are rounds."""
    turn, moving = circle.turn, circle.turn * circle.circles
    found = [
        [
            [player - player % turn + (player + by) % turn if player < moving else player for player in table]
            for table in tables
        ]
        for tables in base
        for by in range(turn)
    ]
    return found[:rounds]


def _anneal(kinds: Kinds, base: list[Grouping], chance: Random, moves: int, goal: int) -> tuple[int, int]:
    """Cool these rounds, changing them; return what they cost in the end, and the moves made."""
    price, total = kinds.count(base)
    at = []
    for tables in base:
        where: list[list[int]] = [[]] * len(kinds.of)
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


def _walk(  # noqa: C901 (one loop, whose every call would be paid a million times)
    kinds: Kinds,
    at: list[list[list[int]]],
    price: list[int],
    total: int,
    chance: Random,
    moves: int,
    odds: Sequence[float],
    goal: int,
) -> tuple[int, int]:
    """Offer each player of each base round a swap in turn, as `annealing.walk` does; (cost, moves)."""
    random, of, add, limit, players = chance.random, kinds.of, kinds.rise, len(odds), len(kinds.of)
    spent = 0
    while spent < moves:
        for where in at:
            for a in range(min(players, moves - spent)):
                spent += 1
                b = int(random() * players)
                table_a, table_b = where[a], where[b]
                if table_a is table_b:
                    continue
                of_a, of_b = of[a], of[b]
                rise = 0
                # Several of these pairs may be of one kind: count them one after the other.
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
