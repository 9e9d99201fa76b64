"""Numbers, spans of time and lists of names as people read them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from typing import Any

from django.utils import formats
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext

from tournaments.core.numbers import number
from tournaments.core.words.words import REASONS, SUIT_NAMES, pool_name
from tournaments.events.models.events import Event
from tournaments.events.rules.deals import Deals


def suit_name(letter: str) -> str:
    """The name of a suit at the start of a sentence: "Hearts"."""
    return capfirst(str(SUIT_NAMES[letter]))


def account(name: str, people: Sequence[str]) -> str:
    """The name of an account of a table: of the player for a seat, of the pool for a pool."""
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


def weekday_and_day(day: date) -> str:
    """A day with its weekday: "Thursday, Nov. 26, 2026"."""
    return gettext("%(weekday)s, %(day)s") % {
        "weekday": formats.date_format(day, "l"),
        "day": formats.date_format(day),
    }


def day_and_hour(event: Event) -> str:
    """The day of an event with its weekday, and its hour if it has one. Empty without a day."""
    if event.starts_on is None:
        return ""
    day = weekday_and_day(event.starts_on)
    if event.starts_at is None:
        return day
    return gettext("%(day)s, %(hour)s") % {"day": day, "hour": formats.time_format(event.starts_at)}


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
