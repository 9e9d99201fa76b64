"""The games that an event can choose: a picture, a name, and in a sentence what is different."""

from __future__ import annotations

from typing import Any, Final

from django.utils.translation import gettext, gettext_lazy

import games.services as games
from tournaments.core.packs import in_words
from tournaments.desk.words.rulebook import rulebook

LIKELY: Final = ("pagat", "cups", "adpoker", "hoffmann")
"""The games that the form shows at once. Most clubs play one of them; all others are in a fold."""

DIFFERENCES: Final = {
    "pagat": gettext_lazy("The game that is sold today. All cards are dealt; nine pools."),
    "cups": gettext_lazy("No board needed: nine cups. The dealer speaks first."),
    "adpoker": gettext_lazy("For 2 to 10 players, five cards each. Two pairs count, equal sets share."),
    "hoffmann": gettext_lazy("Five cards each, no pool in the centre. Anyone may bet; ending a run pays."),
    "poque-1789": gettext_lazy("Counter-clockwise, the betting first. Who keeps the most cards pays."),
    "lexikon": gettext_lazy("Five cards each, no pool in the centre. The best run of three wins a pool."),
    "meyer": gettext_lazy("As in the encyclopedia, but the longest run wins and Poch gets no ante."),
    "pierer": gettext_lazy("Five cards each. Forehand leads, and five or six players use 52 cards."),
    "alvensleben": gettext_lazy("It ends with tricks instead of runs. Players follow suit."),
    "pagat-dealer-pool": gettext_lazy("The modern game, but the dealer takes the pool of the upcard."),
    "pagat-upcard-joins": gettext_lazy("The modern game, but the upcard is played."),
    "pagat-open": gettext_lazy("The modern game, but anyone may bet, also without a set."),
    "adpoker-longest": gettext_lazy("The French game, but the longest run of any suit wins a pool."),
    "lexikon-789": gettext_lazy("The encyclopedia's game, but seven, eight and nine win a pool."),
    "hoffmann-52": gettext_lazy("Hoffmann's game with 52 cards, so more runs stop."),
    "lexikon-52": gettext_lazy("The encyclopedia's game with 52 cards, so more runs stop."),
    "meyer-52": gettext_lazy("Meyer's game with 52 cards, so long runs are rarer."),
}


def preset_name(preset: str) -> str:
    """The name of a rule family for people."""
    return gettext(games.preset_info(preset).title) if preset in games.presets() else preset


def game_cards() -> list[dict[str, Any]]:
    """For `desk/game_card.html`: all games, the likely ones first, and last any other game with chips.

    board: the chips on its board before the first deal; empty for no board.
    """
    names = sorted(games.presets(), key=lambda name: LIKELY.index(name) if name in LIKELY else len(LIKELY))
    another = {
        "name": games.NO_RULES,
        "title": gettext("Another game with chips"),
        "difference": gettext("Without the rules of Poch: each table writes down only its totals."),
    }
    return [*(_card(name) for name in names), another]


def _card(name: str) -> dict[str, Any]:
    info, book = games.preset_info(name), rulebook({"preset": name})
    difference = DIFFERENCES.get(name) or in_words(info.history)
    return {
        "name": name,
        "title": gettext(info.title),
        "difference": difference,
        "board": book["board"],
        "rules": book["rules"],
    }
