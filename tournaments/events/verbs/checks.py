"""What the settings of an event must keep to: its invitation, and what needs the rules of Poch.

An event without the rules of Poch has tables with totals only, so nothing in it can depend on cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from tournaments.clubs.models import Player
from tournaments.core.models.choices import OF_DEALS, Scoring
from tournaments.core.rules.money import LARGEST_AMOUNT
from tournaments.core.rules.refusals import Conflict, Invalid, gettext_noop
from tournaments.core.zones import check_date, moment_of, zone_of
from tournaments.events.models.events import Entry, Event

INVITATION: Final = frozenset(
    {"starts_on", "starts_at", "place", "about", "price", "capacity", "sign_up", "sign_up_until"}
)
"""The settings of the invitation. No result depends on them."""


class PriceOutOfRange(Invalid):
    """The price is outside the allowed range."""

    sentence = gettext_noop("Give a price of at least 0.")


class TextTooLong(Invalid):
    """The text is too long."""

    sentence = gettext_noop("This text can have at most %(most)d characters.")


class HourWithoutDay(Invalid):
    """The event has an hour, but no day."""

    sentence = gettext_noop("Give the day, too, or leave the hour empty.")


def check_invitation(event: Event) -> None:
    """Check the invitation of an unsaved event, and clean its texts. Raises Invalid."""
    event.place = " ".join(_printable(event.place).split())
    event.about = "\n".join(_printable(line).rstrip() for line in event.about.splitlines()).strip()
    for name, text in (("place", event.place), ("about", event.about)):
        column: Any = Event._meta.get_field(name)
        if len(text) > column.max_length:
            raise TextTooLong(most=column.max_length, field=name)
    if event.starts_at is not None and event.starts_on is None:
        raise HourWithoutDay(field="starts_on")
    zone = zone_of(event.club)
    check_date(event.starts_on, "starts_on", zone)
    check_date(event.sign_up_until, "sign_up_until", zone)
    if event.starts_on is not None and event.starts_at is not None:
        moment_of(event.starts_on, event.starts_at, zone, "starts_at")
    if event.price is not None and (type(event.price) is not int or not 0 <= event.price <= LARGEST_AMOUNT):
        raise PriceOutOfRange(field="price")


def _printable(text: str) -> str:
    """Remove invisible characters, which could change the direction of a page."""
    return "".join(letter if letter.isprintable() else " " * letter.isspace() for letter in text)


class TieBreakNeedsRules(Invalid):
    """Without deals, this tie-break has no figures."""

    sentence = gettext_noop(
        "Without the rules of Poch there are no deals, and only deals tell this: %(tie_breaks)s."
    )


class EvenNeedsRules(Invalid):
    """Without rules, `even` cannot be measured."""

    sentence = gettext_noop(
        "Without the rules of Poch nobody can measure how far chips spread at a table. Choose "
        "another score, such as points by place."
    )


class RulesNeededForBots(Invalid):
    """Bots play Poch only."""

    code = "bots_need_rules"
    sentence = gettext_noop("Bots are entered in this event, and they play Poch only. Withdraw them first.")


def refuse_what_needs_rules(event: Event, fields: Mapping[str, Any]) -> None:
    """Refuse settings that depend on cards. Tie-breaks that were not chosen are left out instead.

    fields: the settings that somebody chose. Raises Invalid.
    """
    if event.scoring == Scoring.EVEN:
        raise EvenNeedsRules(field="scoring")
    told_by_deals = [name for name in event.tie_breaks if name in OF_DEALS]
    if told_by_deals and "tie_breaks" in fields:
        raise TieBreakNeedsRules(tie_breaks=", ".join(told_by_deals), field="tie_breaks")
    event.tie_breaks = [name for name in event.tie_breaks if name not in OF_DEALS]
    if Entry.objects.filter(event=event).exclude(player__bot="").exists():
        raise RulesNeededForBots(field="rules")


class BotsNeedRules(Conflict):
    """Bots play Poch only."""

    sentence = gettext_noop(
        "%(bot)s is a bot and plays Poch only. This event is played without the rules of Poch."
    )


def refuse_bots(event: Event, players: Sequence[Player]) -> None:
    """Raise Conflict if one of these players is a bot and the event has no rules."""
    bots = [player.name for player in players if player.is_bot] if event.without_rules else []
    if bots:
        raise BotsNeedRules(bot=bots[0])
