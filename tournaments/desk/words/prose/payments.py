"""Payments: what ended runs and the cards left cost, and what a purse can hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, ngettext

import games.services as games


def sentences(rules: Mapping[str, Any]) -> list[str]:
    """The payments of the shedding in their order, then purses and the end of the game."""
    texts = []
    if rules["shedding"] == "stops" and rules["stop_pay"]:
        text = ngettext(
            "Whoever ends a run, the stopper, gets %(count)d chip from each other player, also for the last "
            "card.",
            "Whoever ends a run, the stopper, gets %(count)d chips from each other player, also for the last "
            "card.",
            rules["stop_pay"],
        )
        texts.append(text % {"count": rules["stop_pay"]})
    if "centre" in games.board(rules):
        texts.append(gettext("Whoever goes out takes the centre pool."))
    text = ngettext(
        "Each other player pays to the player who goes out %(count)d chip for each card left.",
        "Each other player pays to the player who goes out %(count)d chips for each card left.",
        rules["out_pay"],
    )
    texts.append(text % {"count": rules["out_pay"]})
    if rules["most_cards_pays"]:
        texts.append(
            gettext(
                "Whoever has the most cards left also pays as many chips as these cards to each other "
                "player. Players with equally many share this."
            )
        )
    return [*texts, _purse(rules), _leftover(rules)]


def _purse(rules: Mapping[str, Any]) -> str:
    if rules["purse"] == "table":
        return gettext(
            "Nobody pays more than the chips in front of them. When somebody cannot pay the antes, the game "
            "of the table is over. Whoever has the most chips wins."
        )
    return gettext(
        "Chips won and lost are counted on credit: a count may go below zero, and everybody plays each deal. "
        "Whoever has won the most chips wins."
    )


def _leftover(rules: Mapping[str, Any]) -> str:
    if rules["leftover"] == "split":
        return gettext("At the end the players share the chips on the board as equally as possible.")
    return gettext("Chips that lie on the board at the end belong to nobody.")
