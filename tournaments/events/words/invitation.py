"""The invitation of an event as the pages show it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from tournaments.core.numbers import money
from tournaments.core.words.markdown import html_of
from tournaments.core.words.phrases import day_and_hour
from tournaments.events.models.events import Event


@dataclass(frozen=True)
class Invitation:
    """What people should know before they come. Texts are empty, and the HTML too, where nothing is set."""

    when: str
    place: str
    price: str
    capacity: int | None
    until: datetime | None
    about: SafeString

    def __bool__(self) -> bool:
        return bool(self.when or self.place or self.price or self.capacity or self.about)


def invitation_of(event: Event) -> Invitation:
    """The invitation of an event. No query."""
    return Invitation(
        when=day_and_hour(event),
        place=event.place,
        price=price_of(event),
        capacity=event.capacity,
        until=event.sign_up_until,
        about=html_of(event.about) if event.about else SafeString(),
    )


def price_of(event: Event) -> str:
    """What one person pays: "8 EUR", or that it costs nothing; empty if no price is set."""
    if event.price is None:
        return ""
    if event.price == 0:
        return gettext("free")
    return money(event.price, event.currency)
