"""How good the draws are: events of clubs, measured against what is known."""

from __future__ import annotations

import pytest

from tests.cases import cases
from tournaments.draw.rules.draw import draw
from tournaments.draw.rules.request import MOVES, Request
from tournaments.draw.rules.search.prices import Costs
from tournaments.draw.rules.search.search import SearchState, begin, improve
from tournaments.events.rules.tables import split

CLUBS = (8, 12, 16, 20, 24, 28, 32, 40, 48, 64, 100)
UNPROVED = {(8, 9): 160, (8, 10): 204, (20, 6): 6, (24, 8): 18}
"""The best Q known where it lies above the bound: (players, rounds)."""


def searched(
    players: int, size: int, rounds: int, moves: int, seed: int = 1, prefer: str = "fair"
) -> SearchState:
    names = tuple(str(number) for number in range(players))
    sizes = tuple(split(players, size, 3, 6))
    request = Request(names, sizes, rounds_left=rounds, seed=seed, moves=moves, prefer=prefer)
    search = begin(request)
    while not search.done:
        search = improve(search, moves)
    return search


def cost(search: SearchState) -> Costs:
    assert search.costs is not None
    return search.costs


@cases("players", CLUBS)
def test_three_to_ten_rounds_at_tables_of_four_are_proved_or_as_good_as_known(players: int) -> None:
    for rounds in range(3, 11):
        search = searched(players, 4, rounds, moves=MOVES)
        if (players, rounds) in UNPROVED:
            assert search.bound < cost(search).q <= UNPROVED[players, rounds] + 2
            assert (search.proved, search.moves) == (False, MOVES)
        else:
            assert (cost(search).q, search.proved) == (search.bound, True), rounds


@pytest.mark.parametrize(
    ("players", "best_known"),
    [
        (13, [0, 0, 3, 12, 27, 42]),
        (17, [0, 0, 0, 2, 13, 32]),
        (22, [0, 0, 0, 0, 0, 17]),
        (29, [0, 0, 0, 0, 0, 0]),
        (37, [0, 0, 0, 0, 0, 0]),
    ],
)
def test_three_to_eight_rounds_at_tables_of_four_and_three(players: int, best_known: list[int]) -> None:
    for rounds, q in enumerate(best_known, 3):
        search = searched(players, 4, rounds, moves=150_000, prefer="repeats")
        assert search.bound <= cost(search).q <= q + 2, rounds


@pytest.mark.parametrize(
    ("players", "best_known"),
    [
        (13, [6, 6, 7, 13, 27, 42]),
        (17, [4, 6, 6, 10, 21, 34]),
        (22, [0, 0, 0, 4, 13, 31]),
        (29, [0, 0, 0, 0, 3, 8]),
        (37, [0, 0, 0, 0, 0, 1]),
    ],
)
def test_fairly_shared_small_tables_cost_few_repeats(players: int, best_known: list[int]) -> None:
    for rounds, q in enumerate(best_known, 3):
        search = searched(players, 4, rounds, moves=150_000)
        assert cost(search).far == 0, rounds
        assert search.bound <= cost(search).q <= q + 2, rounds


@pytest.mark.parametrize("players", [998, 1000, 1001])
def test_a_thousand_players_in_ten_rounds_meet_nobody_twice_and_need_no_search(players: int) -> None:
    search = searched(players, 4, 10, moves=10_000)
    assert (cost(search).q, cost(search).f, search.proved) == (0, 0, True)
    assert search.moves == 0


def test_ten_thousand_players_are_drawn_without_looking_at_every_pair() -> None:
    names = tuple(str(number) for number in range(10_000))
    plan = draw(Request(names, (4,) * 2500, rounds_left=3, moves=10_000))
    assert plan.moves == 0
    assert sorted(player for table in plan.tables for player in table) == sorted(names)
