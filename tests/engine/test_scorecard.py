"""Scorecards: which of them some deal could have given, and what they are answered with."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.errors import EngineError
from games.engine.result import finished, result
from tests.cases import cases
from tests.engine.reading import lines
from tests.engine.scorecard_deals import SEEDS, random_deal, scorecard_of


def replayed(document: dict[str, Any]) -> dict[str, Any]:
    """The engine's answer to a document."""
    return result(*finished(document))


def ledger(answer: dict[str, Any]) -> Counter[tuple[str, str, str]]:
    """How many chips went from where to where, and why, in all."""
    chips: Counter[tuple[str, str, str]] = Counter()
    for transfer in answer["transfers"]:
        chips[transfer["from"], transfer["to"], transfer["reason"]] += transfer["chips"]
    return chips


@cases("row", lines("scorecard_rules.jsonl"))
def test_a_scorecard_is_refused_exactly_where_no_deal_could_have_given_it(row: dict[str, Any]) -> None:
    """Seats in the documents count from 0, seats in the sentences from 1."""
    expected = row.get("refused")
    if expected is None:
        finished(row["document"])
        return
    with pytest.raises(EngineError) as refused:
        finished(row["document"])
    error = refused.value
    found = {"kind": error.kind, "code": error.code, "pointer": error.pointer}
    assert found | {"words": expected["words"]} == expected, f"{row['rule']}: {error.detail}"
    assert [word for word in expected["words"] if word not in error.detail] == [], error.detail
    assert error.at is None


@cases("example", lines("scorecards.jsonl"))
def test_every_example_of_the_specification_is_answered_as_it_says(example: dict[str, Any]) -> None:
    answer = replayed(example["document"])
    del answer["transfers"]
    assert answer == example["result"]


@settings(max_examples=200, deadline=None)
@given(seed=SEEDS, lone_winner_shows=st.booleans(), brief=st.booleans())
def test_the_scorecard_of_any_legal_deal_is_accepted_and_paid_as_the_deal(
    seed: int, lone_winner_shows: bool, brief: bool
) -> None:
    deal = random_deal(Random(seed))
    card = scorecard_of(deal, lone_winner_shows=lone_winner_shows, brief=brief)
    by_card, by_deal = replayed(card), replayed(deal)
    assert ledger(by_card) == ledger(by_deal)
    for answer in (by_card, by_deal):
        del answer["transfers"]
    assert by_card == by_deal


def test_the_transfers_of_a_scorecard_come_in_the_order_of_the_format() -> None:
    order = ["ante", "upcard", "meld", "bet", "pot", "stop", "out", "most_cards"]
    melds_last = ["ante", "upcard", "bet", "pot", "meld", "stop", "out", "most_cards"]
    seen = set()
    for seed in range(100):
        card = scorecard_of(random_deal(Random(seed)))
        reasons = [transfer["reason"] for transfer in replayed(card)["transfers"]]
        wanted = order if card["rules"]["order"] == "meld_first" else melds_last
        assert reasons == sorted(reasons, key=wanted.index)
        seen.update(reasons)
    assert seen == set(order)
