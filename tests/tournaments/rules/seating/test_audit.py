"""The certificate of a draw."""

from __future__ import annotations

import json

import pytest

from tournaments.draw.rules.certificate.audit import audit, error_of
from tournaments.draw.rules.certificate.explain import Reason, for_everybody, reason
from tournaments.draw.rules.request import Apart, Pin, Plan, Request, Tables, Together

PLAYERS = tuple("abcdefgh")
FIRST: Tables = (("a", "b", "c", "d"), ("e", "f", "g", "h"))


def reasons_with(reasons: list[Reason], code: str) -> list[Reason]:
    return [item for item in reasons if item["code"] == code]


def test_repeats_that_cannot_be_avoided_are_counted_and_proved() -> None:
    """Two tables of four out of two tables of four: two from each, so four pairs meet again."""
    plan = Plan((("a", "b", "e", "f"), ("c", "d", "g", "h")))
    certificate = audit(Request(PLAYERS, (4, 4), (FIRST,)), plan)
    assert certificate["repeats"] == certificate["repeats_here"] == 4
    assert (certificate["q"], certificate["bound"]) == (4, 4)
    assert certificate["proved"]
    assert (certificate["least_repeats"], certificate["why"]) == (4, "tables")
    assert reasons_with(certificate["tables"][0]["reasons"], "meet_again") == [
        reason("meet_again", ["a", "b"], 2),
        reason("meet_again", ["e", "f"], 2),
    ]


def test_too_few_partners_make_repeats_unavoidable() -> None:
    """13 players have 78 pairs, six rounds of 4 3 3 3 have 90 meetings: 12 repeats at least."""
    players = tuple("abcdefghijklm")
    first: Tables = (tuple("abcd"), tuple("efg"), tuple("hij"), tuple("klm"))
    outlook = audit(Request(players, (4, 3, 3, 3), (first,), rounds_left=5), Plan(first, (first,) * 4))[
        "outlook"
    ]
    assert (outlook["rounds"], outlook["least_repeats"], outlook["why"]) == (6, 12, "partners")


def test_a_poor_draw_is_not_called_proved() -> None:
    certificate = audit(Request(PLAYERS, (4, 4), (FIRST,)), Plan(FIRST))
    assert certificate["q"] == 12
    assert certificate["bound"] == 4
    assert not certificate["proved"]
    assert certificate["dealer_spread"] == [0, 2]
    assert certificate["seat_spread"] == [0, 2]
    assert certificate["least_dealer_spread"] == 1
    assert reason("deals_first_again", ["a"], 2) in certificate["tables"][0]["reasons"]


def test_players_who_sit_at_a_small_table_again_are_named() -> None:
    players = tuple("abcdefg")
    first: Tables = (("a", "b", "c", "d"), ("e", "f", "g"))
    certificate = audit(Request(players, (4, 3), (first,)), Plan((("a", "b", "e", "f"), ("c", "d", "g"))))
    assert certificate["small_spread"] == [0, 2]
    assert certificate["least_small_spread"] == 1
    assert reason("small_table_again", ["g"], 2) in certificate["tables"][1]["reasons"]
    fresh = audit(Request(players, (4, 3), (first,)), Plan((("d", "e", "f", "g"), ("a", "b", "c"))))
    assert fresh["small_spread"] == [0, 1]
    assert reason("small_table_first") in fresh["tables"][1]["reasons"]


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


def test_only_players_with_as_many_games_are_compared() -> None:
    """a to d have played once before and dealt; the others came later."""
    late = Request(PLAYERS, (4, 4), ((("a", "b", "c", "d"),),))
    certificate = audit(late, Plan((("b", "a", "e", "f"), ("c", "d", "g", "h"))))
    assert certificate["dealer_spread"] == [0, 1]
    assert certificate["least_dealer_spread"] == 1
    again = audit(late, Plan((("a", "b", "e", "f"), ("c", "d", "g", "h"))))
    assert again["dealer_spread"] == [0, 2]


