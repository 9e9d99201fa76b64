"""An event's rules as people read them: each switch with its value in words, what differs from the preset marked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, gettext_lazy

import games.services as games
from tournaments.templatetags._signs import pool_name

VALUES = {
    "all": gettext_lazy("all cards"),
    "clockwise": gettext_lazy("clockwise"),
    "counterclockwise": gettext_lazy("counter-clockwise"),
    "nobody": gettext_lazy("belongs to nobody"),
    "dealer_takes_pool": gettext_lazy("the dealer takes its pool"),
    "joins_hand": gettext_lazy("joins a hand"),
    "pay_789": gettext_lazy("7, 8 and 9 of the pay suit"),
    "best_three": gettext_lazy("the highest run of three"),
    "longest": gettext_lazy("the longest run"),
    "none": gettext_lazy("nobody"),
    "meld_first": gettext_lazy("melding, then Pochen"),
    "pochen_first": gettext_lazy("Pochen, then melding"),
    "forehand": gettext_lazy("forehand"),
    "dealer": gettext_lazy("the dealer"),
    "set": gettext_lazy("who has a set"),
    "anyone": gettext_lazy("anyone"),
    "pay_suit": gettext_lazy("the pay suit's card wins"),
    "skat": gettext_lazy("the higher suit wins: clubs, spades, hearts, diamonds"),
    "kickers": gettext_lazy("the rest of the hand decides"),
    "split": gettext_lazy("shared"),
    "open": gettext_lazy("anyone still in"),
    "opener": gettext_lazy("only the opener"),
    "table": gettext_lazy("what lies on the table"),
    "credit": gettext_lazy("on credit, may go below zero"),
    "stops": gettext_lazy("runs upwards in a suit"),
    "tricks": gettext_lazy("tricks, following suit"),
    "poch_winner": gettext_lazy("the winner of the Pochen"),
    "stay": gettext_lazy("stay on the board"),
}


@dataclass(frozen=True)
class Entry:
    """One switch: what it is called, its value in words, what it means, where it comes from, whether it was changed."""

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
                value=in_words(switch.kind, rules[switch.name]),
                meaning=gettext(switch.meaning),
                source=gettext(switch.source),
                changed=rules[switch.name] != standard[switch.name],
            )
            for switch in games.switches()
        ],
    )


def in_words(kind: str, value: Any) -> str:
    """A switch's value as people say it."""
    if kind == "flag":
        return gettext("yes") if value else gettext("no")
    if value is None:
        return gettext("no limit")
    if kind == "pools":
        return ", ".join(pool_name(pool) for pool in value) if value else gettext("none")
    if kind == "seats":
        return gettext("%(least)d to %(most)d players") % {"least": value[0], "most": value[1]}
    if kind == "packs":
        return "; ".join(_packs(value))
    if kind == "packets":
        return ", ".join(str(size) for size in value)
    return str(VALUES.get(value, value))


def _packs(packs: Mapping[str, int]) -> Iterable[str]:
    by_size: dict[int, list[int]] = {}
    for seats, cards in sorted(packs.items(), key=lambda item: int(item[0])):
        by_size.setdefault(cards, []).append(int(seats))
    if len(by_size) == 1:
        return [gettext("%(cards)d cards") % {"cards": next(iter(by_size))}]
    return [
        gettext("%(cards)d cards for %(least)d to %(most)d players")
        % {"cards": cards, "least": seats[0], "most": seats[-1]}
        for cards, seats in by_size.items()
    ]
