"""The search itself: its counts, its floors, its slices."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.draw.rules.certificate.audit import audit
from tournaments.draw.rules.draw import draw, plan_of
from tournaments.draw.rules.request import Apart, Grouping, Request, Tables, Weights
from tournaments.draw.rules.search.annealing import walk
from tournaments.draw.rules.search.prices import (
    FAIR,
    MUST,
    PricedRounds,
    Prices,
    SeatingProblem,
    costs,
    far_of,
    most_kept,
)
from tournaments.draw.rules.search.problems import least_f, least_far
from tournaments.draw.rules.search.search import LONGEST, Attempts, SearchState, begin, improve
from tournaments.events.rules.tables import split

TRUE = Prices(1000, 10, 3000, MUST, 0, FAIR)


def ids(count: int) -> tuple[str, ...]:
    return tuple(f"p{number:03}" for number in range(count))


def named(rounds: Sequence[Grouping]) -> tuple[Tables, ...]:
    return tuple(tuple(tuple(f"p{player:03}" for player in table) for table in tables) for tables in rounds)


def groupings(players: list[int], sizes: Sequence[int]) -> Iterator[Grouping]:
    """Every way to seat these players (tables of one size may swap: each grouping comes several times)."""
    if not sizes:
        yield []
        return
    for table in combinations(players, sizes[0]):
        rest = [player for player in players if player not in table]
        for others in groupings(rest, sizes[1:]):
            yield [list(table), *others]


def shuffled_rounds(players: int, sizes: Sequence[int], rounds: int, chance: Random) -> list[Grouping]:
    groupings_drawn = []
    for _ in range(rounds):
        order = chance.sample(range(players), players)
        groupings_drawn.append([[order.pop() for _ in range(size)] for size in sizes])
    return groupings_drawn


@settings(max_examples=25, deadline=None)
@given(st.sampled_from([(3, 3), (4, 3), (4, 4), (3, 2, 2)]), st.integers(0, 3), st.randoms())
def test_one_round_is_the_best_of_all_there_are(sizes: tuple[int, ...], rounds: int, chance: Random) -> None:
    players = sum(sizes)
    every = list(groupings(list(range(players)), sizes))
    past = [chance.choice(every) for _ in range(rounds)]
    request = Request(ids(players), sizes, named(past), moves=3000, seed=chance.randrange(1000))
    attempts = Attempts(request)
    best = min(costs(attempts.problem, [grouping])[:2] for grouping in every)
    search = improve(begin(request), request.moves)
    assert search.costs is not None
    assert search.costs[:2] == best
    assert search.bound <= search.costs.q
    certificate = audit(request, plan_of(request, search))
    assert certificate["q"] == search.costs.q
    assert certificate["bound"] <= search.costs.q


@settings(max_examples=40, deadline=None)
@given(st.integers(5, 20), st.integers(1, 4), st.integers(0, 2**32), st.booleans())
def test_the_counts_of_the_board_stay_those_of_its_tables(
    players: int, rounds: int, seed: int, with_wishes: bool
) -> None:
    """A thousand swaps later the prices, counted one swap at a time, are those of the tables anew."""
    chance = Random(seed)
    sizes = tuple(split(players, 4, 2, 6))
    pairs = [a * players + b for a, b in combinations(range(players), 2)]
    problem = SeatingProblem(
        players,
        sizes,
        rounds,
        met={pair: chance.randrange(1, 4) for pair in chance.sample(pairs, players)},
        small=tuple(chance.randrange(3) for _ in range(players)),
        never=frozenset(chance.sample(pairs, 2) if with_wishes else ()),
        apart={chance.choice(pairs): 2} if with_wishes else {},
        soon={chance.choice(pairs): 1} if with_wishes else {},
        share=tuple(((0, 1),) * (rounds - 1) + ((1, chance.randrange(1, 3)),) for _ in range(players)),
        prices=TRUE,
    )
    board = PricedRounds(problem, TRUE, shuffled_rounds(players, sizes, rounds, chance))
    walk(board, chance, 1000, -(1 << 62), [0.5] * 20, unit=1000)
    anew = PricedRounds(problem, TRUE, board.rounds)
    assert (board.total, board.times, board.flips) == (anew.total, anew.times, anew.flips)
    assert (board.rows, board.first) == (anew.rows, anew.first)
    number, a, b = chance.randrange(rounds), *chance.sample(range(players), 2)
    if board.at[number][a] is not board.at[number][b]:
        rise = board.rise(number, a, b)
        board.swap(number, a, b)
        board.total += rise
        assert board.total == PricedRounds(problem, TRUE, board.rounds).total
    for number, tables in enumerate(board.rounds):
        assert Counter(p for table in tables for p in table) == Counter(range(players))
        assert all(board.at[number][player] is table for table in tables for player in table)
    after = costs(problem, board.rounds)
    past = costs(replace(problem, rounds=0, never=frozenset(), apart={}, soon={}), [])
    # A board counts from a plan without a small table.
    before = past.weighed + TRUE.far * sum(map(far_of, problem.share, problem.small))
    assert board.total + most_kept(problem, TRUE) == MUST * after.broken + after.weighed - before
    seats = sum(size for size in sizes if size < sizes[0])
    assert after.f >= least_f(problem.small, rounds * seats)
    assert after.far >= least_far(problem.share, problem.small, seats)


@pytest.mark.parametrize("players", [11, 22])
def test_a_search_is_the_same_however_it_is_sliced_and_stored(players: int) -> None:
    request = Request(ids(players), tuple(split(players, 4, 3, 6)), rounds_left=7, seed=5, moves=60_000)
    whole = improve(begin(request), request.moves)
    while not whole.done:
        whole = improve(whole, request.moves)
    sliced = begin(request)
    slices = 0
    while not sliced.done:
        sliced = SearchState.from_json(request, json.loads(json.dumps(sliced.as_json())))
        sliced = improve(sliced, 2000)
        slices += 1
    assert sliced == whole
    assert slices > 2
    assert plan_of(request, sliced) == draw(request)


def test_a_result_of_an_unfinished_search_can_be_drawn_again() -> None:
    """An attempt cools down the slower the more moves are left, so their number alone would not do."""
    families = tuple(Apart(str(a), str(b), must=False) for a in range(17) for b in range(a) if a % 6 == b % 6)
    players = tuple(map(str, range(17)))
    request = Request(players, (4, 4, 3, 3, 3), rounds_left=7, seed=2, moves=200_000, apart=families)
    search, costs_seen = begin(request), set()
    while not search.done and search.attempt < 8:
        search = improve(search, 1)
        taken = replace(request, attempts=search.attempt)
        assert draw(taken) == plan_of(taken, search._replace(request=taken))
        costs_seen.add(search.costs)
    assert len(costs_seen) > 2, "the best has changed meanwhile"


def test_a_search_tells_how_far_it_is() -> None:
    request = Request(ids(14), (4, 4, 3, 3), rounds_left=5, seed=1, moves=50_000, prefer="repeats")
    search = begin(request)
    assert (search.attempt, search.moves, search.rounds, search.costs, search.done) == (0, 0, (), None, False)
    best: tuple[int, ...] | None = None
    while not search.done:
        search = improve(search, 1)
        assert search.costs is not None
        assert best is None or search.costs[:2] <= best
        best = search.costs[:2]
        assert search.moves <= request.moves
    assert search.attempt > 2
    data = search.as_json()
    assert (data["moves"], data["bound"], data["proved"], data["done"]) == (50_000, 0, False, True)
    assert data["costs"]["q"] >= 1


def test_a_slice_is_short_however_long_the_search() -> None:
    """Each attempt tries 200,000 swaps at most, and one at least: a worker can stop soon, and ends."""
    for request in (
        Request(ids(13), (4, 3, 3, 3), rounds_left=5, seed=1, moves=900_000),
        Request(ids(40), (10,) * 4, rounds_left=9, seed=1, moves=600_000),
        Request(ids(30), (4,) * 6 + (3, 3), seed=1, moves=400_000, standing=tuple(range(30))),
    ):
        search = begin(request)
        while not search.done:
            before = search.moves
            search = improve(search, 1)
            assert search.moves - before <= LONGEST
            assert search.moves > before or search.attempt == 1
        assert search.moves <= request.moves


@pytest.mark.parametrize("weights", [Weights(0, 0, 0, 0), Weights(0, 5, 5, 5), Weights(1, 0, 100, 0)])
@pytest.mark.parametrize("standing", [(), tuple(range(14))], ids=["rotation", "on the standings"])
def test_a_search_ends_whatever_nothing_is_worth(weights: Weights, standing: tuple[int, ...]) -> None:
    request = Request(
        ids(14),
        (4, 4, 3, 3),
        rounds_left=1 if standing else 3,
        moves=3000,
        weights=weights,
        standing=standing,
        apart=(Apart("p001", "p002", must=False), Apart("p001", "p003")),
    )
    plan = draw(request)
    assert not any(
        {"p001", "p003"} <= set(table) for tables in (plan.tables, *plan.ahead) for table in tables
    )