def test_wishes_are_told_to_directors_only() -> None:
    request = Request(
        PLAYERS,
        (4, 4),
        apart=(Apart("a", "b"), Apart("a", "h", must=False), Apart("a", "nobody")),
        together=(Together("a", "e"), Together("e", "f", must=True)),
    )
    certificate = audit(request, Plan(FIRST))
    assert certificate["wishes"] == {"kept": 2, "broken": 2}
    assert [fault["code"] for fault in certificate["faults"]] == ["wish_must_apart"]
    assert error_of(certificate["faults"][0]).detail == "a and b must sit apart, but both sit at table 1."
    first, second = (table["reasons"] for table in certificate["tables"])
    assert reason("wish_apart_broken", ["a", "b"]) in first
    assert reason("wish_together_broken", ["a"], table=2) in first
    assert reason("wish_together_broken", ["e"], table=1) in second
    assert reason("wish_together_kept", ["e", "f"]) in second
    assert not certificate["proved"]
    public = for_everybody(certificate)
    assert public["faults"] == []
    assert "wish_" not in json.dumps(public)
    assert "wish_" in json.dumps(certificate)


def test_a_wish_to_meet_once_ends_with_the_meeting() -> None:
    request = Request(PLAYERS, (4, 4), (FIRST,), together=(Together("a", "b", must=True), Together("c", "e")))
    plan = Plan((("a", "e", "c", "g"), ("b", "d", "f", "h")))
    certificate = audit(request, plan)
    assert certificate["faults"] == []
    assert certificate["wishes"] == {"kept": 2, "broken": 0}
    always = Request(PLAYERS, (4, 4), (FIRST,), together=(Together("a", "b", must=True, always=True),))
    assert [fault["code"] for fault in audit(always, plan)["faults"]] == ["wish_must_together"]


def test_players_with_fixed_places_are_listed_and_left_out_of_the_spreads() -> None:
    pins = (Pin("a", seat=0, table=1), Pin("f", seat=2), Pin("h", table=1))
    certificate = audit(Request(PLAYERS, (4, 4), (FIRST, FIRST), pins=pins), Plan(FIRST))
    assert certificate["wishes"] == {"kept": 2, "broken": 2}
    first, second = (table["reasons"] for table in certificate["tables"])
    assert reason("pinned_seat", ["a"], seat=1) in first
    assert reason("pinned_table", ["a"]) in first
    assert reason("pinned_seat_missed", ["f"], seat=3) in second
    assert reason("pinned_table_missed", ["h"], table=1) in second
    assert not reasons_with(first, "deals_first_again")
    assert certificate["dealer_spread"] == [0, 3]


def test_the_standings_of_a_table_are_told() -> None:
    request = Request(PLAYERS, (4, 4), standing=(1, 2, 3, 4, 5, 5, 5, 5))
    certificate = audit(request, Plan(FIRST))
    first, second = (table["reasons"] for table in certificate["tables"])
    assert reason("standing_places", first=1, last=4) in first
    assert reason("standing_place", first=5) in second


def test_a_whole_rotation_is_measured_beside_the_best_there_can_be() -> None:
    request = Request(PLAYERS, (4, 4), rounds_left=2)
    certificate = audit(request, Plan(FIRST, ahead=((("f", "e", "b", "a"), ("c", "d", "h", "g")),)))
    assert certificate["outlook"] == {
        "rounds": 2,
        "repeats": 4,
        "least_repeats": 4,
        "why": "tables",
        "q": 4,
        "bound": 4,
        "proved": True,
        "small_spread": [0, 0],
        "least_small_spread": 0,
        "dealer_spread": [0, 1],
        "least_dealer_spread": 1,
        "seat_spread": [0, 1],
        "least_seat_spread": 1,
        "fair": None,
    }


def test_somebody_away_from_their_own_place_is_a_fault_for_directors() -> None:
    pins = (Pin("a", table=2), Pin("e", seat=0), Pin("f", seat=0), Pin("b", table=1))
    certificate = audit(Request(PLAYERS, (4, 4), pins=pins), Plan(FIRST))
    assert [(fault["code"], error_of(fault).detail) for fault in certificate["faults"]] == [
        ("pinned_table_missed", "a must sit at table 2, but sits at another one."),
        ("pinned_seat_missed", "f must have seat 1, but has another one."),
    ]
    assert not certificate["proved"]
    assert for_everybody(certificate)["faults"] == []
