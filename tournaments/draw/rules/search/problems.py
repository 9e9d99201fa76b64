"""Makes a `SeatingProblem` from a request, with the bounds at which its search ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import comb, gcd
from random import Random
from typing import Any

from tournaments.draw.rules.certificate.bounds import (
    PastMeetings,
    fair_limits,
    least_q,
    least_q_within,
    small_seats,
)
from tournaments.draw.rules.check import implied
from tournaments.draw.rules.recipes import shuffled
from tournaments.draw.rules.request import Apart, Request, Together
from tournaments.draw.rules.search.prices import (
    FAIR,
    MUST,
    Prices,
    SeatingProblem,
    Share,
)

_SWISS = 100
"""Factor of the price of a repeat if the draw uses the standings: avoiding repeats comes first."""

_REPEATS_FIRST = 1 << 20
"""Factor of the prices of repeats and wishes if they come before the fair share of small tables."""

_NOT_FAIR = 50
"""Weight of `Costs.far` after repeats, as a multiple of a unit of F."""

_LEVELS = 1 << 13
"""The most steps between the best and the last score, so that squared distances stay small numbers."""

_SWISS_SMALL = 5
"""Factor of the price of a small table if the draw uses the standings."""


def chance_of(seed: int, attempt: int) -> Random:
    """Return the random numbers of one attempt, which do not depend on earlier attempts."""
    return Random(abs(seed) * 1_000_003 + attempt)  # noqa: S311 (a draw that anyone can repeat)


def order_of(request: Request) -> list[int]:
    """Return the index in the request of each player, by number.

    With standings the best is number 0, and players who share a place are in random order.
    """
    if not request.standing:
        return list(range(len(request.players)))
    tied = shuffled(len(request.players), chance_of(request.seed, -1))
    scores = request.scores or (0,) * len(tied)
    return sorted(tied, key=lambda index: (-scores[index], request.standing[index]))


def problem_of(request: Request, order: Sequence[int]) -> SeatingProblem:
    """Return the problem of a request whose players have these numbers (`order_of`)."""
    request = implied(request)
    players = len(order)
    names = [request.players[index] for index in order]
    number_of = {player: number for number, player in enumerate(names)}
    met: Counter[int] = Counter()
    small = [0] * players
    for tables in request.past:
        largest = max(map(len, tables), default=0)
        for table in tables:
            here = sorted(number_of[player] for player in table if player in number_of)
            for index, a in enumerate(here):
                small[a] += len(table) < largest
                met.update([a * players + b for b in here[index + 1 :]])
    wishes = _wishes(request, number_of, met)
    must = wishes["never"] or wishes["always"] or wishes["once"]
    weights = request.weights
    place = tuple(request.standing[index] for index in order) if request.standing else ()
    level = _levels([request.scores[index] for index in order]) if request.scores else place
    repeat, small_price, wish_price, unit = weights.repeats, weights.small, weights.wishes, 1
    if place:
        # A repeat costs more than any distance.
        span = max(place) - min(place)
        unit = _unit(level, span)
        factor = max(_SWISS, span * span // 250) * unit
        repeat, wish_price = repeat * factor, wish_price * factor
        small_price *= _SWISS_SMALL * unit
    zone, far = _zone(request, players, place), 0
    share = () if zone or place or request.small_to != "shared" else _shares(request, names)
    if share and request.prefer == "fair":
        far = FAIR
    elif share:
        repeat, wish_price = repeat * _REPEATS_FIRST, wish_price * _REPEATS_FIRST
        far = small_price * _NOT_FAIR
    rounds = request.rounds_left
    if level and not (request.scores and _is_scarce(request, players, len(met)) and not must):
        rounds = 1
    standing = weights.standing
    if level and rounds > 1:
        # The next round counts twice as much as each later one.
        repeat, wish_price, small_price, standing = 2 * repeat, 2 * wish_price, 2 * small_price, 2 * standing
    return SeatingProblem(
        players=players,
        sizes=tuple(sorted(request.sizes, reverse=True)),
        rounds=rounds,
        met={both: times for both, times in met.items() if times},
        small=tuple(small),
        **wishes,
        level=level,
        unit=unit,
        zone=zone,
        share=share,
        prices=Prices(repeat, small_price, wish_price, MUST, standing, far),
    )


def _levels(scores: Sequence[int]) -> tuple[int, ...]:
    """Return how far each score is behind the best, in whole numbers up to `_LEVELS`.

    Without their common factor and times a whole number, differences stay exact. Only if more than `_LEVELS`
    steps are left between the best and the last score, they are rounded down.
    """
    best = max(scores)
    behind = [best - score for score in scores]
    common = gcd(*behind) or 1
    span = max(behind) // common or 1
    if span > _LEVELS:
        return tuple(each * _LEVELS // (span * common) for each in behind)
    return tuple(each // common * (_LEVELS // span) for each in behind)


def _unit(level: Sequence[int], places: int) -> int:
    """Return the squared distance of levels that counts as much as one squared place."""
    span = max(level) - min(level)
    return max(1, span * span // max(1, places * places))


def _is_scarce(request: Request, players: int, pairs_met: int) -> bool:
    """Return whether the rounds of a Swiss need most pairs of players, and there are enough of them.

    Then each round alone would take the partners of later rounds. With fewer rounds there is always somebody
    new. With more, repeats are certain, and looking ahead does not help. In larger events the search finds no
    better plans for all rounds than for one after the other.
    """
    if players * request.rounds_left > _MOST_SEATS:
        return False
    needed = pairs_met + request.rounds_left * sum(comb(size, 2) for size in request.sizes)
    return _MOST_PAIRS * comb(players, 2) <= needed <= comb(players, 2)


_MOST_PAIRS = Fraction(3, 4)
"""The part of all pairs that makes partners scarce."""

_MOST_SEATS = 80
"""The most seats, players times rounds to come, of a Swiss whose later rounds are planned too."""


def _wishes(request: Request, number_of: Mapping[str, int], met: Counter[int]) -> dict[str, Any]:
    """Return how many wishes there are about each pair, by the field of `SeatingProblem`."""
    fields = ("never", "always", "once", "apart", "beside", "soon")
    by_field: dict[str, Counter[int]] = {name: Counter() for name in fields}
    wishes: list[Apart | Together] = [*request.apart, *request.together]
    for wish in wishes:
        first, second = sorted((number_of[wish.a], number_of[wish.b]))
        both = first * len(number_of) + second
        if isinstance(wish, Apart):
            by_field["never" if wish.must else "apart"][both] += 1
        elif wish.always:
            by_field["always" if wish.must else "beside"][both] += 1
        elif not met[both]:
            by_field["once" if wish.must else "soon"][both] += 1
    return by_field


def _zone(request: Request, players: int, place: Sequence[int]) -> tuple[int, ...]:
    """Return for each player the price of a seat at a small table; empty if everybody takes turns there.

    With `small_to` "high" or "low", the best or the last players should fill the small tables. For them the
    price is 0. For another player it is the number of places to the nearest of them. place: of each player in
    the standings, from 1; if empty, the players are in this order already.
    """
    seats = small_seats(request.sizes)
    if request.small_to == "shared" or not seats:
        return ()
    ranks = list(place) or list(range(1, players + 1))
    if request.small_to == "low":
        ranks = [-rank for rank in ranks]
    last = sorted(ranks)[seats - 1]
    return tuple(max(0, rank - last) for rank in ranks)


def _shares(request: Request, names: Sequence[str]) -> tuple[Share, ...]:
    """Return for each player how often they may sit at small tables: limits after each round to come.

    With `prefer` "repeats", only the limits after the last round count.
    """
    if min(request.sizes) == max(request.sizes):
        return ()
    limits = fair_limits(request, request.rounds_left)
    if request.prefer == "repeats":
        wide = ((0, len(request.past) + request.rounds_left),) * (request.rounds_left - 1)
        limits = {player: (*wide, within[-1]) for player, within in limits.items()}
    return tuple(limits[player] for player in names)


def floors(request: Request, problem: SeatingProblem) -> tuple[int, int, int]:
    """Return lower bounds of Q (meetings), F (times at small tables) and `Costs.far`: no plan has less."""
    seats, rounds = small_seats(problem.sizes), problem.rounds
    q = least_q(PastMeetings.count(request.players, request.past), problem.sizes, rounds)
    if problem.zone:
        return q, rounds * sum(sorted(problem.zone)[:seats]), 0
    far = least_far(problem.share, problem.small, seats)
    if problem.share and problem.prices.far >= FAIR and not (problem.met or any(problem.small) or far):
        q = max(q, least_q_within(problem.sizes, problem.share[0]))
    return q, least_f(problem.small, rounds * seats), far


def least_f(small: Sequence[int], seats: int) -> int:
    """Return a bound of F after `seats` more seats at small tables, shared as evenly as possible."""
    levels = Counter(small)
    while seats:
        low = min(levels)
        raised = min(seats, levels[low])
        levels[low + 1] += raised
        levels[low] -= raised
        if not levels[low]:
            del levels[low]
        seats -= raised
    return sum(count * times * (times - 1) // 2 for times, count in levels.items())


def least_far(share: Sequence[Sequence[tuple[int, int]]], small: Sequence[int], seats: int) -> int:
    """Return a bound of `Costs.far` with so many seats at small tables in each round.

    For each beginning of the plan alone, the seats go to the players for whom they are cheapest. One more
    seat of a player always costs at least as much as the one before, so the seats can be taken by price.
    """
    total = 0
    kinds = Counter(zip(share, small, strict=False))
    for rounds in range(1, max((len(limits) for limits, _times in kinds), default=0) + 1):
        prices: Counter[int] = Counter()
        for (limits, times), players in kinds.items():
            low, high = limits[rounds - 1]
            away = [max(0, low - now, now - high) ** 3 for now in range(times, times + rounds + 1)]
            total += players * away[0]
            for before, after in pairwise(away):
                prices[after - before] += players
        turns = rounds * seats
        for price in sorted(prices):
            taken = min(turns, prices[price])
            total += taken * price
            turns -= taken
    return total
