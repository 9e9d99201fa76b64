"""The kernel of the search: swaps of two players, downhill or cooling, a budget in moves.

Everything here is decided by integers and by `random.Random(seed).random()`, whose sequence Python
promises to keep, so that the same seed and moves give the same plan on every machine.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

from tournaments.rules.seating.search.board import Board

_STEPS = 24
"""Temperatures of one annealing."""


def anneal(
    board: Board, chance: Random, moves: int, floor: int, hot: float, cold: float, reach: int = 0
) -> int:
    """Cool from `hot` to `cold` (in the board's prices) over that many moves; return the moves made."""
    spent = 0
    for step in range(_STEPS):
        warmth = hot * (cold / hot) ** (step / (_STEPS - 1))
        unit = max(1, int(warmth) // 16)
        # Rounded, so that the last bit of a machine's exp() cannot change a plan.
        odds = [round(math.exp(-rise * unit / warmth), 6) for rise in range(int(7 * warmth / unit) + 2)]
        share = moves * (step + 1) // _STEPS - spent
        spent += walk(board, chance, share, floor, odds, unit=unit, reach=reach)
        if board.total <= floor:
            break
    return spent


def descend(board: Board, chance: Random, moves: int, floor: int, reach: int = 0) -> int:
    """Take only what is no worse, trying those who could sit better; return the moves made.

    Ends early when nothing has changed for some sweeps over all seats.
    """
    seats = board.problem.players * len(board.rounds)
    spent, still = 0, 0
    while spent < moves and still < _STILL and board.total > floor:
        before = board.total
        # By turns: everybody moves where it costs nothing, so that those who meet again find a way.
        share = min(seats, moves - spent)
        spent += walk(board, chance, share, floor, (), reach=reach, picky=still % 4 != _STILL % 4)
        still = 0 if board.total < before else still + 1
    return spent


_STILL = 15
"""Sweeps without any gain after which going downhill is over."""


def walk(  # noqa: C901 (one loop, whose every call would be paid a million times)
    board: Board,
    chance: Random,
    moves: int,
    floor: int,
    odds: Sequence[float],
    *,
    unit: int = 1,
    reach: int = 0,
    picky: bool = False,
) -> int:
    """Offer each player of each round in turn a swap with somebody; take what costs nothing.

    What costs `rise` more is taken with odds[rise // unit]. reach: only with one of the next so many
    players (0: with anybody). picky: leave those alone who could not sit better. Ends at `floor`.
    """
    random, players, step = chance.random, board.problem.players, board.step
    small, small_step, largest, mixed = board.small, board.small_step, board.largest, board.mixed
    usual = min(small) if mixed else 0
    limit, span, total, spent = len(odds), reach or players - 1, board.total, 0
    number, start = board.cursor
    while spent < moves:
        where = board.at[number]
        rows = board.rows if number else board.first
        end = min(players, start + moves - spent)
        for a in range(start, end):
            table_a = where[a]
            row_a = rows[a]
            if picky:
                own = step - step * len(table_a)
                for x in table_a:
                    own += row_a[x]
                if own <= 0 and not (mixed and len(table_a) < largest and small[a] - small_step > usual):
                    continue
            b = a + 1 + int(random() * span)
            if b >= players:
                b -= players
            table_b = where[b]
            if table_a is table_b:
                continue
            row_b = rows[b]
            rise = step * (len(table_a) + len(table_b) - 2) - 2 * row_a[b]
            for x in table_a:
                rise += row_b[x] - row_a[x]
            for y in table_b:
                rise += row_a[y] - row_b[y]
            if mixed and len(table_a) != len(table_b):
                if len(table_a) < largest:
                    if len(table_b) == largest:
                        rise += small[b] - small[a] + small_step
                elif len(table_b) < largest:
                    rise += small[a] - small[b] + small_step
            if rise <= 0 or (rise < limit * unit and random() < odds[rise // unit]):
                board.swap(number, a, b)
                if rise:
                    total += rise
                    if total <= floor:
                        board.total = total
                        board.cursor = (number, a)
                        return spent + a - start + 1
        spent += end - start
        start = end
        if end == players:
            number, start = (number + 1) % len(board.rounds), 0
    board.total = total
    board.cursor = (number, start)
    return spent
