"""The three switches that rules may leave out: ``ten_pool``, ``passed_chips`` and ``deals_next``.

The golden deals work each of them out by hand. Here: rules without them, scorecards, the compiled core, bots.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games import services
from games.engine import bulk
from games.engine.errors import EngineError
from games.engine.switches import DEFAULTS
from tests.engine import comparing
from tests.engine.bent_scorecards import LEXIKON, assert_accepted, assert_refused, card
from tests.engine.scorecard_deals import random_deal, scorecard_of

OTHERS: dict[str, Any] = {"ten_pool": "ten_nine", "passed_chips": "pochen_pool", "deals_next": "opener"}


def without_defaults(switches: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in switches.items() if name not in DEFAULTS}


# Rules that leave out switches


def test_rules_may_leave_out_a_switch_with_a_default_and_no_other(subtests: pytest.Subtests) -> None:
    for preset in services.presets():
        with subtests.test(preset):
            switches = services.preset_switches(preset)
            assert services.resolve_rules(without_defaults(switches)) == switches
    for name in without_defaults(services.preset_switches("pagat")):
        with subtests.test(name):
            rules = services.preset_switches("pagat")
            del rules[name]
            with pytest.raises(EngineError) as refused:
                services.resolve_rules(rules)
            assert refused.value.code == "missing_switch"


def test_deals_and_scorecards_may_leave_them_out() -> None:
    deal = random_deal(Random(17), services.preset_switches("adpoker"))
    for document in (deal, scorecard_of(deal)):
        shorter = document | {"rules": without_defaults(document["rules"])}
        assert services.replay(shorter) == services.replay(document)


# What does not go together


def test_stakes_can_join_the_poch_pool_only_if_there_is_one() -> None:
    rules = {"preset": "pagat", "passed_chips": "pochen_pool", "pools": ["ace", "king"]}
    with pytest.raises(EngineError) as refused:
        services.resolve_rules(rules)
    assert (refused.value.code, refused.value.pointer) == ("switches_clash", "/rules/passed_chips")
    services.resolve_rules(rules | {"pools": ["ace", "poch"]})


# Scorecards


def test_a_scorecard_tells_who_opened_by_the_order_of_speaking() -> None:
    """Seats 1, 2, 3 and then 0 speak. The first with a stake opened: who did not bet before it is out."""
    opener = {"preset": "adpoker", "deals_next": "opener", "stop_pay": 0}
    document = card(
        LEXIKON,
        rules=opener,
        chips=[0] * 4,
        dealer=0,
        upcard="7h",
        stakes=[2, 0, 2, 0],
        passed=[1, 3],
        shown={"0": "Ks Kd", "2": "As Ad"},
        left=[0, 3, 2, 4],
    )
    document["melds"], document["stops"] = {}, []
    assert services.replay(document)["next_dealer"] == 2
    assert services.replay(document | {"rules": {"preset": "adpoker", "stop_pay": 0}})["next_dealer"] == 1
    nobody = document | {"stakes": [0] * 4, "passed": [0, 1, 2, 3], "shown": {}, "left": [3, 0, 2, 4]}
    assert services.replay(nobody)["next_dealer"] == 1


TEN_NINE = card(
    LEXIKON,
    rules={"preset": "lexikon", "ten_pool": "ten_nine", "sequence": "pay_789"},
    chips=[0] * 4,
    dealer=0,
    upcard="Ah",
    stakes=[0] * 4,
    passed=[0, 1, 2, 3],
    shown={},
    left=[0, 3, 2, 4],
) | {"melds": {}}


def test_one_seat_can_take_the_pool_of_ten_and_nine_with_the_sequence_but_two_cannot_share_the_nine() -> None:
    assert_accepted(TEN_NINE)
    assert_accepted(TEN_NINE | {"melds": {"ten": 1}})
    assert_accepted(TEN_NINE | {"melds": {"ten": 1, "sequence": 1}})
    two = TEN_NINE | {"melds": {"ten": 1, "sequence": 2}}
    assert_refused(two, "cannot_be_dealt", "Seat 2 took the ten pool", "Seat 3 took the sequence pool")


@pytest.mark.parametrize("upcard", ["Th", "9h"])
def test_a_ten_or_a_nine_that_is_turned_up_leaves_the_pool_of_both(upcard: str) -> None:
    document = TEN_NINE | {"upcard": upcard, "melds": {"ten": 1}}
    assert_refused(document, "upcard_melded", "Seat 2", upcard)
    assert_accepted(document | {"rules": {"preset": "lexikon", "ten_pool": "ten"}} | {"upcard": "9h"})


def test_the_pool_of_ten_and_nine_is_not_missing_if_all_cards_are_dealt() -> None:
    """By ``ten`` some hand holds the ten. By ``ten_nine`` two hands can hold the two cards."""
    rules = {"preset": "pagat", "ten_pool": "ten_nine"}
    melds = {"ace": 0, "king": 0, "queen": 1, "jack": 1}
    document = card(TEN_NINE, rules=rules, upcard="7h", left=[0, 3, 2, 4]) | {"melds": melds}
    assert_accepted(document)
    assert_refused(document | {"rules": {"preset": "pagat"}}, "meld_missing", "Th")


def test_a_seat_that_shows_ten_and_nine_must_have_taken_their_pool() -> None:
    rules = {"preset": "hoffmann", "ten_pool": "ten_nine", "stop_pay": 0}
    document = TEN_NINE | {
        "rules": rules, "stops": [], "stakes": [1, 1, 0, 0], "passed": [2, 3],
        "shown": {"0": "As Ks Qd Jd 8c", "1": "Th 9h Ts 8d 7d"}, "left": [0, 4, 4, 4],
    }  # fmt: skip
    assert_refused(document, "cannot_be_dealt", "No seat took the ten pool", "Seat 2 showed")
    assert_accepted(document | {"melds": {"ten": 1}})


@pytest.mark.parametrize("switch", OTHERS)
def test_a_scorecard_and_its_record_have_the_same_result(switch: str) -> None:
    random = Random(switch)
    for preset in services.presets() * 4:
        switches = services.preset_switches(preset) | {switch: OTHERS[switch], "purse": "table"}
        deal = random_deal(random, services.resolve_rules(switches))
        result, written = services.replay(deal), services.replay(scorecard_of(deal))
        for part in ("chips", "pools", "next_dealer", "melds", "pochen", "shedding"):
            assert written[part] == result[part]


# Bots and the compiled core


@pytest.mark.parametrize("preset", ["pagat", "poque-1789", "adpoker", "cups"])
@pytest.mark.parametrize("purse", ["credit", "table"])
def test_both_cores_play_the_other_readings_alike(preset: str, purse: str) -> None:
    rules = {"preset": preset, **OTHERS, "purse": purse}
    job = bulk.job(rules, ["expert", "bold", "random", "cautious"], seed=9, deals_each=20, chips=100)
    difference, totals = comparing.compare_piece(job, 0, 40)
    assert difference is None
    assert (totals.refused, totals.unbalanced) == (0, 0)


@pytest.mark.parametrize("switch", OTHERS)
def test_a_switch_changes_what_bots_win(switch: str) -> None:
    def totals(rules: dict[str, Any]) -> dict[str, Any]:
        seats = ["bold", "expert", "random", "cautious"]
        job = bulk.job(rules | {"purse": "table"}, seats, seed=5, deals_each=10, chips=40)
        return bulk.written(bulk.play(job, 0, 60, compiled=False))

    usual = {"preset": "adpoker", "raising": "open"}
    assert totals(usual | {switch: OTHERS[switch]}) != totals(usual)
    assert totals(usual | {switch: DEFAULTS[switch]}) == totals(usual)


def test_chips_that_passed_make_no_difference_while_nobody_is_all_in() -> None:
    random = Random(4)
    for preset in services.presets():
        deal = random_deal(random, services.preset_switches(preset))
        joined = deal | {"rules": deal["rules"] | {"passed_chips": "pochen_pool"}}
        assert services.replay(joined)["net"] == services.replay(deal)["net"]
