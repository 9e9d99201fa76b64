"""Numbers, spans of time and lists of names as people read them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta

from django.utils import formats
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from tournaments.sentences.words import REASONS, SUIT_NAMES, pool_name


def suit_name(letter: str) -> str:
    """A suit's name at the beginning of a sentence: "Hearts"."""
    return str(SUIT_NAMES[letter]).capitalize()


def account(name: str, people: Sequence[str]) -> str:
    """An account of a table for people: the player for a seat, the pool's name for a pool."""
    return people[int(name.removeprefix("seat "))] if name.startswith("seat ") else pool_name(name)


def reason(code: str) -> str:
    """What a transfer was for."""
    return str(REASONS.get(code, code))


def pool(name: str) -> str:
    """A pool's name for people."""
    return pool_name(name)


def figure(value: float) -> str:
    """A signed figure where colour would be too much: on wood."""
    return f"\N{MINUS SIGN}{-value}" if value < 0 else f"+{value}" if value else "0"


def of_rounds(number: int, rounds: int) -> str:
    """Which round it is: "Round 3 of 5"; "Round 3" where nobody knows yet how many there will be."""
    if rounds < number:
        return gettext("Round %(number)d") % {"number": number}
    return gettext("Round %(number)d of %(rounds)d") % {"number": number, "rounds": rounds}


def rounds(count: int) -> str:
    """How many rounds an event has: "5 rounds"; with a knockout that may not be known yet."""
    if not count:
        return gettext("rounds until one table is left")
    return ngettext("%(count)d round", "%(count)d rounds", count) % {"count": count}


def about(span: timedelta) -> str:
    """How long something still takes, said as carefully as it is known."""
    minutes = round(span.total_seconds() / 60)
    if minutes < 1:
        return gettext("less than a minute still")
    if minutes < 90:
        return ngettext("about %(count)d minute still", "about %(count)d minutes still", minutes) % {
            "count": minutes
        }
    return gettext("about %(hours)s hours still") % {"hours": formats.localize(round(minutes / 60, 1))}


def grouped(count: int) -> str:
    """A large number in groups of three, parted by narrow spaces."""
    return f"{count:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")


def rounded(count: float) -> str:
    """A large number as exactly as it is worth knowing: two figures, in groups of three."""
    digits = len(str(int(count))) - 2
    return grouped(int(round(count, -digits)) if digits > 0 else round(count))


def span(seconds: float) -> str:
    """How long something takes, in whole seconds, minutes or hours."""
    if seconds < 90:
        return gettext("%(count)d s") % {"count": max(1, round(seconds))}
    if seconds < 5400:
        return gettext("%(count)d min") % {"count": round(seconds / 60)}
    return gettext("%(hours)s h") % {"hours": formats.localize(round(seconds / 3600, 1))}


def chips(count: int) -> str:
    """A number of chips with its word; a negative one with a true minus."""
    text = ngettext("%(count)s chip", "%(count)s chips", abs(count))
    return text % {"count": f"\N{MINUS SIGN}{-count}" if count < 0 else str(count)}


def names(people: Iterable[str]) -> SafeString:
    """Names in a sentence: "Anna, Ben and Cleo", each in its own direction of writing."""
    listed = [format_html("<bdi>{}</bdi>", person) for person in people]
    if not listed:
        return SafeString("")
    if len(listed) == 1:
        return listed[0]
    return format_html(
        gettext("{} and {}"), format_html_join(", ", "{}", ((name,) for name in listed[:-1])), listed[-1]
    )
