"""Short names of rules: a preset's, and what differs from it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from games.engine.presets import PRESETS

MOST_TOLD = 4
"""Switches that a name tells one by one."""


def rules_name(switches: Mapping[str, Any]) -> str:
    """``pagat``, or ``pagat, with upcard joins_hand and stake 2``: the same for the same full switches.

    The preset from which the fewest switches differ, of several the first in their list.
    """
    different = {
        name: [switch for switch in switches if switches[switch] != preset[switch]]
        for name, preset in PRESETS.items()
    }
    nearest = min(different, key=lambda name: len(different[name]))
    told = [f"{switch} {_told(switches[switch])}" for switch in different[nearest]]
    if not told:
        return nearest
    if len(told) > MOST_TOLD:
        told[MOST_TOLD:] = [
            f"{len(told) - MOST_TOLD} other switch{'es' if len(told) > MOST_TOLD + 1 else ''}"
        ]
    return f"{nearest}, with {_joined(told)}"


def _told(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _joined(words: list[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]
