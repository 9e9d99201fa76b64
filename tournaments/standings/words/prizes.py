"""Prizes and awards as the pages show them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext

from tournaments.core.numbers import number
from tournaments.core.rules.errors import LAST_OF_SEVERAL, listed
from tournaments.core.rules.names import name_key
from tournaments.events.models.events import Entry, Event
from tournaments.events.verbs.entries import entries_by_id
from tournaments.standings.rules.prizes import Award, Prize, PrizeList
from tournaments.standings.verbs.prizes import prizes_of


@dataclass(frozen=True)
class PrizeLine:
    """A prize in the list: for which places, and what it is."""

    places: str
    what: str


@dataclass(frozen=True)
class AwardLine:
    """An award: for which places, who, and what they get, each in a few words.

    winners: the public names, each with its own amount if they differ by the smallest coin, or "".
    """

    places: str
    winners: list[tuple[str, str]]
    what: list[str]


def prize_lines(plan: PrizeList) -> list[PrizeLine]:
    """The prizes in the order of the list."""
    return [PrizeLine(_places(prize, plan), _worth(prize, plan)) for prize in plan.prizes]


def award_lines(
    event: Event, given: Sequence[Award], entries: Mapping[str, Entry] | None = None
) -> list[AwardLine]:
    """Who gets what, by public names. entries: at least the winners, if they are at hand; else one query."""
    if not given:
        return []
    plan = prizes_of(event)
    if entries is None:
        entries = entries_by_id(event, [entry for award in given for entry in award.entries])
    lines = []
    for award in given:
        names = [entries[entry].player.public_name for entry in award.entries]
        amounts = [money(amount, plan.currency) for amount in award.amounts]
        differ = len(set(amounts)) > 1
        winners = [(name, amount if differ else "") for name, amount in zip(names, amounts, strict=True)]
        paid = amounts[:1] if any(award.amounts) and not differ else []
        lines.append(AwardLine(_places(award, plan), winners, _what(award, paid)))
    return lines


def money(amount: int, currency: str) -> str:
    """An amount of hundredths: "50 EUR", "12.50 EUR"."""
    figure = number(Fraction(amount, 100), 2 if amount % 100 else 0, fixed=True)
    return f"{figure}\N{NO-BREAK SPACE}{currency}" if currency else figure


def typed_amount(amount: int) -> str:
    """An amount of hundredths as people type it into a form, without the currency: "12.50"."""
    return number(Fraction(amount, 100), 2, fixed=True)


def _places(of: Prize | Award, plan: PrizeList) -> str:
    """For which places; the tag alone if the list has one place for it."""
    if of.tag:
        own = [prize for prize in plan.prizes if prize.key == name_key(of.tag)]
        if len(own) == 1 and own[0].last == 1 and of.last == 1:
            return of.tag
        if of.first == of.last:
            return gettext("%(tag)s, place %(place)d") % {"tag": of.tag, "place": of.first}
        return gettext("%(tag)s, places %(first)d to %(last)d") % {
            "tag": of.tag,
            "first": of.first,
            "last": of.last,
        }
    if of.first == of.last:
        return gettext("Place %(place)d") % {"place": of.first}
    return gettext("Places %(first)d to %(last)d") % {"first": of.first, "last": of.last}


def _worth(prize: Prize, plan: PrizeList) -> str:
    parts = [money(prize.amount, plan.currency)] if prize.amount else []
    return _in_words([*parts, prize.what] if prize.what else parts)


def _what(award: Award, paid: Sequence[str]) -> list[str]:
    """What the winners get. paid: the amount of each, if it is the same for all."""
    if len(award.entries) == 1:
        return [_in_words([*paid, *award.each])]
    what = [gettext("%(thing)s each") % {"thing": thing} for thing in (*paid, *award.each)]
    if award.together:
        counts = Counter(award.together)
        things = [_times(count, thing) for thing, count in counts.items()]
        what.append(gettext("to share: %(things)s") % {"things": _in_words(things)})
    return what


def _times(count: int, thing: str) -> str:
    return thing if count == 1 else gettext("%(count)d times %(thing)s") % {"count": count, "thing": thing}


def _in_words(things: Sequence[str]) -> str:
    return listed(things, gettext(LAST_OF_SEVERAL))
