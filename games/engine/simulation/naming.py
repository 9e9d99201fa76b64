"""Short names of rules: the name of a preset and the switches that differ from it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from games.engine.presets import PRESETS

MOST_SWITCHES = 4
"""The most switches that a name lists."""
LONGEST_SWITCH = 30
"""The most characters of a switch with its value. A longer value is left out."""


def rules_name(switches: Mapping[str, Any]) -> str:
    """Return ``pagat``, or ``pagat, with upcard joins_hand and stake 2``. Equal switches have equal names.

    The name starts with the preset from which the fewest switches differ.
    """
    different = {
        name: [switch for switch in switches if switches[switch] != preset[switch]]
        for name, preset in PRESETS.items()
    }
    nearest = min(different, key=lambda name: len(different[name]))
    words = [_switch(switch, switches[switch]) for switch in different[nearest]]
    if not words:
        return nearest
    if len(words) > MOST_SWITCHES:
        words[MOST_SWITCHES:] = [
            f"{len(words) - MOST_SWITCHES} other switch{'es' if len(words) > MOST_SWITCHES + 1 else ''}"
        ]
    return f"{nearest}, with {_joined(words)}"


def _switch(switch: str, value: object) -> str:
    values = value if isinstance(value, list) else [value]
    text = " ".join([switch, *(item if isinstance(item, str) else json.dumps(item) for item in values)])
    return text if len(text) <= LONGEST_SWITCH else f"other {switch}"


def _joined(words: list[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]
