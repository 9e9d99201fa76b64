"""The invitation of an event and its replies in words."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext as _

from tournaments.core.numbers import money
from tournaments.core.rules.statuses import EntryStatus, EventStatus
from tournaments.core.words.words import day_and_hour, html_of
from tournaments.events.models.events import Entry, Event
from tournaments.events.models.replies import Answer, Reply

When = Literal["before", "now", "over"]


def when_is(event: Event, *, is_past: bool) -> When:
    """Whether the event is to come, is played, or is over. is_past: its day has passed."""
    if event.status == EventStatus.RUNNING:
        return "now"
    return "over" if event.status == EventStatus.FINISHED or is_past else "before"


def meaning_of(reply: Reply, entry: Entry | None, when: When, place: int | None) -> str:
    """The sentence at the head of the page of a reply. place: on the waiting list."""
    if when == "over":
        return _after(reply, entry)
    if entry is not None and entry.status == EntryStatus.WITHDRAWN:
        return _("You have left the event.")
    if entry is not None and entry.status == EntryStatus.CHECKED_IN:
        return _("You are here. Have a good evening!")
    if reply.answer == Answer.NO:
        return _("You do not come.")
    if reply.answer == Answer.REFUSED:
        return _("There is no place for you. Ask the club.")
    if when == "now":
        if reply.answer == Answer.YES:
            return _("The event has begun. Tell the director that you are here.")
        return _("The event has begun, and you have no place. Ask the director.")
    if reply.answer == Answer.YES:
        return _("You have a place.")
    if reply.answer == Answer.PENDING:
        return _("You have asked for a place. The director decides.")
    return _(
        "You are number %(place)s on the waiting list. If a place becomes free, you move up by yourself."
    ) % {"place": place}


def _after(reply: Reply, entry: Entry | None) -> str:
    if entry is not None and entry.status != EntryStatus.REGISTERED:
        return _("The event is over. You were there.")
    if reply.answer == Answer.YES:
        return _("The event is over. You had a place.")
    if reply.answer == Answer.NO:
        return _("The event is over. You did not come.")
    return _("The event is over. There was no place for you.")


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
