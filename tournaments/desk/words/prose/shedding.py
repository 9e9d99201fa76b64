"""Shedding: who leads, how the cards are played, and when the deal ends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext


def sentences(rules: Mapping[str, Any]) -> list[str]:
    """The play of the cards."""
    shared = rules["leads"] != "forehand" and rules["ties"] == "split"
    return [
        _leader(rules),
        *(
            [gettext("If the chips are shared, the first in turn of those who share them leads.")]
            if shared
            else []
        ),
        *_play(rules),
        gettext("As soon as a player has no card left, the deal is over."),
    ]


def _leader(rules: Mapping[str, Any]) -> str:
    if rules["leads"] == "forehand":
        return gettext("Now the cards are played out. Forehand leads.")
    if rules["leads_otherwise"] == "dealer":
        return gettext(
            "Now the cards are played out. The winner of the Pochen leads, or the dealer if nobody bet."
        )
    return gettext("Now the cards are played out. The winner of the Pochen leads, or forehand if nobody bet.")


def _play(rules: Mapping[str, Any]) -> list[str]:
    if rules["shedding"] == "tricks":
        return [
            gettext(
                "The leader plays any card. Each other player in turn plays any card of that suit, or is "
                "skipped without one."
            ),
            gettext(
                "The highest card takes the trick, and its player leads the next. The pay suit has no power."
            ),
        ]
    if rules["upcard"] == "joins_hand":
        stops = gettext("A run ends with the ace, or before a card that was played already.")
    elif rules["hand"] == "all":
        stops = gettext("A run ends with the ace, or before a card that was played already or turned up.")
    else:
        stops = gettext(
            "A run ends with the ace, or before a card that was played already, turned up or set aside."
        )
    return [
        gettext(
            "The leader plays any card. Whoever has the next higher card of the suit must play it, and so "
            "on, until nobody has the next one. Whoever played the last card leads again."
        ),
        stops,
    ]
