"""Who takes which place in a plan that was made for nobody: given out so that it fits.

A recipe knows no past and no wishes. Most of the pairs of a large plan never meet: those who met before,
or must be kept apart, are given such places, and nothing of what is good about the plan is lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from tournaments.rules.seating.search.board import Grouping, Prices, Problem

_TRIES = 20
"""Exchanges offered in a row to a player who pays for something."""
_STILL = 4
"""Sweeps without any gain after which it is over."""
_LEVEL = 0.3
"""How often an exchange that changes nothing is made."""

Asked = list[dict[int, int]]


def fitted(
    problem: Problem, prices: Prices, rounds: Sequence[Grouping], chance: Random, moves: int
) -> tuple[list[Grouping], int]:
    """Return these rounds with players exchanged in all of them at once, and the exchanges tried.

    What counts is what is asked of every round, and how often two have met before.
    """
    asked, meet = _asked(problem, prices), _meetings(problem.players, rounds)
    place = list(range(problem.players))
    spent = still = 0
    while spent < moves and still < _STILL:
        gained, paying = False, False
        for player, wants in enumerate(asked):
            if spent >= moves or _pays(wants, meet[place[player]], place) <= 0:
                continue
            paying = True
            for _ in range(min(_TRIES, moves - spent)):
                spent += 1
                other = int(chance.random() * problem.players)
                before = _both_pay(player, other, asked, meet, place)
                place[player], place[other] = place[other], place[player]
                rise = _both_pay(player, other, asked, meet, place) - before
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
    """What somebody at a place who meets those places so often pays for whom he should not meet."""
    return sum(price * met.get(place[other], 0) for other, price in wants.items())


def _both_pay(a: int, b: int, asked: Asked, meet: Sequence[dict[int, int]], place: Sequence[int]) -> int:
    # What is asked of the two of them is counted twice, and stays the same when they change places.
    return _pays(asked[a], meet[place[a]], place) + _pays(asked[b], meet[place[b]], place)


def _asked(problem: Problem, prices: Prices) -> Asked:
    """What each meeting of two players costs before any is planned, where it costs something."""
    asked: Asked = [{} for _ in range(problem.players)]

    def add(pairs: Iterable[tuple[int, int]]) -> None:
        for pair, price in pairs:
            a, b = divmod(pair, problem.players)
            asked[a][b] = asked[b][a] = asked[a].get(b, 0) + price

    add((pair, prices.repeat * times) for pair, times in problem.met.items())
    add((pair, prices.must) for pair in problem.never)
    add((pair, prices.wish * times) for pair, times in problem.apart.items())
    return asked


def _meetings(players: int, rounds: Sequence[Grouping]) -> list[dict[int, int]]:
    """How often each place meets each other place."""
    meet: list[dict[int, int]] = [{} for _ in range(players)]
    for tables in rounds:
        for table in tables:
            for a in table:
                row = meet[a]
                for b in table:
                    row[b] = row.get(b, 0) + (a != b)
    return meet
