"""Melding: which cards win which pools."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext, gettext_lazy

import games.services as games
from tournaments.core.packs import in_pack
from tournaments.core.words.words import RANK_NAMES
from tournaments.desk.words.prose.example import listed

_HONOURS: Final = {"ace": "A", "king": "K", "queen": "Q", "jack": "J", "ten": "T"}

MARRIAGE: Final = in_pack(
    gettext_lazy("King and queen of the pay suit in one hand win the marriage pool."),
    gettext_lazy("King and Ober of the pay suit in one hand win the marriage pool."),
)

SEQUENCES: Final = {
    "pay_789": gettext_lazy("Seven, eight and nine of the pay suit in one hand win the sequence pool."),
    "best_three": gettext_lazy(
        "The highest run of three cards in one suit wins the sequence pool. Of equally high runs the one in "
        "the pay suit wins, or else that of the player who comes first."
    ),
    "longest": gettext_lazy(
        "The longest run of at least three cards in one suit wins the sequence pool. Of equally long runs "
        "the higher one wins, then the one in the pay suit, then that of the player who comes first."
    ),
    "none": gettext_lazy("No cards win the sequence pool."),
}


def sentences(rules: Mapping[str, Any]) -> list[str]:
    """When the cards win, and which."""
    board = games.board(rules)
    wins = list(_wins(rules, board))
    if not wins:
        return [gettext("No cards win a pool of this board.")]
    if rules["order"] == "meld_first":
        when = gettext(
            "First the pools of the cards are won. Whoever holds the cards shows them and takes the chips."
        )
    else:
        when = gettext(
            "Only after the betting are the pools of the cards won. Whoever holds the cards shows them and "
            "takes the chips."
        )
    return [when, *wins]


def honours(rules: Mapping[str, Any]) -> list[str]:
    """The ranks whose card alone wins a pool of this board: "ace", "king"."""
    board, both = games.board(rules), rules["ten_pool"] == "ten_nine"
    return [
        str(RANK_NAMES[rank])
        for pool, rank in _HONOURS.items()
        if pool in board and not (pool == "ten" and both)
    ]


def _wins(rules: Mapping[str, Any], board: list[str]) -> list[str]:
    both = rules["ten_pool"] == "ten_nine"
    alone = honours(rules)
    wins = []
    if len(alone) == 1:
        wins.append(gettext("This card of the pay suit wins its pool: %(card)s.") % {"card": alone[0]})
    elif alone:
        text = gettext("These cards of the pay suit win a pool each: %(cards)s.")
        wins.append(text % {"cards": listed(alone)})
    if "ten" in board and both:
        wins.append(
            gettext("Ten and nine of the pay suit in one hand win the ten pool; neither wins it alone.")
        )
    if "marriage" in board:
        wins.append(str(MARRIAGE))
    if "sequence" in board:
        wins.append(str(SEQUENCES[rules["sequence"]]))
    return wins
