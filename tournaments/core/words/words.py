"""Words that several pages use."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from functools import cache, reduce
from typing import Any, Final, cast

import nh3
from babel.dates import TIMEDELTA_UNITS, format_timedelta
from django.utils import formats, timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext, gettext_lazy, ngettext, pgettext_lazy, to_locale
from markdown_it import MarkdownIt

from tournaments.core.numbers import number
from tournaments.core.packs import in_pack
from tournaments.events.models.events import Event
from tournaments.events.rules.tables import Deals

TAGS: Final = frozenset(
    {"p", "br", "strong", "em", "ul", "ol", "li", "a", "h3", "h4", "blockquote", "code", "pre", "hr"}
)
SCHEMES: Final = frozenset({"http", "https", "mailto", "tel"})


@cache
def _parser() -> MarkdownIt:
    # Without pictures: a page loads nothing from other sites.
    return MarkdownIt("commonmark", {"html": False, "breaks": True}).disable("image")


def html_of(text: str) -> SafeString:
    """The HTML of a Markdown text. Its headings stand below those of the page."""
    parser = _parser()
    tokens = parser.parse(text)
    for token in tokens:
        if token.type.startswith("heading_"):
            token.tag = "h3" if token.tag == "h1" else "h4"
    html = parser.renderer.render(tokens, parser.options, {})
    clean = nh3.clean(
        html,
        tags=set(TAGS),
        attributes={"a": {"href"}},
        url_schemes=set(SCHEMES),
        link_rel="nofollow noopener noreferrer",
    )
    return mark_safe(clean)  # noqa: S308 - nh3 has removed everything that is not in TAGS


def suit_name(letter: str) -> str:
    """The name of a suit at the start of a sentence: "Hearts"."""
    return capfirst(str(SUIT_NAMES[letter]))


def account(name: str, people: Sequence[str]) -> str:
    """The name of an account of a table: for a seat the name of its player, for a pool its own name."""
    return people[int(name.removeprefix("seat "))] if name.startswith("seat ") else pool_name(name)


def reason(code: str) -> str:
    """The reason of a transfer."""
    return str(REASONS.get(code, code))


def pool(name: str) -> str:
    """The name of a pool."""
    return pool_name(name)


def of_rounds(number: int, rounds: int) -> str:
    """ "Round 3 of 5", or "Round 3" while the number of rounds is open."""
    if rounds < number:
        return gettext("Round %(number)d") % {"number": number}
    return gettext("Round %(number)d of %(rounds)d") % {"number": number, "rounds": rounds}


def rounds(count: int) -> str:
    """The number of rounds of an event: "5 rounds". With a knockout it can be open."""
    if not count:
        return gettext("rounds until one table is left")
    return ngettext("%(count)d round", "%(count)d rounds", count) % {"count": count}


NEAR: Final = timedelta(days=150)
"""The year of a day so near is not said."""


def weekday_and_day(day: date, *, is_kept: bool = False) -> str:
    """A day with its weekday: "Thursday, November 26", or one that is not near with its year.

    is_kept: other programs keep the words, so the year is always said.
    """
    is_near = not is_kept and abs(day - timezone.localdate()) < NEAR
    return gettext("%(weekday)s, %(day)s") % {
        "weekday": formats.date_format(day, "l"),
        "day": formats.date_format(day, "MONTH_DAY_FORMAT" if is_near else None),
    }


def day_and_hour(event: Event, *, is_kept: bool = False) -> str:
    """The day of an event (`weekday_and_day`), and its hour if it has one. Empty without a day."""
    if event.starts_on is None:
        return ""
    day = weekday_and_day(event.starts_on, is_kept=is_kept)
    if event.starts_at is None:
        return day
    return gettext("%(day)s, %(hour)s") % {"day": day, "hour": formats.time_format(event.starts_at)}


def day_to_keep(event: Event) -> str:
    """`day_and_hour` for words that other programs keep: always with the year."""
    return day_and_hour(event, is_kept=True)


def passes_the_deal(event: Event) -> bool:
    """Whether the deal passes from seat to seat. Else who opened the betting deals next."""
    rules: dict[str, Any] = event.frozen_rules or event.rules
    return bool(rules.get("deals_next") != "opener")


def deals_in_a_round(event: Event) -> str:
    """The deals in a round of an event: "12 deals in each round".

    "Everybody deals 2 times in each round: 8 deals at a table of 4, 6 at a table of 3". Where who opened
    deals next, it is not known how often each player deals, so the sentence gives only the numbers of deals.
    """
    deals = Deals(event.deals_per_round, str(event.deals_per))
    if deals.each is None:
        return ngettext("%(count)d deal in each round", "%(count)d deals in each round", deals.number) % {
            "count": deals.number
        }
    other = event.size - 1 if event.size > event.least else event.size + 1
    params = {
        "times": deals.each,
        "deals": deals.at(event.size),
        "seats": event.size,
        "others": deals.at(other),
        "other": other,
    }
    has_two_sizes = event.least <= other <= event.most
    if not passes_the_deal(event):
        if has_two_sizes:
            template = gettext(
                "In each round: %(deals)d deals at a table of %(seats)d, %(others)d at a table of %(other)d"
            )
        else:
            template = gettext("In each round: %(deals)d deals at a table of %(seats)d")
    elif not has_two_sizes:
        template = ngettext(
            "Everybody deals once in each round: %(deals)d deals at a table of %(seats)d",
            "Everybody deals %(times)d times in each round: %(deals)d deals at a table of %(seats)d",
            deals.each,
        )
    else:
        template = ngettext(
            "Everybody deals once in each round: %(deals)d deals at a table of %(seats)d, %(others)d at a "
            "table of %(other)d",
            "Everybody deals %(times)d times in each round: %(deals)d deals at a table of %(seats)d, "
            "%(others)d at a table of %(other)d",
            deals.each,
        )
    return template % params


def about(span: timedelta) -> str:
    """An estimate of the time left."""
    minutes = round(span.total_seconds() / 60)
    if minutes < 1:
        return gettext("less than a minute left")
    if minutes < 90:
        return ngettext("about %(count)d minute left", "about %(count)d minutes left", minutes) % {
            "count": minutes
        }
    return gettext("about %(hours)s hours left") % {"hours": number(minutes / 60)}


def span(seconds: float) -> str:
    """A duration in whole seconds, minutes or hours."""
    if seconds < 90:
        return gettext("%(count)d s") % {"count": max(1, round(seconds))}
    if seconds < 5400:
        return gettext("%(count)d min") % {"count": round(seconds / 60)}
    return gettext("%(hours)s h") % {"hours": number(seconds / 3600)}


def chips(count: int) -> str:
    """A number of chips: "5 chips", with a minus sign if negative."""
    text = ngettext("%(count)s chip", "%(count)s chips", abs(count))
    return text % {"count": number(count)}


def names(people: Iterable[str]) -> SafeString:
    """A list of names: "Anna, Ben and Cleo", each in its own writing direction."""
    return listed_names([format_html("<bdi>{}</bdi>", person) for person in people])


def listed_names(listed: Sequence[SafeString]) -> SafeString:
    """A list of names that are marked up already."""
    if not listed:
        return SafeString("")
    if len(listed) == 1:
        return listed[0]
    return format_html(
        gettext("{} and {}"), format_html_join(", ", "{}", ((name,) for name in listed[:-1])), listed[-1]
    )


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
