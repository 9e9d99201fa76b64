"""An event's rules as people read them: each switch in words, what differs from the preset marked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

import games.services as games

from .words import value_in_words


@dataclass(frozen=True)
class Entry:
    """One switch: its name, its value in words, its meaning, where it comes from, whether it was changed."""

    name: str
    label: str
    value: str
    meaning: str
    source: str
    changed: bool


@dataclass(frozen=True)
class Rulebook:
    """The rules of an event: the preset it starts from (None: none), its board, and every switch."""

    preset: Any
    rules: Mapping[str, Any]
    board: dict[str, int]
    entries: list[Entry]

    @property
    def changed(self) -> list[Entry]:
        return [entry for entry in self.entries if entry.changed]


def rulebook(document: Mapping[str, Any]) -> Rulebook:
    """The rulebook of a rules document (a preset with overrides, or every switch)."""
    rules = games.resolve_rules(document)
    name = document.get("preset")
    standard = games.preset_switches(name) if name else rules
    return Rulebook(
        preset=games.preset_info(name) if name else None,
        rules=rules,
        board={pool: rules["stake"] if pool not in rules["undressed"] else 0 for pool in games.board(rules)},
        entries=[
            Entry(
                name=switch.name,
                label=gettext(switch.label),
                value=value_in_words(switch.kind, rules[switch.name]),
                meaning=gettext(switch.meaning),
                source=gettext(switch.source),
                changed=rules[switch.name] != standard[switch.name],
            )
            for switch in games.switches()
        ],
    )


def document_near(switches: Mapping[str, Any]) -> dict[str, Any]:
    """Full switches as a preset with overrides: the preset from which the fewest differ."""
    found: list[dict[str, Any]] = []
    for preset in games.presets():
        standard = games.preset_switches(preset)
        changed = {name: value for name, value in switches.items() if value != standard[name]}
        found.append({"preset": preset, **changed})
    return min(found, key=len)
