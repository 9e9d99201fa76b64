"""Examples for the OpenAPI document, by operation: request bodies (`body`) and responses (by status).

`examples.json` is written by hand. The tests send every body.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


@cache
def examples() -> dict[str, dict[str, dict[str, Any]]]:
    """The examples with a name, by operation and place."""
    named: dict[str, dict[str, dict[str, Any]]] = json.loads((FOLDER / "examples.json").read_text())
    evening = json.loads((FOLDER / "an_evening.json").read_text())
    season = json.loads((FOLDER / "a_season.json").read_text())
    named["clubs_events_import"] = {"body": {"one table, one deal": evening}}
    named["clubs_seasons_import"] = {"body": {"one evening of three people": season}}
    return named
