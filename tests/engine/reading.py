"""Where the engine's tests find their documents, and how long they go on."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
GOLDEN = HERE.parent / "golden"
SOAK = int(os.environ.get("POCH_SOAK", "0"))
"""How many examples each test tries that could go on for ever; 0: as few as an ordinary run has time for."""


def lines(name: str) -> list[dict[str, Any]]:
    """The objects of a file of ``data/``, one a line."""
    return [json.loads(line) for line in (HERE / "data" / name).read_text().splitlines()]


def golden() -> list[Path]:
    """The played deals, each named after the rule it shows."""
    return sorted(GOLDEN.glob("*.json"))
