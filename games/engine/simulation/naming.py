"""Short names of rules: a preset's, and what differs from it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from games.engine.presets import PRESETS

MOST_TOLD = 4
"""Switches that a name tells one by one."""
LONGEST_TOLD = 30
"""A switch is told with its value, if that is no longer: a list of pools would fill the line."""


def rules_name(switches: Mapping[str, Any]) -> str:
    """``pagat``, or ``pagat, with upcard joins_hand and stake 2``: the same for the same full switches.

    The preset from which the fewest switches differ, of several the first in their list.
    """
    different = {
        name: [switch for switch in switches if switches[switch] != preset[switch]]
        for name, preset in PRESETS.items()
    }
    nearest = min(different, key=lambda name: len(different[name]))
    told = [_told(switch, switches[switch]) for switch in different[nearest]]
    if not told:
        return nearest
    if len(told) > MOST_TOLD:
        told[MOST_TOLD:] = [
            f"{len(told) - MOST_TOLD} other switch{'es' if len(told) > MOST_TOLD + 1 else ''}"
        ]
    return f"{nearest}, with {_joined(told)}"


def _told(switch: str, value: object) -> str:
    words = value if isinstance(value, list) else [value]
    told = " ".join([switch, *(word if isinstance(word, str) else json.dumps(word) for word in words)])
    return told if len(told) <= LONGEST_TOLD else f"other {switch}"


def _joined(words: list[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]
