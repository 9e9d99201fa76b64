"""The rules of an event in words, with a mark for each switch that differs from the preset."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import games.services as games
from tournaments.core.packs import in_words
from tournaments.core.words.words import value_in_words


@dataclass(frozen=True)
class RulebookEntry:
    """One switch: its name, its value in words, its meaning and source, and whether it was changed."""

    name: str
    label: str
    value: str
    meaning: str
    source: str
    changed: bool


@dataclass(frozen=True)
class Rulebook:
    """The rules of an event: its preset (or None), its board and every switch."""

    preset: Any
    rules: Mapping[str, Any]
    board: dict[str, int]
    entries: list[RulebookEntry]

    @property
    def changed(self) -> list[RulebookEntry]:
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
            RulebookEntry(
                name=switch.name,
                label=in_words(switch.label),
                value=value_in_words(switch.kind, rules[switch.name], switch.name),
                meaning=in_words(switch.meaning),
                source=in_words(switch.source),
                changed=rules[switch.name] != standard[switch.name],
            )
            for switch in games.switches()
        ],
    )
