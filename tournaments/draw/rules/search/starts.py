"""What the search starts from: planned and random rounds, the places of players in a plan, and its order.

Most pairs of a large plan never meet. Players who met before, or must sit apart, get the places of such
pairs, so the plan stays as good as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from tournaments.draw.rules.recipes import cut, shuffled
from tournaments.draw.rules.request import Grouping, Request
from tournaments.draw.rules.search.prices import (
    Prices,
    SeatingProblem,
    beyond,
    meetings,
    met_before,
    pair_prices,
)


def planned(request: Request, order: Sequence[int]) -> list[Grouping] | None:
    """Return the rounds of an earlier plan, for the present players; None without such a plan.

    Absent players are left out, newcomers take their seats, and tables are adjusted to the sizes of the
    request.
    """
    rounds = request.ahead[: request.rounds_left]
    if len(rounds) < request.rounds_left or request.standing:
        return None
    number_of = {request.players[index]: number for number, index in enumerate(order)}
    return [
        _resized(
            [[number_of[player] for player in table if player in number_of] for table in tables],
            sorted(request.sizes, reverse=True),
        )
        for tables in rounds
    ]


def _resized(tables: Grouping, sizes: Sequence[int]) -> Grouping:
    """Return the tables with these sizes and all players, with few changes."""
    tables = sorted(tables, key=len, reverse=True)
    seated = {player for table in tables for player in table}
    waiting = [player for player in range(sum(sizes)) if player not in seated]
    for table in tables[len(sizes) :]:
        waiting += table
    resized = [list(table) for table in tables[: len(sizes)]]
    resized += [[] for _ in range(len(sizes) - len(resized))]
    for table, size in zip(resized, sizes, strict=True):
        waiting += table[size:]
        del table[size:]
    for table, size in zip(resized, sizes, strict=True):
        while len(table) < size:
            table.append(waiting.pop())
    return resized


def random_rounds(problem: SeatingProblem, chance: Random) -> list[Grouping]:
    """Return random rounds."""
    return [cut(shuffled(problem.players, chance), problem.sizes) for _ in range(problem.rounds)]


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
    prices_of: PairPrices = [{} for _ in range(problem.players)]
    for pair, price in pair_prices(problem, prices):
        a, b = divmod(pair, problem.players)
        prices_of[a][b] = prices_of[b][a] = prices_of[a].get(b, 0) + price
    meet = _meetings(problem.players, rounds)
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


_STEPS = 20_000
"""How many players an order may look at, so that it costs little in large events."""

_MOST_ROUNDS = 60
"""The most rounds that are put in order."""


def in_order(problem: SeatingProblem, rounds: Sequence[Grouping], *, repeats_late: bool) -> list[Grouping]:
    """Return the rounds in a good order, as far as a short search finds it.

    First nobody is further from their fair share of small tables than in the present order, if possible
    nobody at all. Then, as an event may end early, rounds with few repeats come first.
    """
    if not 1 < len(rounds) <= _MOST_ROUNDS:
        return list(rounds)
    orders = _Orders(problem, rounds, repeats_late)
    best, far = list(range(len(rounds))), orders.present()
    if found := orders.follow([], orders.past, problem.met, 0):
        best, far = found, 0
    elif found := orders.follow([], orders.past, problem.met, far):
        best, far = found, orders.present(found)
    while far and (found := orders.follow([], orders.past, problem.met, far - 1)):
        best, far = found, orders.present(found)
    return [rounds[number] for number in best]


class _Orders:
    """The search of an order. past: how often each player has been at small tables so far."""

    def __init__(self, problem: SeatingProblem, rounds: Sequence[Grouping], repeats_late: bool) -> None:  # noqa: FBT001
        self.problem, self.rounds, self.repeats_late = problem, rounds, repeats_late
        self.small = [
            {player for table in tables if len(table) < problem.sizes[0] for player in table}
            for tables in rounds
        ]
        self.past = list(problem.small or (0,) * problem.players)
        self.steps = max(len(rounds) ** 2, _STEPS // problem.players)

    def present(self, order: Sequence[int] = ()) -> int:
        """Return `Costs.far` of this order, by default of the present one."""
        far, times = 0, self.past
        for place, number in enumerate(order or range(len(self.rounds))):
            more, times = self.after(times, number, place)
            far += more
        return far

    def after(self, times: list[int], number: int, place: int) -> tuple[int, list[int]]:
        """Return the part of `Costs.far` of this round at this place, and the times after it."""
        small = self.small[number]
        times = [count + (player in small) for player, count in enumerate(times)]
        share = self.problem.share
        return sum(
            beyond(limits[place], count) ** 3 for limits, count in zip(share, times, strict=False)
        ), times

    def follow(self, chosen: list[int], times: list[int], met: dict[int, int], far: int) -> list[int] | None:
        """Return an order that begins like this and costs at most `far` more; None if the steps find none."""
        self.steps -= 1
        late = [number for number in range(len(self.rounds)) if number not in chosen]
        if not late or self.steps < 0:
            return None if late else chosen
        choices = []
        for number in late[:1] if not chosen and self.problem.first_differs else late:
            costs, after = self.after(times, number, len(chosen))
            if costs <= far:
                again = met_before(self.problem, met, self.rounds[number]) if self.repeats_late else 0
                choices.append((costs, again, number, after))
        for costs, _again, number, after in sorted(choices):
            known = met
            if self.repeats_late:
                known = meetings(replace(self.problem, met=met), [self.rounds[number]])
            if found := self.follow([*chosen, number], after, known, far - costs):
                return found
        return None
