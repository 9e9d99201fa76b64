"""Reports: the sections of a side, the comparison of two sides, the text and the flat rows."""

from __future__ import annotations

import json
from math import hypot
from typing import Any

import pytest

from games import services
from games.engine.errors import EngineError
from games.engine.simulation.plan import layout

FOUR = ["cautious", "bold", "random", "expert"]


def simulated(*sides: tuple[dict[str, Any], list[str]], **values: Any) -> dict[str, Any]:
    """The report of sides. Each side has overrides of ``pagat`` and bots."""
    if "sessions" not in values:
        values.setdefault("deals", 4000)
    chips = values.pop("chips", 0)
    spec = services.simulation_spec(
        [{"rules": {"preset": "pagat"} | rules, "seats": seats, "chips": chips} for rules, seats in sides],
        **({"seed": 3} | values),
    )
    return services.simulation_report(
        spec, (services.play_chunk(spec, number) for number in range(layout(spec).chunks))
    )


def only_row(rows: list[dict[str, Any]], **names: Any) -> dict[str, Any]:
    (match,) = [row for row in rows if all(row[name] == value for name, value in names.items())]
    return match


def test_does_dealing_favour_the_dealer_where_the_upcard_joins_a_hand() -> None:
    """Four cautious bots on the same 40,000 deals of pagat, where the last of 32 cards would be the dealer's.

    Yes. While it is nobody's, the dealer holds a card less and loses about a chip a deal. Where it joins the
    dealer's hand, which then has a card of the pay suit for certain, the dealer wins nearly three, each of
    the others about one less than before. Some of it are chips that stayed on the board.
    """
    report = simulated(({}, ["cautious"] * 4), ({"upcard": "joins_hand"}, ["cautious"] * 4), deals=40_000)
    before, after = report["sides"]
    means = [[row["chips_per_deal"] for row in side["positions"]] for side in (before, after)]
    assert [row["position"] for row in after["positions"]] == ["forehand", "second", "third", "dealer"]
    assert means[0][3] < -0.5
    assert max(means[1][:3]) < 0 < means[1][3]
    *others, dealer = report["differences"]["positions"]
    assert (dealer["position"], dealer["verdict"]) == ("dealer", "more")
    assert 3.5 < dealer["low"] < dealer["high"] < 4.1
    assert all(row["verdict"] == "less" and -1.3 < row["difference"] < -0.7 for row in others)
    left = [side["checks"]["chips_left"] / side["checks"]["deals"] for side in (before, after)]
    assert left[0] - left[1] == pytest.approx(sum(means[1]) - sum(means[0]))
    assert left[0] > left[1]


def test_the_same_deals_give_a_narrower_interval() -> None:
    report = simulated(({}, FOUR), ({"upcard": "dealer_takes_pool"}, FOUR), deals=20_000)
    for place, row in enumerate(report["differences"]["positions"]):
        first, second = (side["positions"][place]["standard_error"] for side in report["sides"])
        assert row["standard_error"] < 0.6 * hypot(first, second)
        assert row["difference"] == pytest.approx(row["second"] - row["first"])
    assert only_row(report["differences"]["positions"], position="dealer")["verdict"] == "more"


def test_a_side_has_no_difference_from_itself() -> None:
    report = simulated(({}, FOUR), ({}, FOUR))
    assert report["sides"][0] == report["sides"][1]
    for rows in report["differences"].values():
        for row in rows:
            assert (row["difference"], row["low"], row["high"]) == (0, None, None)
            assert row["verdict"] == "same"


def test_numbers_that_a_change_does_not_affect_are_equal_and_have_no_interval() -> None:
    """If the dealer takes the pool of the upcard, the same hands still win every other pool."""
    report = simulated(({}, FOUR), ({"upcard": "dealer_takes_pool"}, FOUR))
    differences = report["differences"]
    same = [row for rows in differences.values() for row in rows if row["verdict"] == "same"]
    assert {row["pool"] for row in same if "pool" in row} >= {"marriage", "sequence", "centre"}
    assert {row["verdict"] for row in differences["positions"]} > {"more"}
    for row in same:
        assert row["first"] == row["second"]
        assert (row["difference"], row["low"], row["high"]) == (0, None, None)
    lines = [line.split() for line in services.report_text(report).splitlines() if line.endswith("  equal")]
    assert len(lines) == len(same)
    assert all(line[-2:] == ["0", "equal"] for line in lines)


def test_equal_sums_by_chance_do_not_count_as_equal() -> None:
    differences = simulated(({}, FOUR), ({}, FOUR[::-1]))["differences"]
    assert "same" not in {row["verdict"] for row in differences["bots"]}


def test_two_bots_are_compared_in_the_same_seats() -> None:
    report = simulated(({}, ["random", "cautious", "cautious"]), ({}, ["bold", "cautious", "cautious"]))
    rows = report["differences"]["bots"]
    assert [(row["first_bot"], row["second_bot"], row["seats"]) for row in rows] == [
        ("random", "bold", [0]),
        ("cautious", "cautious", [1, 2]),
    ]
    assert [row["verdict"] for row in rows] == ["more", "less"]


