"""The draw: everybody seated, few meetings twice, the same plan for the same seed."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cases import cases
from tournaments.draw.rules.certificate.audit import audit
from tournaments.draw.rules.draw import draw
from tournaments.draw.rules.request import MOVES, Plan, Request, Tables
from tournaments.draw.rules.search.prices import Costs
from tournaments.draw.rules.search.search import SearchState, begin, improve
from tournaments.events.rules.tables import split


def ids(count: int) -> tuple[str, ...]:
    return tuple(f"p{number:03}" for number in range(count))


def drawn_one_by_one(
    players: int,
    rounds: int,
    seed: int = 1,
    *,
    keep: bool = True,
    size: int = 4,
    moves: int = 200_000,
    prefer: str = "fair",
) -> list[tuple[Request, Plan]]:
    """Draw an event as a director does: each round from the rounds before it."""
    past: tuple[Tables, ...] = ()
    ahead: tuple[Tables, ...] = ()
    story = []
    for number in range(rounds):
        request = Request(
            players=ids(players),
            sizes=tuple(split(players, size, 3, 6)),
            past=past,
            rounds_left=rounds - number,
            seed=seed + number,
            moves=moves,
            ahead=ahead if keep else (),
            prefer=prefer,
        )
        plan = draw(request)
        story.append((request, plan))
        past, ahead = (*past, plan.tables), plan.ahead
    return story


@cases("players", [9, *range(13, 41)])
def test_clubs_of_nine_and_of_thirteen_to_forty_meet_nobody_twice_in_three_rounds(players: int) -> None:
    request, plan = drawn_one_by_one(players, 3, moves=40_000, prefer="repeats")[-1]
    assert audit(request, plan)["q"] == 0


@cases(("players", "q"), [(6, 6), (7, 9), (8, 12), (10, 3), (11, 6), (12, 9)])
def test_unavoidable_repeats_are_as_few_as_known(players: int, q: int) -> None:
    request, plan = drawn_one_by_one(players, 3, moves=40_000, prefer="repeats")[-1]
    assert audit(request, plan)["q"] == q


def test_what_was_planned_is_reached() -> None:
    """A plan kept ready is where the next draw begins, so it can only get better."""
    story = drawn_one_by_one(22, 6, moves=30_000)
    promised = audit(*story[0])["outlook"]["q"]
    for request, plan in story[1:]:
        now = audit(request, plan)["outlook"]["q"]
        assert now <= promised
        promised = now


@settings(max_examples=60, deadline=None)
@given(
    players=st.integers(3, 40),
    size=st.integers(3, 6),
    rounds=st.integers(1, 4),
    seed=st.integers(0, 2**63),
    keep=st.booleans(),
)
def test_everybody_is_seated_once_without_byes(
    players: int, size: int, rounds: int, seed: int, keep: bool
) -> None:
    for request, plan in drawn_one_by_one(players, rounds, seed, keep=keep, size=size, moves=500):
        assert [len(table) for table in plan.tables] == split(players, size, 3, 6)
        assert plan.moves <= 500
        assert audit(request, plan)["faults"] == []
        assert len(plan.ahead) == request.rounds_left - 1


@settings(max_examples=30, deadline=None)
@given(st.integers(3, 25), st.integers(0, 2**63), st.integers(0, 3000))
def test_the_same_request_gives_the_same_plan(players: int, seed: int, moves: int) -> None:
    request = Request(ids(players), tuple(split(players, 4, 3, 6)), rounds_left=3, seed=seed, moves=moves)
    assert draw(request) == draw(request)


def test_a_group_without_tables_in_some_round_is_drawn() -> None:
    """Bots that came after the first round have a past with an empty round in it."""
    request = Request(ids(6), (3, 3), past=((), (ids(6)[:3], ids(6)[3:])), moves=500)
    plan = draw(request)
    assert audit(request, plan)["faults"] == []
    assert [len(table) for table in plan.tables] == [3, 3]


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
