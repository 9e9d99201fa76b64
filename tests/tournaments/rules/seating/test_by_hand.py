"""Seats changed by hand, and what they cost."""

from __future__ import annotations

import pytest

from tournaments.rules.errors import RulesError
from tournaments.rules.seating.audit import audit
from tournaments.rules.seating.by_hand import Cost, move, seat, swap
from tournaments.rules.seating.request import Apart, Pin, Plan, Request, Tables, Together

PLAYERS = tuple("abcdefgh")
FIRST: Tables = (("a", "b", "c", "d"), ("e", "f", "g", "h"))
BEST = Plan((("a", "b", "e", "f"), ("c", "d", "g", "h")), ahead=(FIRST,))
REQUEST = Request(PLAYERS, (4, 4), (FIRST,))


def test_a_swap_says_what_it_costs() -> None:
    done = swap(REQUEST, BEST, "e", "c")
    assert done.plan.tables == (("a", "b", "c", "f"), ("e", "d", "g", "h"))
    assert done.before == Cost(repeats=4, q=4)
    assert done.after == Cost(repeats=6, q=6)
    assert done.plan.ahead == ()


def test_a_swap_at_one_table_changes_seats_and_costs_nothing() -> None:
    done = swap(REQUEST, BEST, "a", "f")
    assert done.plan.tables[0] == ("f", "b", "e", "a")
    assert done.before == done.after


def test_the_cost_of_a_swap_is_what_the_audit_counts() -> None:
    request = Request(
        PLAYERS,
        (4, 4),
        (FIRST, BEST.tables),
        apart=(Apart("c", "g"),),
        together=(Together("a", "h"),),
        pins=(Pin("g", table=1),),
    )
    done = swap(request, BEST, "b", "g")
    certificate = audit(request, done.plan)
    assert (done.after.repeats, done.after.q) == (certificate["repeats"], certificate["q"])
    assert (done.after.wishes, done.after.small) == (certificate["wishes"]["broken"], certificate["small"])
    assert (done.before.wishes, done.after.wishes) == (3, 1)


@pytest.mark.parametrize(("a", "b", "code"), [("a", "a", "same_player"), ("a", "x", "player_not_seated")])
def test_a_swap_without_two_seated_players_is_refused(a: str, b: str, code: str) -> None:
    with pytest.raises(RulesError) as refusal:
        swap(Request(PLAYERS, (4, 4)), BEST, a, b)
    assert refusal.value.code == code


def test_who_is_moved_gets_the_last_seat_of_the_other_table() -> None:
    done = move(REQUEST, BEST, "a", 2, least=3, most=5)
    assert done.plan.tables == (("b", "e", "f"), ("c", "d", "g", "h", "a"))
    assert done.before == Cost(repeats=4, q=4)
    assert done.after == Cost(repeats=5, q=5)
    assert done.plan.ahead == ()


def test_a_move_changes_who_sits_at_the_small_table() -> None:
    players = tuple("abcdefg")
    first: Tables = (("a", "b", "c", "d"), ("e", "f", "g"))
    request = Request(players, (4, 3), (first,))
    done = move(request, Plan((("e", "a", "b", "c"), ("d", "f", "g"))), "e", 2, least=3, most=4)
    assert (done.before.small, done.after.small) == (2, 0)


@pytest.mark.parametrize(
    ("player", "table", "least", "most", "code"),
    [
        ("a", 2, 4, 5, "table_too_small"),
        ("a", 2, 3, 4, "table_too_large"),
        ("a", 1, 3, 5, "already_there"),
        ("a", 3, 3, 5, "no_such_table"),
        ("a", 0, 3, 5, "no_such_table"),
        ("x", 2, 3, 5, "player_not_seated"),
    ],
)
def test_a_move_that_leaves_no_seating_is_refused(
    player: str, table: int, least: int, most: int, code: str
) -> None:
    with pytest.raises(RulesError) as refusal:
        move(REQUEST, BEST, player, table, least=least, most=most)
    assert refusal.value.code == code
    assert refusal.value.detail


def test_a_whole_seating_by_hand_is_taken_as_it_is() -> None:
    """Three tables of other sizes, people together who must be apart: a director decides."""
    request = Request(PLAYERS, (4, 4), (FIRST,), apart=(Apart("a", "b"),))
    wanted = [["a", "b", "e"], ["c", "d", "g"], ["f", "h"]]
    done = seat(request, BEST, wanted, least=2, most=5)
    assert done.plan.tables == (("a", "b", "e"), ("c", "d", "g"), ("f", "h"))
    assert (done.before, done.after) == (Cost(4, 4, wishes=1), Cost(3, 3, wishes=1))


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ([["a", "b", "c", "d"], ["e", "f", "g"]], "player_not_seated"),
        ([["a", "b", "c", "d"], ["e", "f", "g", "h", "a"]], "player_seated_twice"),
        ([["a", "b", "c", "d"], ["e", "f", "g", "h", "x"]], "player_unknown"),
        ([["a", "b", "c"], ["d", "e"], ["f", "g", "h"]], "table_too_small"),
        ([list(PLAYERS)], "table_too_large"),
    ],
)
def test_a_seating_by_hand_that_is_none_is_refused(wanted: list[list[str]], code: str) -> None:
    with pytest.raises(RulesError) as refusal:
        seat(REQUEST, BEST, wanted, least=3, most=6)
    assert refusal.value.code == code


def test_groups_that_are_seated_apart_add_up() -> None:
    assert Cost(1, 2, 3, 4) + Cost(10, 20, 30, 40) == Cost(11, 22, 33, 44)
