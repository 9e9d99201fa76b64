"""The rules as prose: for a preset or for any mixture of switches, whole sentences in the order of the play.

Nothing is written for one preset alone. Each sentence says what a few switches say, so a mixture of a club is
as right as a preset. What differs from the preset is found by comparing the two proses, and by `lacking`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

import games.services as games
from tournaments.desk.words.prose import example, phases, table
from tournaments.desk.words.prose.example import Example, lacking

LONG = 2900
"""Characters of the parts that fit one sheet of paper in its usual print."""


@dataclass(frozen=True)
class Part:
    """A part of the rules. key: its name for programs and for the stylesheet."""

    key: str
    title: str
    sentences: list[str]


@dataclass(frozen=True)
class Prose:
    """The rules of a table in words.

    differs: sentences of the parts that the preset does not have; lacks: what the preset has and this table
    lacks. Both are empty for the preset itself. standard: the title of that preset. sources: who describes
    the game, in sentences.
    """

    parts: list[Part]
    differs: list[str]
    lacks: list[str]
    standard: str
    sources: list[str]
    example: Example

    @property
    def is_long(self) -> bool:
        """Whether one sheet of paper has room for it in small print only."""
        return len(self.text) > LONG

    @property
    def text(self) -> str:
        """All sentences of the parts, for comparing."""
        return "\n".join(sentence for part in self.parts for sentence in part.sentences)


def prose_of(document: Mapping[str, Any]) -> Prose:
    """The prose of a rules document (a preset with overrides, or every switch). Raise `EngineError`."""
    rules = games.resolve_rules(document)
    name = document.get("preset") or games.nearest_preset(rules)["preset"]
    standard, info = games.preset_switches(name), games.preset_info(name)
    parts = parts_of(rules)
    known = {sentence for part in parts_of(standard) for sentence in part.sentences}
    differs = [sentence for part in parts for sentence in part.sentences if sentence not in known]
    lacks = lacking(rules, standard)
    return Prose(
        parts=parts,
        differs=differs,
        lacks=lacks,
        standard=gettext(info.title),
        sources=_sources(gettext(info.source), is_changed=bool(differs or lacks)),
        example=example.example_of(rules),
    )


def parts_of(rules: Mapping[str, Any]) -> list[Part]:
    """The parts of the rules under full switches, in the order of the play."""
    cards, betting = (
        Part("melding", gettext("Melding"), table.of_melding(rules)),
        Part("pochen", gettext("Pochen"), phases.of_pochen(rules)),
    )
    stages = [cards, betting] if rules["order"] == "meld_first" else [betting, cards]
    return [
        Part("need", gettext("What you need"), table.needed(rules)),
        Part("board", gettext("The board"), table.board(rules)),
        Part("deal", gettext("The deal"), table.dealing(rules)),
        *stages,
        Part("shedding", gettext("Shedding"), phases.of_shedding(rules)),
        Part("payments", gettext("Payments"), phases.of_payments(rules)),
    ]


def _sources(source: str, *, is_changed: bool) -> list[str]:
    if is_changed:
        template = gettext("The game from which this table starts is described by: %(source)s.")
    else:
        template = gettext("This game is described by: %(source)s.")
    return [template % {"source": source}]
