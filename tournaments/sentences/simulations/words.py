"""The words of a simulation: bots, places, sources of chips, rules and their differences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext, gettext_lazy, ngettext

import games.services as games
from tournaments.sentences.phrases import grouped
from tournaments.sentences.rulebook import nearest_preset
from tournaments.sentences.words import apart, pool_name, value_in_words

POSITIONS: Final = {
    "forehand": gettext_lazy("Forehand"),
    "second": gettext_lazy("Second"),
    "third": gettext_lazy("Third"),
    "fourth": gettext_lazy("Fourth"),
    "fifth": gettext_lazy("Fifth"),
    "sixth": gettext_lazy("Sixth"),
    "seventh": gettext_lazy("Seventh"),
    "eighth": gettext_lazy("Eighth"),
    "ninth": gettext_lazy("Ninth"),
    "dealer": gettext_lazy("Dealer"),
}

SOURCES: Final = {
    "antes": gettext_lazy("Antes"),
    "upcard": gettext_lazy("Upcard"),
    "pochen": gettext_lazy("Pochen, less stakes"),
    "stops": gettext_lazy("Ends of runs"),
    "going_out": gettext_lazy("Going out"),
    "most_cards": gettext_lazy("Most cards left"),
    "leftover": gettext_lazy("Unclaimed pools shared"),
}

ENDINGS: Final = {
    "nobody_bet": gettext_lazy("Nobody bet"),
    "one_left": gettext_lazy("One was left"),
    "showdown": gettext_lazy("Showdown"),
}

SETS: Final = {
    "none": gettext_lazy("No set"),
    "pair": gettext_lazy("Pair"),
    "two_pairs": gettext_lazy("Two pairs"),
    "three": gettext_lazy("Three alike"),
    "four": gettext_lazy("Four alike"),
}

MOST_LISTED = 3
"""Longer lists of rules end with the number of the other rules."""


@dataclass(frozen=True)
class SideText:
    """One side in words: the game with its changed rules, and the bots."""

    game: str
    bots: str


@dataclass(frozen=True)
class SpecText:
    """The spec of a simulation in words. amount: "4 000 tables of 50 deals"."""

    sides: list[SideText]
    amount: str
    rotate: bool
    seed: int

    @property
    def compares(self) -> bool:
        """Whether this is a comparison."""
        return len(self.sides) == 2


def spec_text(spec: Mapping[str, Any]) -> SpecText:
    """Return the spec of a simulation in words."""
    return SpecText(
        sides=[SideText(game_name(side["rules"]), bots_of(side["seats"])) for side in spec["sides"]],
        amount=_amount(spec["tables"], spec["deals_each"]),
        rotate=spec["rotate"],
        seed=spec["seed"],
    )


def bot_name(name: str) -> str:
    """The title of a bot."""
    return next((gettext(bot.title) for bot in games.bots() if bot.name == name), name)


def bots_of(seats: Sequence[str]) -> str:
    """The bots of a table: "Expert, 3 Bold"."""
    return ", ".join(
        bot_name(bot) if count == 1 else f"{count} {bot_name(bot)}" for bot, count in Counter(seats).items()
    )


def position_name(name: str) -> str:
    """A place in the order of play, as the label of a row."""
    return str(POSITIONS.get(name, name))


def source_name(name: str) -> str:
    """A source of chips: the name of a pool or of a part of the deal."""
    return str(SOURCES[name]) if name in SOURCES else pool_name(name)


def game_name(switches: Mapping[str, Any]) -> str:
    """The title of the nearest preset, with the rules that differ from it."""
    document = nearest_preset(switches)
    title = gettext(games.preset_info(document["preset"]).title)
    changed = _list_rules(document, [name for name in document if name != "preset"])
    return gettext("%(game)s, with %(rules)s") % {"game": title, "rules": changed} if changed else title


def what_differs(first: Mapping[str, Any], second: Mapping[str, Any]) -> str:
    """The rules that are different in the second game: "Upcard: joins a hand". Empty for equal rules.

    If too many rules differ and the nearest preset is another one, the name of the second game.
    """
    names = [name for name in second if second[name] != first[name]]
    if len(names) > MOST_LISTED and nearest_preset(first)["preset"] != nearest_preset(second)["preset"]:
        return game_name(second)
    return _list_rules(second, names)


def _list_rules(switches: Mapping[str, Any], names: Sequence[str]) -> str:
    kinds = {switch.name: switch for switch in games.switches()}
    texts = [
        gettext("{}: {}").format(
            gettext(kinds[name].label), value_in_words(kinds[name].kind, switches[name], name)
        )
        for name in names
    ]
    if len(texts) > MOST_LISTED:
        more = len(texts) - MOST_LISTED + 1
        texts[MOST_LISTED - 1 :] = [
            ngettext("%(count)d other rule", "%(count)d other rules", more) % {"count": more}
        ]
    return apart(texts)


def _amount(tables: int, deals_each: int) -> str:
    if deals_each == 1:
        text = ngettext(
            "%(count)s deal with empty pools before it",
            "%(count)s deals, each with empty pools before it",
            tables,
        )
    else:
        text = ngettext("%(count)s table of %(deals)s deals", "%(count)s tables of %(deals)s deals", tables)
    return text % {"count": grouped(tables), "deals": grouped(deals_each)}
