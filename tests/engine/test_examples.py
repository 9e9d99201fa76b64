"""The documents with their answers: every preset, random mixes, and a hundred ways to be wrong."""

from __future__ import annotations

from typing import Any

import pytest

from games import services
from games.engine.record import DEAL_FORMAT
from games.engine.result import finished, result_text
from tests.cases import cases
from tests.engine.reading import lines

DEALS = lines("deals.jsonl")
ILLEGAL = [
    row for row in lines("illegal.jsonl") if row["document"].get("format", DEAL_FORMAT) != "poch-scorecard/1"
]


@cases("row", DEALS)
def test_a_deal_of_the_examples_gets_their_answer(row: dict[str, Any]) -> None:
    assert services.replay(row["document"]) == row["result"]


@cases("row", ILLEGAL)
def test_an_illegal_deal_is_refused_at_the_action_to_blame(row: dict[str, Any]) -> None:
    with pytest.raises(services.EngineError) as refused:
        services.replay(row["document"])
    assert refused.value.at == row["at"]
    assert refused.value.code
    assert refused.value.detail.endswith(".")


def test_the_examples_cover_every_preset() -> None:
    assert {row["document"]["rules"].get("preset") for row in DEALS} == {None, *services.presets()}


def test_an_answer_is_written_once_and_read_the_same() -> None:
    for row in DEALS[:20]:
        rules, state = finished(row["document"])
        assert services.parse_json(result_text(rules, state)) == row["result"]


def test_the_pages_stages_tell_every_card_and_word_of_a_deal() -> None:
    for row in DEALS:
        document, result = row["document"], row["result"]
        stages = services.stages(document, result)
        played = [f"{card['seat']} play {card['card']}" for run in stages["runs"] for card in run["cards"]]
        words = [word for word in document["actions"] if " play " not in word]
        assert words + played == document["actions"]
        assert [(word["seat"], word["verb"]) for word in stages["betting"]] == [
            (int(word.split()[0]), word.split()[1]) for word in words
        ]
        assert sum(map(len, stages["hands"])) >= len(played)
        if result["shedding"]["stops"]:
            assert [run["ended_by"] for run in stages["runs"] if run["ended_by"] is not None] == result[
                "shedding"
            ]["stops"]
