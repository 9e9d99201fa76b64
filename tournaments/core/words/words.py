"""The words of the game: suits, ranks, pools, reasons of transfers and values of switches."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import reduce
from typing import Any, Final, cast

from babel.dates import TIMEDELTA_UNITS, format_timedelta
from django.utils.translation import get_language, gettext, gettext_lazy, pgettext_lazy, to_locale

from tournaments.core.packs import in_pack

SUIT_NAMES: Final = {
    "s": in_pack(gettext_lazy("spades"), pgettext_lazy("suit", "leaves")),
    "h": gettext_lazy("hearts"),
    "d": in_pack(gettext_lazy("diamonds"), pgettext_lazy("suit", "bells")),
    "c": in_pack(gettext_lazy("clubs"), pgettext_lazy("suit", "acorns")),
}
"""The suits by their letters in records. With German suits the letter of spades means leaves."""

RANK_NAMES: Final = {
    "A": gettext_lazy("ace"),
    "K": gettext_lazy("king"),
    "Q": in_pack(gettext_lazy("queen"), gettext_lazy("Ober")),
    "J": in_pack(gettext_lazy("jack"), gettext_lazy("Unter")),
    "T": gettext_lazy("ten"),
    "9": gettext_lazy("nine"),
    "8": gettext_lazy("eight"),
    "7": gettext_lazy("seven"),
    "6": gettext_lazy("six"),
    "5": gettext_lazy("five"),
    "4": gettext_lazy("four"),
    "3": gettext_lazy("three"),
    "2": gettext_lazy("two"),
}

SIGNS: Final = {
    "A": pgettext_lazy("on a card", "A"),
    "K": pgettext_lazy("on a card", "K"),
    "Q": in_pack(pgettext_lazy("on a card", "Q"), pgettext_lazy("on a card", "O")),
    "J": in_pack(pgettext_lazy("on a card", "J"), pgettext_lazy("on a card", "U")),
    "T": "10",
}
"""The ranks as they are printed on cards, where that is not their letter in records."""

POOL_NAMES: Final = {
    "ace": gettext_lazy("Ace"),
    "king": gettext_lazy("King"),
    "queen": in_pack(gettext_lazy("Queen"), gettext_lazy("Ober")),
    "jack": in_pack(gettext_lazy("Jack"), gettext_lazy("Unter")),
    "ten": gettext_lazy("Ten"),
    "marriage": gettext_lazy("Marriage"),
    "sequence": gettext_lazy("Sequence"),
    "poch": gettext_lazy("Poch"),
    "centre": gettext_lazy("Centre"),
    "bets": gettext_lazy("Bets"),
    "bank": gettext_lazy("Bank"),
    "board": gettext_lazy("Board"),
}

REASONS: Final = {
    "ante": gettext_lazy("ante"),
    "upcard": gettext_lazy("upcard"),
    "meld": gettext_lazy("meld"),
    "bet": gettext_lazy("stake in the Pochen"),
    "pot": gettext_lazy("won in the Pochen"),
    "stop": gettext_lazy("end of a run"),
    "out": gettext_lazy("going out"),
    "most_cards": gettext_lazy("most cards left"),
    "count": gettext_lazy("total of the table"),
    "leftover": gettext_lazy("unclaimed pools shared"),
    "void": gettext_lazy("voided"),
    "start": gettext_lazy("starting chips"),
    "issue": gettext_lazy("chips issued"),
    "return": gettext_lazy("chips given back"),
}

VALUES: Final = {
    "all": gettext_lazy("all cards"),
    "clockwise": gettext_lazy("clockwise"),
    "counterclockwise": gettext_lazy("counter-clockwise"),
    "nobody": gettext_lazy("belongs to no player"),
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
    "set": gettext_lazy("players with a set"),
    "anyone": gettext_lazy("anyone"),
    "pay_suit": gettext_lazy("the pay suit's card wins"),
    "skat": in_pack(
        gettext_lazy("the higher suit wins: clubs, spades, hearts, diamonds"),
        gettext_lazy("the higher suit wins: acorns, leaves, hearts, bells"),
    ),
    "kickers": gettext_lazy("the rest of the hand decides"),
    "split": gettext_lazy("shared"),
    "open": gettext_lazy("any player in the betting"),
    "opener": gettext_lazy("only the opener"),
    "table": gettext_lazy("the chips on the table"),
    "credit": gettext_lazy("credit: chips can go below zero"),
    "stops": gettext_lazy("runs upwards in a suit"),
    "tricks": gettext_lazy("tricks, following suit"),
    "poch_winner": gettext_lazy("the winner of the Pochen"),
    "stay": gettext_lazy("stay on the board"),
    "ten": gettext_lazy("the ten of the pay suit"),
    "ten_nine": gettext_lazy("ten and nine of the pay suit in one hand"),
    "layers": gettext_lazy("stay in the pots that they reach"),
    "pochen_pool": gettext_lazy("go into the Poch pool"),
    "turn": gettext_lazy("forehand: the deal goes round"),
}

VALUES_OF: Final = {("deals_next", "opener"): gettext_lazy("who opened the betting")}
"""Values that mean something else in one switch than in another."""


def rank_sign(card: str) -> str:
    """The rank of a card as printed on it: ``"10"`` for ``"Th"``."""
    return str(SIGNS.get(card[0], card[0]))


def card_name(card: str) -> str:
    """The name of a card: ``"Th"`` is "ten of hearts"."""
    return gettext("%(rank)s of %(suit)s") % {"rank": RANK_NAMES[card[0]], "suit": SUIT_NAMES[card[1]]}


def card_names(cards: str) -> str:
    """The names of cards that the engine writes: ``"Jh Th"`` is "jack of hearts, ten of hearts"."""
    names = [
        card_name(card) if len(card) == 2 and card[0] in RANK_NAMES and card[1] in SUIT_NAMES else card
        for card in cards.split()
    ]
    return ", ".join(names)


def relative_time(moment: datetime, now: datetime) -> str:
    """Say "5 minutes ago", "just now" or "in 2 days": one unit, rounded towards now."""
    seconds = (moment - now).total_seconds()
    for unit, length in TIMEDELTA_UNITS[:-1]:  # the last unit is the second
        if abs(seconds) >= length:
            return format_timedelta(
                math.trunc(seconds / length) * length,
                granularity=cast("Any", unit),
                threshold=1,
                add_direction=True,
                locale=to_locale(get_language() or "en"),
            )
    return gettext("just now")


def pool_name(pool: str) -> str:
    """The name of a pool; an unknown name is returned as it is."""
    return str(POOL_NAMES.get(pool, pool))


def value_in_words(kind: str, value: Any, name: str = "") -> str:
    """The value of a switch in words. `name` is that of the switch."""
    if kind == "flag":
        return gettext("yes") if value else gettext("no")
    if value is None:
        return gettext("no limit")
    if kind == "pools":
        return ", ".join(pool_name(pool) for pool in value) if value else gettext("none")
    if kind == "seats":
        return gettext("%(least)d to %(most)d players") % {"least": value[0], "most": value[1]}
    if kind == "packs":
        return apart(_packs(value))
    if kind == "packets":
        return ", ".join(str(size) for size in value)
    return str(VALUES_OF.get((name, value)) or VALUES.get(value, value))


def apart(parts: Iterable[str]) -> str:
    """A list of texts that may have commas themselves: "1, 2; 3"."""
    listed = list(parts)
    return reduce(gettext("{}; {}").format, listed) if listed else ""


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
