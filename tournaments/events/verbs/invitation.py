"""What people should know before they come: the day, the place, the price, and who can sign up."""

from __future__ import annotations

from typing import Any, Final

from tournaments.core.rules.money import LARGEST_AMOUNT
from tournaments.core.rules.refusals import Invalid, gettext_noop
from tournaments.core.zones import check_date, moment_of, zone_of
from tournaments.events.models.events import Event
from tournaments.events.verbs.announcements import TextTooLong

INVITATION: Final = frozenset(
    {"starts_on", "starts_at", "place", "about", "price", "capacity", "sign_up", "sign_up_until"}
)
"""The settings of the invitation. No result depends on them."""


class PriceOutOfRange(Invalid):
    """The price is outside the allowed range."""

    sentence = gettext_noop("Give a price of at least 0.")


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
