"""The search itself: its counts, its floors, its slices."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, pairwise, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cases import cases
from tournaments.core.rules.refusals import Refusal
from tournaments.draw.rules.certificate.audit import audit, least_spread, most_served
from tournaments.draw.rules.certificate.bounds import spread
from tournaments.draw.rules.draw import draw, plan_of
from tournaments.draw.rules.request import Apart, Grouping, Request, Tables
from tournaments.draw.rules.search.prices import (
    costs,
)
from tournaments.draw.rules.search.search import Attempts, SearchState, begin, improve
from tournaments.events.rules.tables import split


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


PEOPLE = "abcdefg"
TABLES = st.lists(
    st.lists(st.sampled_from(PEOPLE), min_size=1, max_size=4, unique=True), min_size=1, max_size=6
)
COUNTS = st.fixed_dictionaries({player: st.integers(0, 3) for player in PEOPLE})


@settings(max_examples=300, deadline=None)
@given(TABLES, COUNTS)
def test_as_many_tables_are_served_as_can_be(tables: list[list[str]], capacity: dict[str, int]) -> None:
    best = 0
    for choice in product(*[[*table, ""] for table in tables]):
        times = Counter(player for player in choice if player)
        if all(times[player] <= capacity[player] for player in times):
            best = max(best, times.total())
    assert most_served(tables, capacity) == best


@settings(max_examples=300, deadline=None)
@given(TABLES, COUNTS, st.integers(1, 7), st.integers(1, 7))
def test_the_least_spread_is_that_of_the_best_choice(
    tables: list[list[str]], counts: dict[str, int], cut: int, other_cut: int
) -> None:
    """Of up to three classes of people, each compared only among themselves."""
    cuts = sorted({0, cut, other_cut, 7})
    classes = [list(PEOPLE[start:end]) for start, end in pairwise(cuts)]
    spreads = [spread(classes, Counter(counts) + Counter(choice)) for choice in set(product(*tables))]
    best = min(most - least for least, most in spreads)
    reached = max(most - least for least, most in spreads)
    assert least_spread(counts, classes, tables, reached) == best
    assert least_spread(counts, classes, tables, best) == best


def test_a_long_way_of_handing_on_is_found() -> None:
    """Each table's first choice is taken by the table before; only the last has somebody to spare."""
    tables = [[f"p{number}", f"p{number + 1}"] for number in range(400)] + [["p0"]]
    capacity = {f"p{number}": 1 for number in range(401)}
    assert most_served(tables, capacity) == 401
    assert most_served([*tables, ["p0"]], capacity) == 401


@cases(
    ("players", "tables"),
    [
        (3, [3]),
        (4, [4]),
        (5, [5]),
        (6, [3, 3]),
        (7, [4, 3]),
        (9, [3, 3, 3]),
        (14, [4, 4, 3, 3]),
        (17, [4, 4, 3, 3, 3]),
        (22, [4, 4, 4, 4, 3, 3]),
    ],
)
def test_tables_near_four_with_three_to_six_seats(players: int, tables: list[int]) -> None:
    assert split(players, 4, 3, 6) == tables


@given(st.integers(3, 500), st.integers(3, 6))
def test_from_three_players_up_everybody_has_a_seat(players: int, size: int) -> None:
    sizes = split(players, size, 3, 6)
    assert sum(sizes) == players
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] - sizes[-1] <= 1
    assert all(3 <= seats <= 6 for seats in sizes)


@given(st.integers(1, 60), st.integers(2, 10), st.integers(0, 4), st.integers(0, 4))
def test_it_refuses_exactly_the_impossible_numbers_of_players(
    players: int, least: int, above: int, further: int
) -> None:
    size, most = least + above, least + above + further
    possible = any(tables * least <= players <= tables * most for tables in range(1, players + 1))
    if possible:
        sizes = split(players, size, least, most)
        assert least <= sizes[-1] <= sizes[0] <= most
    else:
        with pytest.raises(Refusal) as refusal:
            split(players, size, least, most)
        assert refusal.value.code == ("too_few_players" if players < least else "players_do_not_fit")


def test_the_refusal_says_how_many_players_are_missing() -> None:
    with pytest.raises(Refusal, match="at least 1") as refusal:
        split(2, 4, 3, 6)
    assert refusal.value.code == "too_few_players"
    assert refusal.value.params == {"least": 3, "players": 2, "missing": 1}


def test_the_refusal_of_a_number_suggests_the_nearest_valid_ones() -> None:
    with pytest.raises(Refusal) as refusal:
        split(5, 4, 4, 4)
    assert refusal.value.code == "players_do_not_fit"
    assert str(refusal.value) == (
        "5 players cannot be seated at tables of 4 to 4. "
        "Play with 4 or 8 players, or allow tables of up to 5."
    )


@pytest.mark.parametrize(("size", "least", "most"), [(4, 5, 6), (7, 3, 6), (4, 1, 6)])
def test_limits_that_contradict_each_other_are_refused(size: int, least: int, most: int) -> None:
    with pytest.raises(Refusal) as refusal:
        split(12, size, least, most)
    assert refusal.value.code == "bad_table_sizes"
