"""Assigns players to the places of a general plan, which has no past and no wishes.

Most pairs of a large plan never meet. Players who met before, or must sit apart, get the places of such
pairs, so the plan stays as good as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from tournaments.draw.rules.request import Grouping
from tournaments.draw.rules.search.prices import Prices, SeatingProblem

_TRIES = 20
"""The most exchanges in a row for one player."""
_STILL = 4
"""Sweeps without a gain after which the assignment ends."""
_LEVEL = 0.3
"""The probability of accepting an exchange that changes nothing."""

PairPrices = list[dict[int, int]]


def fitted(
    problem: SeatingProblem, prices: Prices, rounds: Sequence[Grouping], chance: Random, moves: int
) -> tuple[list[Grouping], int]:
    """Return these rounds with their players exchanged, in all rounds at once, and the exchanges tried.

    Wishes about every round and past meetings count.
    """
    prices_of, meet = _pair_prices(problem, prices), _meetings(problem.players, rounds)
    place = list(range(problem.players))
    spent = still = 0
    while spent < moves and still < _STILL:
        gained, paying = False, False
        for player, wants in enumerate(prices_of):
            if spent >= moves or _pays(wants, meet[place[player]], place) <= 0:
                continue
            paying = True
            for _ in range(min(_TRIES, moves - spent)):
                spent += 1
                other = int(chance.random() * problem.players)
                before = _both_pay(player, other, prices_of, meet, place)
                place[player], place[other] = place[other], place[player]
                rise = _both_pay(player, other, prices_of, meet, place) - before
                if rise < 0 or (rise == 0 and chance.random() < _LEVEL):
                    gained = gained or rise < 0
                    break
                place[player], place[other] = place[other], place[player]
        if not paying:
            break
        still = 0 if gained else still + 1
    player_at = [0] * problem.players
    for player, slot in enumerate(place):
        player_at[slot] = player
    return [[[player_at[slot] for slot in table] for table in tables] for tables in rounds], spent


def _pays(wants: dict[int, int], met: dict[int, int], place: Sequence[int]) -> int:
    """Return the cost of a player at a place that meets other places as often as in `met`."""
    return sum(price * met.get(place[other], 0) for other, price in wants.items())


def _both_pay(
    a: int, b: int, prices_of: PairPrices, meet: Sequence[dict[int, int]], place: Sequence[int]
) -> int:
    # The price of the pair (a, b) is counted twice. An exchange does not change it.
    return _pays(prices_of[a], meet[place[a]], place) + _pays(prices_of[b], meet[place[b]], place)


def _pair_prices(problem: SeatingProblem, prices: Prices) -> PairPrices:
    """Return the price of each meeting of two players, if it has one."""
    prices_of: PairPrices = [{} for _ in range(problem.players)]

    def add(pairs: Iterable[tuple[int, int]]) -> None:
        for pair, price in pairs:
            a, b = divmod(pair, problem.players)
            prices_of[a][b] = prices_of[b][a] = prices_of[a].get(b, 0) + price

    add((pair, prices.repeat * times) for pair, times in problem.met.items())
    add((pair, prices.must) for pair in problem.never)
    add((pair, prices.wish * times) for pair, times in problem.apart.items())
    return prices_of


def _meetings(players: int, rounds: Sequence[Grouping]) -> list[dict[int, int]]:
    """Return how often each place meets each other place."""
    meet: list[dict[int, int]] = [{} for _ in range(players)]
    for tables in rounds:
        for table in tables:
            for a in table:
                row = meet[a]
                for b in table:
                    row[b] = row.get(b, 0) + (a != b)
    return meet
