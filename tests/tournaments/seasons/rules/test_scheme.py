"""A scheme is read from JSON, kept with all its switches, said in sentences, and refused if it cannot be."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from tests.cases import cases
from tournaments.core.rules.names import clean_title
from tournaments.core.rules.refusals import Refusal
from tournaments.seasons.rules.names import numbered_on
from tournaments.seasons.rules.scheme import Scheme

EVERYTHING: dict[str, Any] = {
    "worth": "points",
    "points": [10, "7.5", 6.25],
    "beyond": "0.125",
    "among": "members",
    "planned": 10,
    "best": 7,
    "mean_from": 5,
    "decay": [[365, "2/3"], [730, "1/3"]],
    "bonus": "0.5",
    "least_ranked": 3,
    "least_final": 5,
    "excused": "mean",
    "unexcused": "fixed",
    "unexcused_points": -1,
    "organiser": "fixed",
    "organiser_points": 4,
    "ties": ["evenings_won", "shared_tables", "last_evening", "play_off", "lots"],
    "final": 6,
    "carry": "place",
    "carry_points": [3, 2, 1],
    "carry_step": "0.1",
}


def test_points_are_read_as_thousandths_however_json_writes_them() -> None:
    read = Scheme.read(EVERYTHING)
    assert (read.points, read.beyond, read.bonus) == ((10_000, 7_500, 6_250), 125, 500)
    assert (read.carry_points, read.carry_step) == ((3000, 2000, 1000), 100)
    assert read.decay == ((365, Fraction(2, 3)), (730, Fraction(1, 3)))
    assert (read.unexcused_points, read.organiser_points, read.excused_points) == (-1000, 4000, None)


@pytest.mark.parametrize("data", [{}, EVERYTHING, {"struck": 2, "worth": "root"}])
def test_a_scheme_comes_back_from_its_json_with_all_its_switches(data: dict[str, Any]) -> None:
    read = Scheme.read(data)
    kept = json.loads(json.dumps(read.stored))
    assert set(kept) == set(Scheme.model_fields)
    assert Scheme.read(kept) == read
    assert Scheme.read(kept).digest == read.digest


def test_a_scheme_without_a_worth_counts_points_by_place() -> None:
    assert Scheme.read({}) == Scheme()
    assert (Scheme().worth, Scheme().points[:3]) == ("points", (10_000, 8_000, 6_000))
    assert Scheme.read({"points": [3, 2]}).points == (3000, 2000)
    assert Scheme.read({"worth": "linear"}).points == ()


@cases(
    ("code", "data"),
    [
        ("season_scheme_malformed", []),
        ("season_scheme_malformed", {"worth": "points", "points": "10 8 6"}),
        ("season_scheme_malformed", {"worth": "points", "points": [10, "8.1234"]}),
        ("season_scheme_malformed", {"worth": "points", "points": [True]}),
        ("season_scheme_malformed", {"bonus": "1e3"}),
        ("season_scheme_malformed", {"bonus": float("nan")}),
        ("season_scheme_malformed", {"bonus": 10**7}),
        ("season_scheme_malformed", {"decay": [[365, 0.5]]}),
        ("season_scheme_malformed", {"decay": [[365, "1/0"]]}),
        ("season_switch_unknown", {"worst": 3}),
        ("season_choice_unknown", {"worth": "elo"}),
        ("season_choice_unknown", {"worth": ["linear"]}),
        ("season_choice_unknown", {"ties": ["strength"]}),
        ("season_number_out_of_range", {"best": 0}),
        ("season_number_out_of_range", {"best": True}),
        ("season_number_out_of_range", {"planned": 201}),
        ("season_number_out_of_range", {"decay": [[0, "1/2"]]}),
        ("season_points_missing", {"worth": "points"}),
        ("season_points_unused", {"worth": "tables", "points": [3, 2, 1]}),
        ("season_points_unused", {"worth": "root", "beyond": 1}),
        ("season_points_rising", {"worth": "points", "points": [3, 4]}),
        ("season_points_rising", {"worth": "points", "points": [3, 2], "beyond": 3}),
        ("season_points_rising", {"final": 4, "carry": "place", "carry_points": [1, 2]}),
        ("season_best_and_struck", {"best": 3, "struck": 1}),
        ("season_beyond_planned", {"planned": 8, "best": 9}),
        ("season_beyond_planned", {"planned": 8, "struck": 8}),
        ("season_beyond_planned", {"planned": 8, "least_ranked": 9}),
        ("season_beyond_planned", {"planned": 8, "mean_from": 9}),
        ("season_mean_above_best", {"mean_from": 5, "best": 4}),
        ("season_decay_disordered", {"decay": [[730, "2/3"], [365, "1/3"]]}),
        ("season_decay_disordered", {"decay": [[365, "1/3"], [730, "2/3"]]}),
        ("season_decay_disordered", {"decay": [[365, "3/2"]]}),
        ("season_bonus_negative", {"bonus": -1}),
        ("season_absence_points_missing", {"excused": "fixed"}),
        ("season_absence_points_unused", {"organiser_points": 3}),
        ("season_final_missing", {"carry": "half"}),
        ("season_final_missing", {"least_final": 3}),
        ("season_final_missing", {"carry_step": 1}),
        ("season_carry_points_missing", {"final": 4, "carry": "place"}),
        ("season_carry_points_unused", {"final": 4, "carry_points": [2, 1]}),
        ("season_carry_step_unknown", {"final": 4, "carry": "half", "carry_step": "0.3"}),
        ("tie_break_twice", {"ties": ["net", "net"]}),
        ("season_shared_not_last", {"ties": ["shared", "net"]}),
        ("lots_not_last", {"ties": ["lots", "net"]}),
        ("lots_not_last", {"ties": ["net", "lots", "shared"]}),
        ("play_off_not_last", {"ties": ["play_off", "net", "lots"]}),
    ],
)
def test_a_scheme_that_contradicts_itself_is_refused(code: str, data: Any) -> None:
    with pytest.raises(Refusal) as refused:
        Scheme.read(data)
    assert refused.value.code == code
    assert "%(" not in refused.value.detail


@cases(
    "data",
    [
        {"planned": 8, "struck": 7},
        {"planned": 8, "best": 8, "mean_from": 8},
        {"ties": ["play_off", "lots"]},
        {"ties": []},
        {"worth": "points", "points": [3, 3, 3], "beyond": 3},
        {"final": 4, "carry_step": 1},
    ],
)
def test_a_scheme_at_the_edge_is_not_refused(data: dict[str, Any]) -> None:
    Scheme.read(data)


@cases(
    ("name", "following"),
    [
        ("Winter", "Winter 2"),
        ("Winter 2", "Winter 3"),
        ("2026", "2027"),
        ("Cup 9 (2025/26)", "Cup 9 (2026/27)"),
        ("1999/00", "2000/01"),
        ("Winter 98/99, cup", "Winter 99/00, cup"),
        ("Winter 2025/2026", "Winter 2026/2027"),
        ("Winter 2026-27", "Winter 2027-28"),
        ("Winter 2026\N{EN DASH}27", "Winter 2027\N{EN DASH}28"),
        ("2025 / 26", "2026 / 27"),
        ("Saison 08", "Saison 09"),
        ("Saison 99", "Saison 100"),
        ("Liga 9999", "Liga 10000"),
        ("Tables 4/6", "Tables 4/7"),
        ("Year 12345", "Year 12346"),
    ],
)
def test_the_next_season_is_numbered_on(name: str, following: str) -> None:
    assert numbered_on(name) == following


@pytest.mark.parametrize("name", [100 * "x", 99 * "x" + "9", "x " + 98 * "9", 50 * "x" + "9" + 49 * "y"])
def test_a_long_name_stays_a_name(name: str) -> None:
    following = numbered_on(name)
    assert clean_title(following) == following != name
