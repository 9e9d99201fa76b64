"""The switches, the presets, and which mixes are refused."""

from __future__ import annotations

from typing import Any

import pytest

from games import services
from games.engine.rules import rules_record
from games.engine.switches import POOLS
from tests.cases import cases

NO_CENTRE = list(POOLS[:-1])


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


# Rows of the table in spec/rules.md, section 4: what each preset has that `pagat` has not.
TABLE: dict[str, dict[str, Any]] = {
    "poque-1789": {
        "pack": {"3": 32, "4": 32, "5": 36, "6": 36}, "hand": 5, "packets": [2, 3],
        "direction": "counterclockwise", "upcard": "dealer_takes_pool",
        "pools": ["ace", "king", "queen", "jack", "ten", "poch"], "sequence": "none", "order": "pochen_first",
        "eligibility": "anyone", "show_uncontested": False, "most_cards_pays": True,
    },
    "hoffmann": {
        "hand": 5, "packets": [5], "pools": NO_CENTRE, "undressed": ["poch"], "eligibility": "anyone",
        "ties": "kickers", "stop_pay": 1,
    },
    "lexikon": {
        "hand": 5, "packets": [5], "pools": NO_CENTRE, "sequence": "best_three", "show_uncontested": False,
    },
    "meyer": {
        "hand": 5, "packets": [5], "pools": NO_CENTRE, "undressed": ["poch"], "sequence": "longest",
        "show_uncontested": False,
    },
    "pierer": {
        "pack": {"3": 32, "4": 32, "5": 52, "6": 52}, "hand": 5, "packets": [5], "pools": NO_CENTRE,
        "sequence": "best_three", "show_uncontested": False, "leads": "forehand",
    },
    "alvensleben": {
        "pack": {"3": 32, "4": 32, "5": 52, "6": 52}, "hand": 5, "packets": [5], "pools": NO_CENTRE,
        "sequence": "best_three", "show_uncontested": False, "leads": "forehand", "shedding": "tricks",
    },
    "adpoker": {
        "players": [2, 10], "pack": {str(seats): 32 if seats < 5 else 52 for seats in range(2, 11)},
        "hand": 5, "packets": [3, 2], "upcard": "dealer_takes_pool", "pools": NO_CENTRE, "two_pairs": True,
        "ties": "split", "raising": "opener", "stop_pay": 1,
    },
    "cups": {"speaks_first": "dealer", "show_uncontested": False, "leads_otherwise": "dealer"},
    "pagat-dealer-pool": {"upcard": "dealer_takes_pool"},
    "pagat-upcard-joins": {"upcard": "joins_hand"},
    "pagat-open": {"eligibility": "anyone", "ties": "skat"},
}  # fmt: skip


@cases("preset", TABLE)
def test_a_preset_differs_from_pagat_as_the_table_says(preset: str) -> None:
    pagat = services.preset_switches("pagat")
    switches = services.preset_switches(preset)
    assert {name: value for name, value in switches.items() if value != pagat[name]} == TABLE[preset]


@pytest.mark.parametrize(
    ("preset", "base", "difference"),
    [
        ("adpoker-longest", "adpoker", {"sequence": "longest"}),
        ("lexikon-789", "lexikon", {"sequence": "pay_789"}),
        ("hoffmann-52", "hoffmann", {"pack": {"3": 52, "4": 52, "5": 52, "6": 52}}),
        ("lexikon-52", "lexikon", {"pack": {"3": 52, "4": 52, "5": 52, "6": 52}}),
        ("meyer-52", "meyer", {"pack": {"3": 52, "4": 52, "5": 52, "6": 52}}),
    ],
)
def test_a_variation_is_its_preset_with_one_switch_changed(
    preset: str, base: str, difference: dict[str, Any]
) -> None:
    assert services.preset_switches(preset) == services.preset_switches(base) | difference


def test_an_override_replaces_the_whole_value() -> None:
    switches = services.resolve_rules({"preset": "adpoker", "players": [3, 3], "pack": {"3": 52}})
    assert switches["pack"] == {"3": 52}


def test_a_preset_handed_out_can_be_changed_without_changing_the_preset() -> None:
    services.preset_switches("pagat")["pools"].clear()
    assert services.preset_switches("pagat")["pools"] == list(POOLS)


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
    ],
)
def test_a_senseless_mix_is_refused_by_the_names_of_both_switches(
    document: dict[str, Any], first: str, second: str
) -> None:
    error = refused(document)
    assert error.code == "switches_clash"
    assert first in error.detail
    assert second in error.detail


@cases(
    "document",
    [
        {
            "preset": "hoffmann",
            "shedding": "tricks",
        },  # stop_pay is 1, and tricks have no runs: nothing is paid
        {"preset": "pagat", "sequence": "none"},
        {"preset": "pagat", "pools": ["marriage", "centre"]},
        {"preset": "pagat", "undressed": list(POOLS)},
        {"preset": "adpoker", "hand": 5, "packets": [1]},
        {"preset": "lexikon", "hand": 6, "packets": [4, 2], "players": [3, 5]},
        {"preset": "poque-1789", "order": "meld_first", "raising": "opener", "bet_limit": 1},
    ],
)
def test_an_unusual_mix_that_can_be_played_is_not_refused(document: dict[str, Any]) -> None:
    services.resolve_rules(document)


def test_every_switch_and_preset_has_a_description() -> None:
    for switch in services.switches():
        assert switch.label
        assert switch.meaning.endswith(".")
        assert switch.source
    for preset in services.presets():
        info = services.preset_info(preset)
        assert (info.name, bool(info.title), bool(info.source)) == (preset, True, True)
        assert info.history.count(". ") == 1


def test_true_is_not_remembered_as_one() -> None:
    rules_record({"preset": "pagat", "stake": 1})
    with pytest.raises(services.EngineError):
        rules_record({"preset": "pagat", "stake": True})


def test_rules_nested_without_end_are_refused_like_any_other_bad_rules() -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(services.EngineError):
        rules_record({"preset": "pagat", "pools": deep})


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
