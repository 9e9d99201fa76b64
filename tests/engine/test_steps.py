"""A deal step by step: the steps lead to the engine's result, and lose no chip on the way."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games import services
from games.engine.advice import REASONS
from games.engine.steps import steps
from tests.cases import cases
from tests.engine.reading import golden, lines

DEALS = [row["document"] for row in lines("deals.jsonl")[:60]]
CARDS = [row["document"] for row in lines("scorecards.jsonl")[:60]]
PLAYED = [path for path in golden() if "error" not in json.loads(path.read_text())]


def bot_deal(preset: str, number: int, seats: int = 4) -> dict[str, Any]:
    return services.play_deal(
        {"preset": preset}, dealer=number % seats, chips=[60] * seats, pools={}, seed=5, number=number,
        bots=["expert", "bold", "random", "cautious"][:seats],
    )  # fmt: skip


def check(document: dict[str, Any]) -> dict[str, Any]:
    """The steps, after it is clear that they end at the result and that each of them conserves the chips."""
    result, watched = services.replay(document), steps(document)
    rows = watched["steps"]
    assert [row for step in rows for row in step["transfers"]] == result["transfers"]
    last = rows[-1]
    assert last["purses"] == result["chips"]
    assert last["pools"] == result["pools"]
    assert last["left"] == result["shedding"]["left"]
    assert last["turn"] is None
    all_chips = sum(document["chips"]) + sum(document["pools"].values())
    for step in rows:
        bets = sum(step["stakes"])
        assert sum(step["purses"]) + sum(step["pools"].values()) + bets == all_chips
    assert [step["seat"] for step in rows if step["kind"] == "meld"] == [
        row["seat"] for row in result["melds"]
    ]
    return watched


@pytest.mark.parametrize("path", PLAYED, ids=lambda path: path.stem)
def test_the_steps_of_a_golden_deal_end_at_its_result(path: Path) -> None:
    check(json.loads(path.read_text())["document"])


@cases("preset", services.presets())
def test_the_steps_of_bots_end_at_the_result_under_every_preset(preset: str) -> None:
    for number in range(6):
        check(bot_deal(preset, number))


def test_each_action_of_a_record_is_one_step_in_its_order() -> None:
    for document in DEALS:
        acts = [step for step in check(document)["steps"] if step["at"] is not None]
        assert [step["at"] for step in acts] == list(range(len(document["actions"])))
        for step, action in zip(acts, document["actions"], strict=True):
            assert action.split()[:2] == [str(step["seat"]), step["kind"]]


def test_a_decision_has_advice_with_a_reason_and_a_forced_card_has_none() -> None:
    decisions = 0
    for document in DEALS:
        for step in check(document)["steps"]:
            if step["turn"] is None or step["forced"]:
                assert step["advice"] is None
                continue
            given = step["advice"]
            assert given["action"].split()[0] == str(step["turn"])
            assert given["template"] == REASONS[given["code"]]
            assert given["template"] % given["params"]
            decisions += 1
    assert decisions > 100


def test_a_scorecard_shows_what_a_scorer_saw_and_nothing_more() -> None:
    for document in CARDS:
        watched = check(document)
        rows = watched["steps"]
        assert watched["source"] == "poch-scorecard/1"
        assert all(step["hands"] is None and step["turn"] is None for step in rows)
        assert not {"bet", "call", "raise", "pass", "play"} & {step["kind"] for step in rows}
        assert [step["seat"] for step in rows if step["kind"] == "run_ended"] == (document.get("stops") or [])
        staked = [step["stakes"] for step in rows if step["kind"] == "stakes"]
        assert staked == ([document["stakes"]] if any(document["stakes"]) else [])


def test_a_deal_with_the_pochen_first_melds_after_it() -> None:
    preset = next(
        name for name in services.presets() if services.preset_switches(name)["order"] == "pochen_first"
    )
    parts = [step["part"] for step in check(bot_deal(preset, 1))["steps"]]
    assert parts.index("pochen") < parts.index("melding") < parts.index("shedding")


def test_an_upcard_that_joins_says_whose_hand_it_joined() -> None:
    document = bot_deal("pagat-upcard-joins", 2)
    step = check(document)["steps"][1]
    assert step["kind"] == "deal"
    assert step["card"] in step["hands"][step["seat"]].split()