def test_the_effect_of_a_bet_limit_on_the_pochen_is_compared() -> None:
    report = simulated(({"bet_limit": 10}, ["expert"] * 4), ({"bet_limit": 2}, ["expert"] * 4), deals=20_000)
    for key, measure in (("betting", "value"), ("lengths", "mean")):
        rows = report["differences"][key]
        for place, row in enumerate(rows):
            values = [
                side[key][place][measure] if key == "betting" else side[key][measure]
                for side in report["sides"]
            ]
            assert [row["first"], row["second"]] == values
            assert row["difference"] == pytest.approx(values[1] - values[0])
            if row["verdict"] != "same":
                assert row["low"] < row["difference"] < row["high"]
    stake = only_row(report["differences"]["betting"], what="highest_stake")
    assert (stake["measure"], stake["verdict"]) == ("chips", "less")
    assert only_row(report["differences"]["betting"], what="showdown")["measure"] == "deals_share"


def test_only_pools_that_both_boards_have_are_compared() -> None:
    report = simulated(({}, FOUR), ({"preset": "poque-1789"}, FOUR))
    compared = {row["pool"] for row in report["differences"]["pools"]}
    assert compared == {"ace", "king", "queen", "jack", "ten", "poch"}


def test_every_chip_has_a_source() -> None:
    rules = {
        "preset": "adpoker", "pools": services.board(services.preset_switches("pagat")),
        "most_cards_pays": True, "leftover": "split", "undressed": ["ten"],
    }  # fmt: skip
    report = simulated((rules, [*FOUR, "bold"]), sessions=(300, 6))
    (side,) = report["sides"]
    for row in side["bots"]:
        mine = [source for source in side["sources"] if source["bot"] == row["bot"]]
        assert sum(source["chips"] for source in mine) == row["chips"]
        assert sum(source["chips_per_deal"] for source in mine) == pytest.approx(row["chips_per_deal"])
        assert [source["source"] for source in mine] == [
            "antes", "ace", "king", "queen", "jack", "ten", "marriage", "sequence", "poch", "centre",
            "upcard", "pochen", "stops", "going_out", "most_cards", "leftover",
        ]  # fmt: skip
        # The pool of the ten gets no ante, and sequences are rare.
        empty = {source["source"] for source in mine if not source["chips"]}
        assert {"ten"} <= empty <= {"ten", "sequence"}
    for source in ("pochen", "stops", "going_out", "most_cards"):
        # These chips move between seats, and no pool is involved.
        assert sum(row["chips"] for row in side["sources"] if row["source"] == source) == 0
    assert sum(row["chips"] for row in side["bots"]) == side["checks"]["chips_left"] == 0


def test_a_source_that_the_rules_do_not_have_is_left_out() -> None:
    (side,) = simulated(({"shedding": "tricks", "stop_pay": 3}, FOUR))["sides"]
    named = {row["source"] for row in side["sources"]}
    assert named.isdisjoint({"upcard", "stops", "most_cards", "leftover"})
    assert [row["set"] for row in side["sets"]] == ["pair", "three", "four"]


def test_chips_that_nobody_won_stay_on_the_board() -> None:
    (side,) = simulated(({}, FOUR), sessions=(4000, 1))["sides"]
    left = side["checks"]["chips_left"]
    assert left == -sum(row["chips"] for row in side["bots"]) > 0
    assert sum(row["chips_left"] for row in side["pools"]) * 4000 == pytest.approx(left)
    for row in side["pools"]:
        # One deal on a fresh board: four chips in each pool, and whoever wins it takes all.
        assert row["won"] + row["carried"] == row["deals"] == 4000
        assert row["won_share"] == row["won"] / 4000
        assert row["chips_left"] == 4 * row["carried_share"]
        assert row["won_share_low"] <= row["won_share"] <= row["won_share_high"]


def test_in_whole_sessions_a_pool_grows() -> None:
    (side,) = simulated(({}, FOUR), sessions=(50, 30))["sides"]
    sequence = only_row(side["pools"], pool="sequence")
    assert 4 * 20 < sequence["chips_left_highest"] <= 4 * 30
    assert 4 < sequence["chips_left"] < sequence["chips_left_highest"]
    assert (side["checks"]["tables"], side["checks"]["deals"]) == (50, 1500)


def test_tables_that_end_early_play_fewer_deals() -> None:
    (side,) = simulated(({"purse": "table"}, FOUR), sessions=(60, 30), chips=30)["sides"]
    assert side["checks"]["tables"] == 60
    assert 60 < side["checks"]["deals"] < 1800
    assert only_row(side["bots"], bot="bold")["deals"] == side["checks"]["deals"]


