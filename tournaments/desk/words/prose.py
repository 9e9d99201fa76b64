"""The rules as prose: for a preset or for any mixture of switches, whole sentences in the order of the play.

Nothing is written for one preset alone. Each sentence says what a few switches say, so a mixture of a club is
as right as a preset. What differs from the preset is found by comparing the two proses, and by `lacking`.
The templates in `desk/prose/` have the sentences, one on each line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from django.template.loader import render_to_string
from django.utils.translation import gettext, gettext_lazy

import games.services as games
from tournaments.core.packs import is_german
from tournaments.core.rules import refusals
from tournaments.core.words.words import RANK_NAMES, pool_name
from tournaments.desk.words.example import Example, example_of

LONG = 2900
"""Characters of the parts that fit one sheet of paper in its usual print."""

TITLES: Final = {
    "need": gettext_lazy("What you need"),
    "board": gettext_lazy("The board"),
    "deal": gettext_lazy("The deal"),
    "melding": gettext_lazy("Melding"),
    "pochen": gettext_lazy("Pochen"),
    "shedding": gettext_lazy("Shedding"),
    "payments": gettext_lazy("Payments"),
}
"""The parts of the rules in their usual order. The names are those of the templates and of the stylesheet."""

LACKS: Final = {
    ("two_pairs", False): gettext_lazy("Two pairs count as the higher pair only."),
    ("bet_limit", None): gettext_lazy("There is no limit for the stakes."),
    ("stop_pay", 0): gettext_lazy("Whoever ends a run gets nothing for it."),
    ("most_cards_pays", False): gettext_lazy("Whoever has the most cards left pays no more than the others."),
}
"""What the value of a switch says of a table whose preset has another value."""

HONOURS: Final = {"ace": "A", "king": "K", "queen": "Q", "jack": "J", "ten": "T"}
"""The pools that one card alone can win, with its rank."""


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
    lacks. Both are empty for the preset itself. standard: the title of that preset. source: who describes
    the game.
    """

    parts: list[Part]
    differs: list[str]
    lacks: list[str]
    standard: str
    source: str
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
    return Prose(
        parts=parts,
        differs=[sentence for part in parts for sentence in part.sentences if sentence not in known],
        lacks=lacking(rules, standard),
        standard=gettext(info.title),
        source=gettext(info.source),
        example=example_of(rules),
    )


def parts_of(rules: Mapping[str, Any]) -> list[Part]:
    """The parts of the rules under full switches, in the order of the play."""
    keys = list(TITLES)
    if rules["order"] != "meld_first":
        keys[3:5] = "pochen", "melding"
    board = games.board(rules)
    bare = [pool for pool in board if pool in rules["undressed"]]
    least, most = rules["players"]
    pair_of_ten = "ten" in board and rules["ten_pool"] == "ten_nine"
    alone = [
        str(RANK_NAMES[rank])
        for pool, rank in HONOURS.items()
        if pool in board and not (pool == "ten" and pair_of_ten)
    ]
    packs = groupby(range(least, most + 1), key=lambda seats: rules["pack"][str(seats)])
    context = {
        "rules": rules,
        "german": is_german(),
        "least": least,
        "most": most,
        "packs": [(cards, (seats := list(group))[0], seats[-1], *_ranks(cards)) for cards, group in packs],
        "packets": _listed([str(size) for size in rules["packets"]]),
        "board": board,
        "pools": _listed([pool_name(pool) for pool in board]),
        "bare": bare,
        "bare_pools": _listed([pool_name(pool) for pool in bare]),
        "pair_of_ten": pair_of_ten,
        "alone": alone,
        "cards": _listed(alone),
    }
    return [Part(key, str(TITLES[key]), _sentences(f"desk/prose/{key}.html", context)) for key in keys]


def lacking(rules: Mapping[str, Any], preset: Mapping[str, Any]) -> list[str]:
    """The sentences of `LACKS` for the switches that are not as in the preset. Both are full switches."""
    return [
        str(sentence)
        for (name, value), sentence in LACKS.items()
        if rules[name] == value != preset[name] and not (name == "stop_pay" and rules["shedding"] == "tricks")
    ]


def _sentences(template: str, context: Mapping[str, Any]) -> list[str]:
    return [line.strip() for line in render_to_string(template, context).splitlines() if line.strip()]


def _ranks(cards: int) -> tuple[str, str]:
    """The ranks of a pack of so many cards in words, and the lowest of them."""
    ranks = [str(name) for name in RANK_NAMES.values()][: cards // 4]
    return _listed(ranks), ranks[-1]


def _listed(words: Sequence[str]) -> str:
    """ "ace, king and queen"."""
    return refusals.listed(words, gettext(refusals.LAST_OF_SEVERAL))
