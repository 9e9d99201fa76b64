"""Tags and filters: the board, cards, suits, chips, scores, times."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from django import template
from django.conf import settings
from django.template import Context
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, gettext_lazy

from tournaments.clubs.models import Club
from tournaments.core import packs
from tournaments.core.numbers import Number, counted_as, money, number, typed_amount
from tournaments.core.refusals import CARDS
from tournaments.core.requests import is_only_here, outside_address
from tournaments.core.rules.units import in_points
from tournaments.core.words import words
from tournaments.core.words.words import SUIT_NAMES, card_name, rank_sign, relative_time
from tournaments.core.zones import language_of, zone_of
from tournaments.seasons.words import absences, carries, chips_text, least, share_text, thousandths, ties
from tournaments.simulations.verbs.simulations import shown_title
from tournaments.standings.words.chances import chance
from tournaments.standings.words.ranking import PLAIN
from tournaments.tables.models.ledger import Adjustment
from tournaments.templatetags._board import BY_RANK, SUIT_SIGNS, SuitSign, lay_out, sign_of, suit_sign

register = template.Library()

ONCE = "once"
"""The name of the hidden field of a form that acts once (`tournaments.core.pages.common`)."""

for text_filter in (
    words.suit_name,
    words.reason,
    words.pool,
    words.of_rounds,
    words.rounds,
    words.weekday_and_day,
    words.day_and_hour,
    words.day_to_keep,
    words.deals_in_a_round,
    words.passes_the_deal,
    words.about,
    words.span,
    words.chips,
    words.names,
    words.html_of,
):
    register.filter(text_filter)
register.filter("in_words", packs.in_words)


register.filter(number)
register.filter(counted_as)
register.filter(money)
register.filter(typed_amount)
register.filter(in_points)
register.filter(chance)
register.filter(language_of)
register.filter(shown_title)
register.filter(chips_text)
register.filter(share_text)
register.filter(thousandths)
register.filter(ties)
register.filter(absences)
register.filter(carries)
register.filter(least)


@register.inclusion_tag("core/board.html")
def board(
    pools: Mapping[str, int],
    *,
    pay_suit: str = "",
    sequence: str = "pay_789",
    ten_pool: str = "ten",
    paid: Collection[str] = (),
) -> dict[str, Any]:
    """Draw the Poch board: ``{% board pools pay_suit="h" sequence=rules.sequence paid=emptied %}``."""
    drawn = lay_out(pools, pay_suit=pay_suit or "", sequence=sequence, ten_pool=ten_pool, paid=paid)
    return {"board": drawn}


@register.simple_tag
def once() -> SafeString:
    """A hidden field, so that the form acts once although a browser sends it twice."""
    return format_html('<input type="hidden" name="{}" value="{}">', ONCE, secrets.token_urlsafe(16))


@register.simple_tag(takes_context=True)
def who(context: Context, name: str, key: object = None, *, person: str | None = None) -> SafeString:
    """A name, with a link to the page of the person if the visitor may see it (`clubs.pages.frame`).

    ``{% who line.name line.entry %}`` looks in `persons` of the page, by the key or else by the name;
    ``{% who line.name person=line.person %}`` has the address.
    """
    return _linked(context, name, key, person)


@register.simple_tag(takes_context=True)
def who_all(context: Context, names: Iterable[str]) -> SafeString:
    """Several names, "Anna, Ben and Cleo", each with its link as in ``who``."""
    return words.listed_names([_linked(context, name, None, None) for name in names])


def _linked(context: Context, name: str, key: object, person: str | None) -> SafeString:
    if person is None:
        person = (context.get("persons") or {}).get(name if key is None else str(key))
    if not person:
        return format_html("<bdi>{}</bdi>", name)
    page = reverse("person", args=[person])
    return format_html('<a class="person" href="{}"><bdi>{}</bdi></a>', page, name)


@register.simple_tag
def absolute(name: str, *arguments: object) -> str:
    """The whole address of a page, for what leaves the site: ``{% absolute "event" event.ref %}``.

    It begins with the first origin of the installation and not with that of the request, because kept pages
    are the same for all.
    """
    return f"{settings.ORIGINS[0]}{reverse(name, args=arguments)}"


@register.inclusion_tag("core/only_here.html", takes_context=True)
def only_here(context: Context) -> dict[str, bool]:
    """Where a link or a code is made: a note if it leads to this computer only, with what to do."""
    return {"only_here": is_only_here(outside_address(context["request"], "/"))}


@register.simple_tag
def card(code: str) -> SafeString:
    """A card as a small picture, with its name for screen readers."""
    sign = suit_sign(code[1])
    return format_html(
        '<svg class="card" viewBox="0 0 32 44" role="img" aria-label="{}">'
        '<rect class="face" x=".5" y=".5" width="31" height="43" rx="4"/>'
        '<text class="suit-{}" x="16" y="20">{}</text>'
        '<g transform="translate(7.5 23) scale(.85)">{}</g></svg>',
        card_name(code),
        sign.tone,
        rank_sign(code),
        sign_paths(sign),
    )


@register.simple_tag
def named_card(code: str, pack: str) -> SafeString:
    """A card of this pack, whichever the reader sees elsewhere, with its name and its letters in records."""
    with packs.reading(pack):
        return format_html("{}<bdi>{}</bdi><code>{}</code>", card(code), card_name(code), code)


@register.simple_tag
def hand(cards: str | Iterable[str]) -> SafeString:
    """Cards in a row, from a list or from the string of a record (``"Ah Ac"``)."""
    codes = cards.split() if isinstance(cards, str) else list(cards)
    return format_html(
        '<ul class="hand">{}</ul>', format_html_join("", "<li>{}</li>", ((card(code),) for code in codes))
    )


@register.simple_tag
def advised(advice: Mapping[str, Any]) -> SafeString:
    """The reason of an advice (``games.services.steps``) as a sentence, with its cards as small pictures."""
    filled = dict(advice["params"])
    for name in filled.keys() & CARDS:
        filled[name] = format_html_join(" ", "{}", ((card(code),) for code in filled[name].split()))
    return mark_safe(escape(gettext(advice["template"])) % filled)  # noqa: S308 - the rest are numbers


@register.simple_tag
def suit(letter: str) -> SafeString:
    """The sign of a suit in a text, with its name for screen readers."""
    return format_html(
        '<svg class="suit" viewBox="0 0 20 20" role="img" aria-label="{}">{}</svg>',
        SUIT_NAMES[letter],
        sign_paths(suit_sign(letter)),
    )


@register.filter
def sign_paths(sign: SuitSign) -> SafeString:
    """The paths of the sign of a suit, for an SVG."""
    inner = format_html('<path class="suit-{}-inner" d="{}"/>', sign.tone, sign.inner) if sign.inner else ""
    return format_html('<path class="suit-{}" fill-rule="evenodd" d="{}"/>{}', sign.tone, sign.shape, inner)


@register.simple_tag
def pack_signs(pack: str) -> SafeString:
    """The four suits of a pack in a row, to look at."""
    signs = ((sign_paths(SUIT_SIGNS[pack][suit]),) for suit in BY_RANK)
    return format_html_join(
        "", '<svg class="suit of-pack" viewBox="0 0 20 20" aria-hidden="true">{}</svg>', signs
    )


@register.simple_tag
def chosen_pack() -> str:
    """The pack that the reader has chosen; empty if they see those of the clubs."""
    return packs.chosen()


@register.filter
def card_words(code: str) -> str:
    """The name of a card in words."""
    return card_name(code)


@register.filter
def rank_of(code: str) -> str:
    """The rank of a card, as it is printed on the card."""
    return rank_sign(code)


@register.filter
def pool_sign(pool: str, rules: Mapping[str, Any]) -> str:
    """The sign on the well of a pool under these rules."""
    return sign_of(pool, rules["sequence"], rules.get("ten_pool", "ten"))


@register.filter
def signed(chips: Number | None, decimals: int = 1) -> SafeString:
    """Chips or points won or lost, always with a sign, so that no meaning depends on colour. None: a dash."""
    text = "\N{EN DASH}" if chips is None else number(chips, decimals, plus=True)
    tone = "even" if not chips else "won" if chips > 0 else "lost"
    return format_html('<span class="{}">{}</span>', tone, text)


@register.filter("amount")
def amount_of(adjustment: Adjustment) -> SafeString:
    """What an adjustment adds to a score: "+5 chips", "-0.5 points"."""
    ((unit, amount),) = adjustment.amounts.items()
    sentence = gettext("%(number)s points") if unit == "points" else gettext("%(number)s chips")
    return format_html(sentence.replace("%(number)s", "{}"), signed(amount, 2))


@register.filter
def score(value: Number, scoring: str) -> SafeString:
    """A score, with the colour of what is won or lost."""
    return format_html("{}", number(value)) if scoring in PLAIN else signed(value)


STATES: Final = {
    "struck": gettext_lazy("struck"),
    "missed": gettext_lazy("missed"),
    "missed_struck": gettext_lazy("missed, struck"),
}


@register.simple_tag
def results(line: Mapping[str, Any], scoring: str) -> SafeString:
    """The rounds of a score as a list: the number of each round, its result, and that it is struck or missed.

    A page has hundreds of them, so this is no template.
    """
    items = []
    pair = gettext("{}: {}")
    for result in line["results"]:
        state, shown = result["state"], SafeString("")
        if result["result"] is not None:
            shown = score(result["result"], scoring)
        if state.endswith("struck"):
            shown = format_html("<s>({})</s>", shown)
        about = format_html(" <i>{}</i>", STATES[state]) if state in STATES else ""
        of = result["round"] or gettext("taken along")
        items.append(format_html("<li>{}{}</li>", format_html(pair, of, shown), about))
    if line["adjusted"]:
        about = gettext("penalties and bonuses")
        items.append(format_html("<li>{}</li>", format_html(pair, about, signed(line["adjusted"]))))
    return SafeString("".join(items))


@register.filter
def ago(moment: datetime | None, club: Club | None = None) -> SafeString:
    """A relative time, "5 minutes ago" or "in 2 days", with the exact time as its title.

    club: on a page of several clubs, the one in whose time zone it is.
    """
    if moment is None:
        return SafeString("")
    now = timezone.now()
    # Round what is far ahead: two weeks minus a second would be "in 1 week".
    half_a_day = timedelta(hours=12) if moment - now > timedelta(days=2) else timedelta()
    text = relative_time(moment + half_a_day, now)
    exact = formats.date_format(
        timezone.localtime(moment, zone_of(club) if club else None), "DATETIME_FORMAT"
    )
    return format_html('<time datetime="{}" title="{}">{}</time>', moment.isoformat(), exact, text)


@register.filter
def get(mapping: Mapping[Any, Any], key: object) -> object:
    """``mapping[key]`` or None, for keys that a template cannot write."""
    return mapping.get(key)
