"""The switches and the board of a game in words, for pages and for paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext, gettext_lazy

import games.services as games
from tournaments.core.packs import in_pack, in_words
from tournaments.core.words.words import pool_name, value_in_words

MELDS: Final = frozenset({"ace", "king", "queen", "jack", "ten", "marriage", "sequence"})
"""The pools that somebody can win by melding."""

WINS: Final = {
    "ace": gettext_lazy("the ace of the pay suit"),
    "king": gettext_lazy("the king of the pay suit"),
    "queen": in_pack(gettext_lazy("the queen of the pay suit"), gettext_lazy("the Ober of the pay suit")),
    "jack": in_pack(gettext_lazy("the jack of the pay suit"), gettext_lazy("the Unter of the pay suit")),
    "marriage": in_pack(
        gettext_lazy("king and queen of the pay suit"), gettext_lazy("king and Ober of the pay suit")
    ),
    "poch": gettext_lazy("the winner of the Pochen"),
    "centre": gettext_lazy("who goes out first"),
}

SEQUENCES: Final = {
    "pay_789": gettext_lazy("seven, eight and nine of the pay suit"),
    "best_three": gettext_lazy("the highest run of three"),
    "longest": gettext_lazy("the longest run"),
    "none": gettext_lazy("nobody"),
}


TENS: Final = {
    "ten": gettext_lazy("the ten of the pay suit"),
    "ten_nine": gettext_lazy("ten and nine of the pay suit"),
}


def pools_and_winners(rules: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Each pool of the board with what wins it, in the order of the board."""
    wins = WINS | {"sequence": SEQUENCES[rules["sequence"]], "ten": TENS[rules["ten_pool"]]}
    return [(pool_name(pool), str(wins[pool])) for pool in games.board(rules)]


@dataclass(frozen=True)
class CardRow:
    """A row of a scorecard: what people write, and `kind` for its look ("pool" or "")."""

    label: str
    kind: str = ""


@dataclass(frozen=True)
class ScorecardSheet:
    """A sheet of blank scorecards for one table: a column for each seat."""

    table: str
    names: Sequence[str]
    """The public names in the order of the seats; empty for a seat whose name is written by hand."""
    cards: range
    """As many cards as a sheet holds legibly."""
    wide: bool
    """A card takes the whole width of the sheet."""


def card_rows(rules: Mapping[str, Any]) -> list[CardRow]:
    """What a scorecard asks for under these rules: the same as on a phone (`play.forms.scorecard`)."""
    board = games.board(rules)
    melds = [
        pool for pool in board if pool in MELDS and not (pool == "sequence" and rules["sequence"] == "none")
    ]
    rows = [CardRow(pool_name(pool), "pool") for pool in melds]
    rows += [CardRow(gettext("Stake in the Pochen")), CardRow(gettext("Set that was shown"))]
    rows += [CardRow(pool_name(pool), "pool") for pool in board if pool not in melds]
    if rules["shedding"] == "stops" and rules["stop_pay"]:
        rows.append(CardRow(gettext("Runs ended")))
    rows += [CardRow(gettext("Cards left")), CardRow(gettext("Chips won or lost"))]
    return rows


def sheet_of(names: Sequence[str], table: str = "") -> ScorecardSheet:
    """A sheet for a table with these names: four cards, or two wide ones for more than four seats."""
    wide = len(names) > 4
    return ScorecardSheet(table, names, range(2 if wide else 4), wide)


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