def test_the_shares_of_the_betting_and_of_the_sets_add_up_to_one() -> None:
    rules = {"preset": "meyer", "eligibility": "anyone", "two_pairs": True}
    (side,) = simulated((rules, FOUR))["sides"]
    endings = side["betting"][:3]
    assert [row["what"] for row in side["betting"]] == ["nobody_bet", "one_left", "showdown", "highest_stake"]
    assert sum(row["deals"] for row in endings) == 4000
    assert min(row["deals"] for row in endings) > 0
    assert sum(row["value"] for row in endings) == pytest.approx(1)
    assert side["betting"][3]["deals"] == endings[1]["deals"] + endings[2]["deals"]
    assert side["betting"][3]["value"] >= 1
    assert [row["set"] for row in side["sets"]] == ["none", "pair", "two_pairs", "three", "four"]
    assert sum(row["share"] for row in side["sets"]) == pytest.approx(1)
    assert sum(row["won"] for row in side["sets"]) >= endings[2]["deals"]
    shares = [row["won_share"] for row in side["sets"]]
    assert shares == sorted(shares)


def test_the_lengths_are_those_of_the_deals() -> None:
    (side,) = simulated(({}, FOUR))["sides"]
    lengths = side["lengths"]
    assert sum(row["deals"] for row in lengths["bins"]) == 4000
    assert lengths["mean"] == side["checks"]["actions"] / 4000
    assert lengths["bins"][0]["least"] < lengths["median"] < lengths["p90"] < lengths["longest"]
    assert lengths["low"] < lengths["mean"] < lengths["high"]
    assert lengths["open"] is False


def test_a_job_of_one_deal_has_a_report_without_intervals() -> None:
    report = simulated(({}, FOUR), ({}, FOUR[::-1]), deals=1)
    assert report["sides"][0]["bots"][0]["chips_per_deal"] is not None
    assert report["sides"][0]["bots"][0]["low"] is None
    assert {row["verdict"] for row in report["differences"]["bots"]} == {"no_difference_shown"}
    assert "none" in services.report_text(report)
    assert list(services.report_rows(report))


def test_a_report_needs_exactly_its_own_chunks() -> None:
    spec = services.simulation_spec([{"rules": {"preset": "pagat"}, "seats": FOUR}], deals=5000, seed=1)
    outcomes = [services.play_chunk(spec, number) for number in range(layout(spec).chunks)]
    for wrong in (outcomes[:-1], [*outcomes, outcomes[0]], [outcomes[0][1:], *outcomes[1:]], []):
        with pytest.raises(EngineError) as error:
            services.simulation_report(spec, wrong)
        assert error.value.code == "simulation_incomplete"
    assert services.simulation_report(spec, outcomes)["sides"][0]["checks"]["deals"] == 5000


def test_the_report_describes_the_job() -> None:
    report = simulated(({"stake": 2}, FOUR))
    assert report["format"] == "poch-simulation/1"
    assert services.validate_spec(report["spec"]) == report["spec"]
    assert report["sides"][0]["rules_name"] == "pagat, with stake 2"
    assert (report["confidence"], report["batches"], len(report["orders"])) == (95, 80, 6)


def test_the_text_fits_80_columns_at_the_largest_table() -> None:
    seats = ["expert", "bold", "cautious", "random", "expert"] * 2
    spec = services.simulation_spec([{"rules": {"preset": "adpoker"}, "seats": seats}], deals=500, seed=2)
    report = services.simulation_report(
        spec, [services.play_chunk(spec, number) for number in range(layout(spec).chunks)]
    )
    lines = services.report_text(report).split("\n")
    assert lines[:2] == [
        "adpoker: expert, bold, cautious, random, expert, expert, bold, cautious, random,",
        "  expert",
    ]
    assert max(map(len, lines)) == 80


def test_the_flat_rows_have_every_number_once() -> None:
    report = simulated(({}, FOUR), ({"stake": 2}, FOUR))
    rows = list(services.report_rows(report))
    keys = [row[:4] for row in rows]
    assert len(set(keys)) == len(keys)
    by_key = {row[:4]: row for row in rows}
    row = only_row(report["sides"][1]["positions"], position="dealer")
    flat = by_key["positions", "2", "dealer", "chips_per_deal"]
    assert flat[4:] == (row["chips_per_deal"], row["low"], row["high"])
    row = only_row(report["sides"][0]["pools"], pool="ace")
    assert by_key["pools", "1", "ace", "won_share"][4:] == (
        row["won_share"], row["won_share_low"], row["won_share_high"],
    )  # fmt: skip
    row = only_row(report["differences"]["bots"], first_bot="bold")
    assert by_key["bots", "2-1", "bold", "chips_per_deal"][4:] == (row["difference"], row["low"], row["high"])
    (row,) = report["differences"]["lengths"]
    assert by_key["lengths", "2-1", "actions", "mean"][4:] == (row["difference"], row["low"], row["high"])
    assert by_key["checks", "1", "all", "unbalanced"].value == 0
    assert {row.section for row in rows} == {
        "bots", "positions", "bots_at_positions", "sources", "pools", "betting", "sets", "lengths", "checks",
    }  # fmt: skip
    assert json.loads(json.dumps(rows)) == [list(row) for row in rows]
