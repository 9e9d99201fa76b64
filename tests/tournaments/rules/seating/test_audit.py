"""The certificate of a draw, hand swaps and what they cost."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

from tournaments.rules.errors import RulesError
from tournaments.rules.seating import audit as audit_module
from tournaments.rules.seating.audit import REASONS, audit, check_seating
from tournaments.rules.seating.by_hand import Cost, swap
from tournaments.rules.seating.draw import draw
from tournaments.rules.seating.request import Plan, Request, Tables

PLAYERS = tuple("abcdefgh")
FIRST: Tables = (("a", "b", "c", "d"), ("e", "f", "g", "h"))


def test_a_first_round_is_proved_to_repeat_nothing() -> None:
    certificate = audit(Request(PLAYERS, (4, 4), seed=3), Plan(FIRST, moves=17))
    assert certificate["faults"] == []
    assert (certificate["repeats"], certificate["q"], certificate["bound"]) == (0, 0, 0)
    assert certificate["proved"]
    assert certificate["most_meetings"] == 1
    assert (certificate["seed"], certificate["moves"], certificate["sizes"]) == (3, 17, [4, 4])
    assert certificate["tables"][0] == {
        "number": 1,
        "size": 4,
        "reasons": [
            {"code": "first_meeting", "players": [], "times": 0},
            {"code": "deals_first_in_turn", "players": ["a"], "times": 1},
        ],
    }


def test_repeats_that_cannot_be_avoided_are_counted_and_proved() -> None:
    """Two tables of four out of two tables of four: two from each, so four pairs meet again."""
    plan = Plan((("a", "b", "e", "f"), ("c", "d", "g", "h")))
    certificate = audit(Request(PLAYERS, (4, 4), (FIRST,)), plan)
    assert certificate["repeats"] == certificate["repeats_here"] == 4
    assert (certificate["q"], certificate["q_here"], certificate["bound"]) == (4, 4, 4)
    assert certificate["proved"]
    again = [reason for reason in certificate["tables"][0]["reasons"] if reason["code"] == "meet_again"]
    assert again == [
        {"code": "meet_again", "players": ["a", "b"], "times": 2},
        {"code": "meet_again", "players": ["e", "f"], "times": 2},
    ]


def test_a_poor_draw_is_not_called_proved() -> None:
    certificate = audit(Request(PLAYERS, (4, 4), (FIRST,)), Plan(FIRST))
    assert certificate["q"] == 12
    assert certificate["bound"] == 4
    assert not certificate["proved"]
    assert certificate["dealer_spread"] == [0, 2]
    assert certificate["seat_spread"] == [0, 2]
    assert certificate["tables"][0]["reasons"][-1] == {
        "code": "deals_first_again",
        "players": ["a"],
        "times": 2,
    }


def test_who_sits_at_a_small_table_again_is_named() -> None:
    players = tuple("abcdefg")
    first: Tables = (("a", "b", "c", "d"), ("e", "f", "g"))
    certificate = audit(Request(players, (4, 3), (first,)), Plan((("a", "b", "e", "f"), ("c", "d", "g"))))
    assert certificate["small_spread"] == [0, 2]
    assert {"code": "small_table_again", "players": ["g"], "times": 2} in certificate["tables"][1]["reasons"]
    fresh = audit(Request(players, (4, 3), (first,)), Plan((("d", "e", "f", "g"), ("a", "b", "c"))))
    assert fresh["small_spread"] == [0, 1]
    assert {"code": "small_table_first", "players": [], "times": 0} in fresh["tables"][1]["reasons"]


def test_meetings_with_people_who_left_do_not_count() -> None:
    request = Request(("a", "b", "c", "new"), (4,), (FIRST,))
    certificate = audit(request, Plan((("a", "b", "c", "new"),)))
    assert certificate["q"] == 3
    assert certificate["proved"]


def test_the_outlook_tells_where_the_event_ends() -> None:
    request = Request(tuple(f"p{n}" for n in range(16)), (4, 4, 4, 4), rounds_left=5)
    outlook = audit(request, draw(request))["outlook"]
    assert outlook == {"rounds": 5, "repeats": 0, "q": 0, "bound": 0, "proved": True}


def test_twelve_players_at_fours_are_proved_to_meet_again() -> None:
    request = Request(tuple(f"p{n:02}" for n in range(12)), (4, 4, 4), rounds_left=3, moves=20_000)
    outlook = audit(request, draw(request))["outlook"]
    assert outlook["proved"]
    assert outlook["q"] == 9


def test_a_certificate_is_plain_json_and_its_reasons_have_sentences() -> None:
    request = Request(PLAYERS, (4, 4), (FIRST, FIRST))
    certificate = audit(request, draw(request))
    assert json.loads(json.dumps(certificate)) == certificate
    for table in certificate["tables"]:
        for reason in table["reasons"]:
            assert REASONS[reason["code"]] % {"players": "Anna and Ben", "times": reason["times"]}


@pytest.mark.parametrize(
    ("tables", "codes"),
    [
        ((("a", "b", "c", "d"), ("e", "f", "g")), {"player_not_seated"}),
        ((("a", "b", "c", "d"), ("e", "f", "g", "h", "a")), {"player_seated_twice"}),
        ((("a", "b", "c", "d"), ("e", "f", "g", "h", "x")), {"player_unknown"}),
        ((("a", "b", "c", "d", "e"), ("f", "g", "h")), {"wrong_sizes"}),
    ],
)
def test_a_plan_that_is_wrong_is_found_out(tables: Tables, codes: set[str]) -> None:
    certificate = audit(Request(PLAYERS, (4, 4)), Plan(tables))
    assert {fault["code"] for fault in certificate["faults"]} == codes
    assert not certificate["proved"]


@pytest.mark.parametrize(
    ("tables", "code"),
    [
        ((("a", "b", "c"), ("d", "e", "f", "g", "h")), None),
        ((("a", "b"), ("c", "d", "e", "f", "g", "h")), "table_too_small"),
        ((PLAYERS,), "table_too_large"),
        ((("a", "b", "c"), ("d", "e", "f", "g")), "player_not_seated"),
    ],
)
def test_tables_set_by_hand_are_checked(tables: Tables, code: str | None) -> None:
    if code is None:
        check_seating(PLAYERS, tables, 3, 6)
        return
    with pytest.raises(RulesError) as refusal:
        check_seating(PLAYERS, tables, 3, 6)
    assert refusal.value.code == code


def test_the_audit_uses_nothing_of_the_search() -> None:
    tree = ast.parse(Path(audit_module.__file__).read_text())
    imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name for name in imported if name and name.startswith("tournaments")} == {
        "tournaments.rules.errors",
        "tournaments.rules.seating.request",
    }


# Swaps by hand.

BEST = Plan((("a", "b", "e", "f"), ("c", "d", "g", "h")), ahead=(FIRST,))


def test_a_swap_says_what_it_costs() -> None:
    done = swap(Request(PLAYERS, (4, 4), (FIRST,)), BEST, "e", "c")
    assert done.plan.tables == (("a", "b", "c", "f"), ("e", "d", "g", "h"))
    assert done.before == Cost(repeats=4, q=4)
    assert done.after == Cost(repeats=6, q=6)
    assert done.plan.ahead == ()


def test_a_swap_at_one_table_changes_seats_and_costs_nothing() -> None:
    done = swap(Request(PLAYERS, (4, 4), (FIRST,)), BEST, "a", "f")
    assert done.plan.tables[0] == ("f", "b", "e", "a")
    assert done.before == done.after


def test_the_cost_of_a_swap_is_what_the_audit_counts() -> None:
    request = Request(PLAYERS, (4, 4), (FIRST, BEST.tables))
    done = swap(request, BEST, "b", "g")
    certificate = audit(request, done.plan)
    assert (done.after.repeats, done.after.q) == (certificate["repeats"], certificate["q"])


@pytest.mark.parametrize(("a", "b", "code"), [("a", "a", "same_player"), ("a", "x", "player_not_seated")])
def test_a_swap_without_two_seated_players_is_refused(a: str, b: str, code: str) -> None:
    with pytest.raises(RulesError) as refusal:
        swap(Request(PLAYERS, (4, 4)), BEST, a, b)
    assert refusal.value.code == code
