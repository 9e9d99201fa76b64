"""Where the engine's tests find their documents."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
GOLDEN = HERE.parent / "golden"


def lines(name: str) -> list[dict[str, Any]]:
    """The objects of a file of ``data/``, one a line."""
    return [json.loads(line) for line in (HERE / "data" / name).read_text().splitlines()]


def golden() -> list[Path]:
    """The played deals, each named after the rule it shows."""
    return sorted(GOLDEN.glob("*.json"))
