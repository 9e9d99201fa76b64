"""The switches and the board of a game in words, for pages and for paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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


def card_rows(rules: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What a scorecard asks for under these rules: the same as on a phone (`play.forms.scorecard`).

    Each row is its label and its class.
    """
    board = games.board(rules)
    melds = [
        pool for pool in board if pool in MELDS and not (pool == "sequence" and rules["sequence"] == "none")
    ]
    rows = [(pool_name(pool), "pool") for pool in melds]
    rows += [(gettext("Stake in the Pochen"), ""), (gettext("Set that was shown"), "")]
    rows += [(pool_name(pool), "pool") for pool in board if pool not in melds]
    if rules["shedding"] == "stops" and rules["stop_pay"]:
        rows.append((gettext("Runs ended"), ""))
    rows += [(gettext("Cards left"), ""), (gettext("Chips won or lost"), "")]
    return rows


def sheet_of(names: Sequence[str], table: str = "") -> dict[str, Any]:
    """A sheet of blank scorecards for a table, with a column for each name (empty: people write it by hand).

    It has as many cards as are legible: four, or two wide ones for more than four seats.
    """
    wide = len(names) > 4
    return {"table": table, "names": names, "cards": range(2 if wide else 4), "wide": wide}


def rulebook(document: Mapping[str, Any]) -> dict[str, Any]:
    """The preset, the board and every switch of a rules document (a preset with overrides, or every switch).

    preset: None for every switch. entries: each switch in words, and whether it was changed.
    """
    rules = games.resolve_rules(document)
    name = document.get("preset")
    standard = games.preset_switches(name) if name else rules
    return {
        "preset": games.preset_info(name) if name else None,
        "rules": rules,
        "board": {
            pool: rules["stake"] if pool not in rules["undressed"] else 0 for pool in games.board(rules)
        },
        "entries": [
            {
                "name": switch.name,
                "label": in_words(switch.label),
                "value": value_in_words(switch.kind, rules[switch.name], switch.name),
                "meaning": in_words(switch.meaning),
                "changed": rules[switch.name] != standard[switch.name],
            }
            for switch in games.switches()
        ],
    }
