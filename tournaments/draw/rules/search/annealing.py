"""The core of the search: swaps of two players, downhill or by simulated annealing, with a budget in moves.

Only integers and `random.Random(seed).random()` decide. Python promises the same sequence in every version,
so the same seed and moves give the same plan on every machine.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from random import Random

from tournaments.draw.rules.search.prices import FAIR, PricedRounds, beyond, far_of

_STEPS = 24
"""The temperatures of one annealing."""


def anneal(
    board: PricedRounds, chance: Random, moves: int, floor: int, hot: float, cold: float, reach: int = 0
) -> int:
    """Anneal from temperature `hot` to `cold` (in prices of `board`) and return the moves made."""
    spent = 0
    for step in range(_STEPS):
        warmth = hot * (cold / hot) ** (step / (_STEPS - 1))
        unit = max(1, int(warmth) // 16)
        # Rounded, because the last bit of exp() may differ between machines.
        odds = [round(math.exp(-rise * unit / warmth), 6) for rise in range(int(7 * warmth / unit) + 2)]
        share = moves * (step + 1) // _STEPS - spent
        spent += walk(board, chance, share, floor, odds, unit=unit, reach=reach)
        if board.total <= floor:
            break
    return spent


def descend(board: PricedRounds, chance: Random, moves: int, floor: int, reach: int = 0) -> int:
    """Accept only swaps that are not worse, and return the moves made.

    The descent ends early after `_STILL` sweeps over all seats without a gain.
    """
    seats = board.problem.players * len(board.rounds)
    spent, still = 0, 0
    while spent < moves and still < _STILL and board.total > floor:
        before = board.total
        # Some sweeps move all players, also without a gain, to make room for improvements.
        share = min(seats, moves - spent)
        spent += walk(board, chance, share, floor, (), reach=reach, picky=still % 4 != _STILL % 4)
        still = 0 if board.total < before else still + 1
    return spent


_STILL = 15
"""Sweeps without a gain after which a descent ends."""


def share_out(board: PricedRounds) -> None:
    """Bring players who are too often or too seldom at small tables closer to their fair share, in any round.

    Each swap is the cheapest for one of them. When no swap of theirs makes the board cheaper, and
    fair shares come before repeats, the rounds are brought within them one after the other.
    """
    share, past, largest = board.problem.share, board.problem.small, board.largest
    if not share or not board.mixed:
        return
    stuck: set[int] = set()
    while True:
        away = [
            (far, -player)
            for player in range(board.problem.players)
            if player not in stuck and (far := far_of(share[player], past[player], board.small[player]))
        ]
        if not away:
            if stuck and board.problem.prices.far >= FAIR:
                _one_by_one(board)
            return
        player = -max(away)[1]
        cheapest = (0, 0, 0)
        for number, where in enumerate(board.at):
            gain = board.flips[player][number]
            if gain >= 0:
                continue
            low = len(where[player]) < largest
            for other, table in enumerate(where):
                if (len(table) < largest) is not low and gain + board.flips[other][number] < 0:
                    cheapest = min(cheapest, (board.rise(number, player, other), number, other))
        rise, number, other = cheapest
        if rise >= 0:
            stuck.add(player)
            continue
        board.swap(number, player, other)
        board.total += rise
        stuck.clear()


def _one_by_one(board: PricedRounds) -> None:
    """Exchange players of each round, the first one first, until everybody is within their fair share there.

    Each exchange makes the fewest repeats. It ends where nobody can be exchanged.
    """
    times = list(board.problem.small)
    for number, where in enumerate(board.at):
        while swaps := list(_fairer(board, number, times)):
            _gain, _repeats, a, b = min(swaps)
            board.total += board.rise(number, a, b)
            board.swap(number, a, b)
        for player, table in enumerate(where):
            times[player] += len(table) < board.largest


def _fairer(board: PricedRounds, number: int, times: Sequence[int]) -> Iterator[tuple[int, int, int, int]]:
    """Yield the swaps in a round that make it fairer: the gain, the price of the repeats, and the players.

    times: at small tables before this round.
    """
    small = [len(table) < board.largest for table in board.at[number]]
    gains = [
        beyond(share[number], times[player] + (not low)) - beyond(share[number], times[player] + low)
        for player, (share, low) in enumerate(zip(board.problem.share, small, strict=True))
    ]
    for a, gain in enumerate(gains):
        for b, other in enumerate(gains) if gain < 0 else ():
            if small[b] is not small[a] and other <= 0:
                flips = board.flips[a][number] + board.flips[b][number]
                yield gain + other, board.rise(number, a, b) - flips, a, b


def walk(  # noqa: C901 (one loop: each function call would happen a million times)
    board: PricedRounds,
    chance: Random,
    moves: int,
    floor: int,
    odds: Sequence[float],
    *,
    unit: int = 1,
    reach: int = 0,
    picky: bool = False,
) -> int:
    """Try a swap for each player of each round in turn, and accept it if the cost does not rise.

    odds: a swap that costs `rise` more is accepted with probability odds[rise // unit]. reach: swap only with
    one of the next `reach` players (0: with any). picky: skip players who cannot improve. The walk ends at a
    cost of `floor`. Returns the moves made.
    """
    random, players, step = chance.random, board.problem.players, board.step
    flips, largest, mixed = board.flips, board.largest, board.mixed
    limit, span, total, spent = len(odds), reach or players - 1, board.total, 0
    number, start = board.cursor
    while spent < moves:
        where = board.at[number]
        rows = board.rows if number else board.first
        usual = 0
        if picky and mixed:
            usual = min(
                flip[number] for flip, table in zip(flips, where, strict=True) if len(table) == largest
            )
        end = min(players, start + moves - spent)
        for a in range(start, end):
            table_a = where[a]
            row_a = rows[a]
            if picky:
                own = step - step * len(table_a)
                for x in table_a:
                    own += row_a[x]
                if own <= 0 and not (mixed and -flips[a][number] > (usual if len(table_a) < largest else 0)):
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
            if mixed and len(table_a) != len(table_b) and largest in (len(table_a), len(table_b)):
                rise += flips[a][number] + flips[b][number]
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
