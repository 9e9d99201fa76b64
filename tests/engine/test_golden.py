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
