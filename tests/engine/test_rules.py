"""The switches, the presets, and which mixes are refused."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games import services
from games.engine.switches import DEFAULTS
from tests.cases import cases
from tests.engine.scorecard_deals import random_deal, scorecard_of


def refused(document: Any) -> services.EngineError:
    with pytest.raises(services.EngineError) as error:
        services.resolve_rules(document)
    return error.value


def test_there_are_seventeen_presets_each_with_all_switches_in_order() -> None:
    names = [switch.name for switch in services.switches()]
    assert len(services.presets()) == 17
    for preset in services.presets():
        assert list(services.preset_switches(preset)) == names
        assert services.resolve_rules({"preset": preset}) == services.preset_switches(preset)


def test_the_refusal_names_an_unknown_switch() -> None:
    assert refused({"preset": "bog"}).code == "unknown_preset"
    assert refused({"preset": ["pagat"]}).code == "unknown_preset"
    error = refused({"preset": "pagat", "ante": 2})
    assert error.code == "unknown_switch"
    assert "ante" in error.detail
    assert refused([]).code == "bad_rules"


@cases(
    ("switch", "value"),
    [
        ("players", [3]), ("players", [6, 3]), ("players", [1, 6]), ("players", [3, 11]),
        ("players", [True, 6]),
        ("pack", {}), ("pack", {"3": 40}), ("pack", {"three": 32}), ("pack", [32]), ("pack", {"3": True}),
        ("hand", 0), ("hand", "some"), ("hand", True), ("hand", 26),
        ("packets", []), ("packets", [0]), ("packets", "1"), ("packets", [1.0]),
        ("direction", "left"), ("direction", None), ("upcard", "joins"),
        ("pools", ["ace", "ace"]), ("pools", ["pinke"]), ("pools", "ace"), ("pools", [["ace"]]),
        ("stake", 0), ("stake", 1.0), ("stake", True), ("stake", 1_000_000_001), ("stake", "1"),
        ("bet_limit", 0), ("bet_limit", False), ("two_pairs", 1), ("two_pairs", None),
        ("stop_pay", -1), ("out_pay", 0), ("ties", ["split"]), ("leftover", "burn"),
    ],
)  # fmt: skip
def test_an_invalid_value_of_a_switch_is_refused(switch: str, value: Any) -> None:
    error = refused({"preset": "pagat", switch: value})
    assert error.code == "bad_switch_value"
    assert error.detail.startswith(switch)
    assert error.pointer == f"/rules/{switch}"


@cases(
    ("document", "first", "second"),
    [
        ({"preset": "lexikon", "upcard": "joins_hand"}, "upcard", "hand"),
        ({"preset": "pagat", "packets": [5]}, "packets", "hand"),
        ({"preset": "lexikon", "packets": [2, 2]}, "packets", "hand"),
        ({"preset": "lexikon", "hand": 7, "packets": [1]}, "hand", "pack"),
        ({"preset": "pagat", "players": [2, 6]}, "pack", "players"),
        ({"preset": "pagat", "pools": ["ace"], "undressed": ["king"]}, "undressed", "pools"),
        (
            {"preset": "pagat", "passed_chips": "pochen_pool", "pools": ["ace", "king"]},
            "passed_chips",
            "pools",
        ),
    ],
)
def test_a_senseless_mix_is_refused_by_the_names_of_both_switches(
    document: dict[str, Any], first: str, second: str
) -> None:
    error = refused(document)
    assert error.code == "switches_clash"
    assert first in error.detail
    assert second in error.detail


def test_a_switch_without_effect_is_reported() -> None:
    document = {"preset": "hoffmann", "shedding": "tricks"}
    assert services.resolve_rules(document)["stop_pay"] == 1
    with pytest.raises(services.EngineError) as error:
        services.make_rules(document)
    assert (error.value.code, error.value.pointer) == ("switches_clash", "/rules/stop_pay")
    assert "shedding" in error.value.detail
    assert services.make_rules(document | {"stop_pay": 0})["stop_pay"] == 0
    for preset in services.presets():
        assert services.make_rules({"preset": preset}) == services.preset_switches(preset)


@cases("preset", services.presets())
def test_rules_may_leave_out_a_switch_with_a_default(preset: str) -> None:
    switches = services.preset_switches(preset)
    shorter = {name: value for name, value in switches.items() if name not in DEFAULTS}
    assert services.resolve_rules(shorter) == switches


@cases("name", set(services.preset_switches("pagat")) - set(DEFAULTS))
def test_rules_may_leave_out_no_other_switch(name: str) -> None:
    rules = services.preset_switches("pagat")
    del rules[name]
    assert refused(rules).code == "missing_switch"


def test_deals_and_scorecards_may_leave_them_out() -> None:
    deal = random_deal(Random(17), services.preset_switches("adpoker"))
    for document in (deal, scorecard_of(deal)):
        rules = {name: value for name, value in document["rules"].items() if name not in DEFAULTS}
        assert services.replay(document | {"rules": rules}) == services.replay(document)
