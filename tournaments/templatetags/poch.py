"""What the templates draw and how they word it: the board, cards, suits, signed chips, places and moments."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django import template
from django.utils import formats, timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timesince import timesince, timeuntil
from django.utils.translation import gettext, ngettext

from tournaments.templatetags._board import lay_out
from tournaments.templatetags._signs import SUIT_PATHS
from tournaments.wording import REASONS, SUIT_NAMES, card_name, pool_name, rank_sign

register = template.Library()


@register.inclusion_tag("tournaments/shared/board.html")
def board(
    pools: Mapping[str, int], *, pay_suit: str = "", sequence: str = "pay_789", paid: Collection[str] = ()
) -> dict[str, Any]:
    """The Poch board, drawn: ``{% board pools pay_suit="h" sequence=rules.sequence paid=emptied %}``."""
    return {"board": lay_out(pools, pay_suit=pay_suit or "", sequence=sequence, paid=paid)}


@register.simple_tag
def card(code: str) -> SafeString:
    """One card as a small face, read aloud by its name."""
    return format_html(
        '<svg class="card" viewBox="0 0 32 44" role="img" aria-label="{}">'
        '<rect class="face" x=".5" y=".5" width="31" height="43" rx="4"/>'
        '<text class="suit-{}" x="16" y="20">{}</text>'
        '<path class="suit-{}" transform="translate(7.5 23) scale(.85)" d="{}"/></svg>',
        card_name(code),
        code[1],
        rank_sign(code),
        code[1],
        SUIT_PATHS[code[1]],
    )


@register.simple_tag
def hand(cards: str | Iterable[str]) -> SafeString:
    """Cards side by side, from a list or from a record's string (``"Ah Ac"``)."""
    codes = cards.split() if isinstance(cards, str) else list(cards)
    return format_html(
        '<ul class="hand">{}</ul>', format_html_join("", "<li>{}</li>", ((card(code),) for code in codes))
    )


@register.simple_tag
def suit(letter: str) -> SafeString:
    """A suit's sign in running text, four colours, read aloud by its name."""
    return format_html(
        '<svg class="suit" viewBox="0 0 20 20" role="img" aria-label="{}">'
        '<path class="suit-{}" d="{}"/></svg>',
        SUIT_NAMES[letter],
        letter,
        SUIT_PATHS[letter],
    )


@register.filter
def suit_name(letter: str) -> str:
    """A suit's name at the beginning of a sentence: "Hearts"."""
    return str(SUIT_NAMES[letter]).capitalize()


@register.filter
def account(name: str, people: Sequence[str]) -> str:
    """An account of a table for people: the player for a seat, the pool's name for a pool."""
    return people[int(name.removeprefix("seat "))] if name.startswith("seat ") else pool_name(name)


@register.filter
def reason(code: str) -> str:
    """What a transfer was for."""
    return str(REASONS.get(code, code))


@register.filter
def pool(name: str) -> str:
    """A pool's name for people."""
    return pool_name(name)


@register.filter
def signed(chips: int | None) -> SafeString:
    """Chips won or lost: the sign always written, the colour only beside it. Nothing known: a dash."""
    if chips is None:
        return format_html('<span class="even">{}</span>', "\N{EN DASH}")
    if not chips:
        return format_html('<span class="even">{}</span>', "0")
    return format_html(
        '<span class="{}">{}{}</span>',
        "won" if chips > 0 else "lost",
        "+" if chips > 0 else "\N{MINUS SIGN}",
        abs(chips),
    )


@register.filter
def score(value: float, scoring: str) -> SafeString:
    """A score: chips with their sign and colour, points and means as plain figures."""
    return signed(int(value)) if scoring == "chips" else format_html("{}", formats.localize(value))


@register.filter
def figure(value: float) -> str:
    """A signed figure where colour would be too much: on wood."""
    return f"\N{MINUS SIGN}{-value}" if value < 0 else f"+{value}" if value else "0"


@register.filter
def of_rounds(number: int, rounds: int) -> str:
    """Which round it is: "Round 3 of 5"; "Round 3" where nobody knows yet how many there will be."""
    if rounds < number:
        return gettext("Round %(number)d") % {"number": number}
    return gettext("Round %(number)d of %(rounds)d") % {"number": number, "rounds": rounds}


@register.filter
def rounds(count: int) -> str:
    """How many rounds an event has: "5 rounds"; with a knockout that may not be known yet."""
    if not count:
        return gettext("rounds until one table is left")
    return ngettext("%(count)d round", "%(count)d rounds", count) % {"count": count}


@register.filter
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


@register.filter
def grouped(count: int) -> str:
    """A large number in groups of three, parted by narrow spaces."""
    return f"{count:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")


@register.filter
def rounded(count: float) -> str:
    """A large number as exactly as it is worth knowing: two figures, in groups of three."""
    digits = len(str(int(count))) - 2
    return grouped(int(round(count, -digits)) if digits > 0 else round(count))


@register.filter
def span(seconds: float) -> str:
    """How long something takes, in whole seconds, minutes or hours."""
    if seconds < 90:
        return gettext("%(count)d s") % {"count": max(1, round(seconds))}
    if seconds < 5400:
        return gettext("%(count)d min") % {"count": round(seconds / 60)}
    return gettext("%(hours)s h") % {"hours": formats.localize(round(seconds / 3600, 1))}


@register.filter
def chips(count: int) -> str:
    """A number of chips with its word; a negative one with a true minus."""
    text = ngettext("%(count)s chip", "%(count)s chips", abs(count))
    return text % {"count": f"\N{MINUS SIGN}{-count}" if count < 0 else str(count)}


@register.filter
def ago(moment: datetime | None) -> SafeString:
    """A moment as people say it, exact on hover: "5 minutes ago", "in 2 days"."""
    if moment is None:
        return SafeString("")
    now = timezone.now()
    if abs((now - moment).total_seconds()) < 60:
        said = gettext("just now")
    elif moment <= now:
        said = gettext("%(span)s ago") % {"span": timesince(moment, now, depth=1)}
    else:
        # Rounded, or a fortnight that has just begun would be "1 week".
        half_a_day = timedelta(hours=12) if moment - now > timedelta(days=2) else timedelta()
        said = gettext("in %(span)s") % {"span": timeuntil(moment + half_a_day, now, depth=1)}
    exact = formats.date_format(timezone.localtime(moment), "DATETIME_FORMAT")
    return format_html('<time datetime="{}" title="{}">{}</time>', moment.isoformat(), exact, said)


@register.filter
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


@register.filter
def get(mapping: Mapping[Any, Any], key: object) -> object:
    """``mapping[key]``, or nothing: for keys that templates cannot write."""
    return mapping.get(key)
