"""Pochen, shedding and payments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext, gettext_lazy, ngettext

import games.services as games
from tournaments.core.packs import in_pack

TIES: Final = {
    "pay_suit": gettext_lazy("Of equal sets the one with the card of the pay suit wins."),
    "skat": in_pack(
        gettext_lazy("Of equal sets the one with the highest suit wins: clubs, spades, hearts, diamonds."),
        gettext_lazy("Of equal sets the one with the highest suit wins: acorns, leaves, hearts, bells."),
    ),
    "kickers": gettext_lazy("Of equal sets the other cards of the hand decide, from the highest down."),
    "split": gettext_lazy("Equal sets share the chips; odd chips go to those who come first."),
}


def of_pochen(rules: Mapping[str, Any]) -> list[str]:
    """Sets, turns, stakes and the showdown."""
    has_pool = "poch" in games.board(rules)
    return [
        gettext("The players bet on who has the best set. A set is two, three or four cards of one rank."),
        gettext("Four beat three, three beat two, and of equally many the higher rank wins."),
        *([gettext("Two pairs beat one pair, and three cards beat them.")] if rules["two_pairs"] else []),
        _who_bets(rules),
        _first(rules),
        _raising(rules),
        gettext(
            "Whoever passes is out of the betting for good, also before anybody has bet, and loses the stake."
        ),
        *_limit(rules),
        *_passed(rules),
        _wins(has_pool=has_pool),
        _alone(rules),
        str(TIES[rules["ties"]]),
        *([gettext("If nobody bets, the Poch pool stays for the next deal.")] if has_pool else []),
    ]


def _who_bets(rules: Mapping[str, Any]) -> str:
    if rules["eligibility"] == "set":
        return gettext("Only who has a set may bet.")
    return gettext("Anyone may bet. Without a set the highest card counts, and any set beats it.")


def _first(rules: Mapping[str, Any]) -> str:
    if rules["speaks_first"] == "dealer":
        return gettext("The dealer speaks first. Whoever opens says “I poch” and stakes any number of chips.")
    return gettext("Forehand speaks first. Whoever opens says “I poch” and stakes any number of chips.")


def _raising(rules: Mapping[str, Any]) -> str:
    if rules["raising"] == "opener":
        return gettext(
            "The others stake as much or pass. When all have answered, the opener alone may raise, or asks "
            "for the showdown."
        )
    return gettext(
        "The others stake as much, raise or pass, round and round, until all who are still in have staked "
        "the same."
    )


def _limit(rules: Mapping[str, Any]) -> list[str]:
    limit = rules["bet_limit"]
    if limit is None:
        return []
    text = ngettext(
        "Nobody may stake more than %(count)d chip in one deal.",
        "Nobody may stake more than %(count)d chips in one deal.",
        limit,
    )
    return [text % {"count": limit}]


def _passed(rules: Mapping[str, Any]) -> list[str]:
    """All-in, and the chips of those who pass."""
    texts = []
    if rules["purse"] == "table":
        texts.append(
            gettext(
                "Whoever has too few chips to stay in stakes all of them, and can win as much from each "
                "other player; the rest is played for apart."
            )
        )
    if rules["passed_chips"] == "pochen_pool":
        texts.append(gettext("The stakes of those who pass go into the Poch pool."))
    elif rules["purse"] == "table":
        texts.append(gettext("The stakes of those who pass stay in the parts that they reach."))
    return texts


def _wins(*, has_pool: bool) -> str:
    if has_pool:
        return gettext("At the showdown the best set wins all stakes and the Poch pool.")
    return gettext("At the showdown the best set wins all stakes.")


def _alone(rules: Mapping[str, Any]) -> str:
    needs_set, shows = rules["eligibility"] == "set", rules["show_uncontested"]
    if needs_set and shows:
        return gettext("Whoever is left alone after a bet wins, and shows at least a pair as proof.")
    if needs_set:
        return gettext("Whoever is left alone after a bet wins with any set, and need not show it.")
    if shows:
        return gettext("Whoever is left alone after a bet wins with any hand, and shows it.")
    return gettext("Whoever is left alone after a bet wins with any hand, and need not show it.")


# ---- Shedding: who leads, how the cards are played, and when the deal ends.


def of_shedding(rules: Mapping[str, Any]) -> list[str]:
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


# ---- Payments: what ended runs and the cards left cost, and what a purse can hold.


def of_payments(rules: Mapping[str, Any]) -> list[str]:
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
