"""A request in numbers: who is who, what was played, what is asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

from tournaments.rules.seating.check import implied
from tournaments.rules.seating.request import Request
from tournaments.rules.seating.search.board import MUST, Prices, Problem
from tournaments.rules.seating.search.floor import least_f, least_q, least_zone

_SWISS = 100
"""How many times more a repeat costs where the draw looks at the standings: repeats first."""

_SWISS_SMALL = 5
"""And how many times more a small table again does: as much as some places' distance."""


def chance_of(seed: int, attempt: int) -> Random:
    """The chance of one attempt: its own, so that it does not matter what came before it."""
    return Random(abs(seed) * 1_000_003 + attempt)  # noqa: S311 (a draw that anyone can repeat)


def shuffled(count: int, chance: Random) -> list[int]:
    """The numbers below `count` in random order (Fisher and Yates; Random.shuffle may change)."""
    numbers = list(range(count))
    for last in range(count - 1, 0, -1):
        other = int(chance.random() * (last + 1))
        numbers[last], numbers[other] = numbers[other], numbers[last]
    return numbers


def order_of(request: Request) -> list[int]:
    """The players (as indices of the request) in the order of their numbers in the problem.

    On the standings the first is number 0, and chance orders those who share a place.
    """
    if not request.standing:
        return list(range(len(request.players)))
    tied = shuffled(len(request.players), chance_of(request.seed, -1))
    return sorted(tied, key=lambda index: request.standing[index])


def problem_of(request: Request, order: Sequence[int]) -> tuple[Problem, list[list[int]]]:
    """Return the problem, and for each round of the past how many at each table are still here."""
    request = implied(request)
    players = len(order)
    names = [request.players[index] for index in order]
    number_of = {player: number for number, player in enumerate(names)}

    def pair(a: str, b: str) -> int | None:
        one, other = number_of.get(a), number_of.get(b)
        if one is None or other is None or one == other:
            return None
        return min(one, other) * players + max(one, other)

    met: Counter[int] = Counter()
    small = [0] * players
    remain: list[list[int]] = []
    for tables in request.past:
        largest = max(map(len, tables), default=0)
        remain.append([])
        for table in tables:
            here = sorted(number_of[player] for player in table if player in number_of)
            if here:
                remain[-1].append(len(here))
            for index, a in enumerate(here):
                small[a] += len(table) < largest
                met.update([a * players + b for b in here[index + 1 :]])
    wishes = _wishes(request, pair, met)
    weights = request.weights
    place = tuple(request.standing[index] for index in order) if request.standing else ()
    repeat, small_price = weights.repeats, weights.small
    if place:
        small_price *= _SWISS_SMALL
        # Meeting again costs more than any distance, however many players there are.
        span = max(place) - min(place)
        repeat *= max(_SWISS, span * span // 250)
    wish_price = weights.wishes * (repeat // weights.repeats if weights.repeats else 1)
    return (
        Problem(
            players=players,
            sizes=tuple(sorted(request.sizes, reverse=True)),
            rounds=request.rounds_left,
            met={both: times for both, times in met.items() if times},
            small=tuple(small),
            never=frozenset(wishes["never"]),
            always=frozenset(wishes["always"]),
            once=frozenset(wishes["once"]),
            apart=dict(wishes["apart"]),
            beside=dict(wishes["beside"]),
            soon=dict(wishes["soon"]),
            place=place,
            zone=_zone(request, players, place),
            prices=Prices(repeat, small_price, wish_price, MUST, weights.standing),
        ),
        remain,
    )


def _wishes(
    request: Request, pair: Callable[[str, str], int | None], met: Counter[int]
) -> dict[str, Counter[int]]:
    """What is asked of each pair, by the field of `Problem` that it belongs to."""
    found: dict[str, Counter[int]] = {
        kind: Counter() for kind in ("never", "always", "once", "apart", "beside", "soon")
    }
    for wish in request.apart:
        both = pair(wish.a, wish.b)
        if both is not None:
            found["never" if wish.must else "apart"][both] += 1
    for ask in request.together:
        both = pair(ask.a, ask.b)
        if both is None:
            continue
        if ask.always:
            found["always" if ask.must else "beside"][both] += 1
        elif not met[both]:
            found["once" if ask.must else "soon"][both] += 1
    return found


def _zone(request: Request, players: int, place: Sequence[int]) -> tuple[int, ...]:
    """What a seat at a small table costs each player, where these tables are for the high or the low.

    The places beyond those who would fill the small tables: 0 for them and for whoever ties with them.
    """
    seats = sum(size for size in request.sizes if size < max(request.sizes))
    if request.small_to == "shared" or not seats:
        return ()
    ranks = list(place) or list(range(1, players + 1))
    if request.small_to == "low":
        ranks = [-rank for rank in ranks]
    last = sorted(ranks)[seats - 1]
    return tuple(max(0, rank - last) for rank in ranks)


def floors(problem: Problem, remain: Sequence[Sequence[int]]) -> tuple[int, int]:
    """What no plan can be below: (in Q, in F)."""
    seats = sum(size for size in problem.sizes if size < problem.sizes[0])
    q = least_q(problem.players, problem.sizes, problem.rounds, problem.met, remain)
    if problem.zone:
        return q, least_zone(problem.zone, problem.sizes, problem.rounds)
    return q, least_f(problem.small, problem.rounds * seats)
