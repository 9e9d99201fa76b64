"""Played deals that settle an argument: each file of ``tests/golden/`` is named after the rule it shows.

``expect`` holds the parts of the result that show the rule (transfers by their reason, as from, to, chips);
``error`` the code and the ``at`` of a deal that the rule refuses. Where the rule alone does not tell the
numbers, ``why`` works them out by hand. ``settles`` names the points that the sources leave open.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games import services
from tests.engine.reading import golden

SILENT_OR_DISAGREEING = (
    "passing before a bet",
    "best run of three",
    "betting without a set",
    "betting without a set in CUPS",
    "packets",
    "Hoffmann's leader and showing; FR's leader when all pass; the number of players in CUPS",
    "direction in FR",
    "Meyer's sequence",
    '"highest card settling ties"',
    "tie for most cards",
    "equal longest runs in plain suits",
    "a run-ending card that also empties the hand",
    "going below zero",
    "no money left in the shedding",
    "chips of those who pass",
    "what a run's end pays",
    "the fifth pool in Le Poque",
    "who deals next in FR",
    "an honour turned up",
    "nobody bets, everybody passes",
    "runs longer than three under `best_three`; ties",
    "a full house in FR; odd chips of a split; who leads after a split",
    "who leads the domino",
    '"next in sequence of the same rank"',
    '"7 cup, 8 cup, 9 cup"',
    "the oldest form",
)
"""Every point that the sources leave open, in the words of the rules."""


def test_there_are_at_least_sixty_and_no_two_show_the_same_deal() -> None:
    cases = [json.loads(path.read_text()) for path in golden()]
    assert len(cases) >= 60
    assert len({path.stem.casefold() for path in golden()}) == len(cases)
    assert len({json.dumps(case["document"], sort_keys=True) for case in cases}) == len(cases)


def test_every_point_that_the_sources_leave_open_is_settled_by_a_deal() -> None:
    settled = {point for path in golden() for point in json.loads(path.read_text()).get("settles", ())}
    assert settled == set(SILENT_OR_DISAGREEING)


@pytest.mark.parametrize("path", golden(), ids=lambda path: path.stem)
def test_the_rule(path: Path) -> None:
    case = json.loads(path.read_text())
    assert case["rule"].endswith(".")
    assert case.get("why", ".").endswith(".")
    if "error" in case:
        with pytest.raises(services.EngineError) as refused:
            services.replay(case["document"])
        assert {"code": refused.value.code, "at": refused.value.at} == case["error"]
        return
    result = services.replay(case["document"])
    for part, expected in case["expect"].items():
        if part == "transfers":
            assert {reason: transfers(result, reason) for reason in expected} == expected
        else:
            assert result[part] == expected


def transfers(result: dict[str, Any], reason: str) -> list[list[Any]]:
    """The movements of chips made for one reason, in order."""
    return [[row["from"], row["to"], row["chips"]] for row in result["transfers"] if row["reason"] == reason]
