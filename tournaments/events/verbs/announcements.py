"""What a director announces: a short text on the pages of an event, until its time or the evening is over."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from smtplib import SMTPRecipientsRefused
from typing import Final
from uuid import UUID

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.utils.translation import gettext as translated

from tournaments.clubs.models import User
from tournaments.core import moments, outbox
from tournaments.core.actors import Actor
from tournaments.core.change import change
from tournaments.core.rules.refusals import Conflict, Invalid, gettext_noop
from tournaments.core.rules.statuses import EntryStatus
from tournaments.core.zones import check_date, in_language_of
from tournaments.events.models.events import Event
from tournaments.events.verbs.checks import TextTooLong
from tournaments.events.verbs.replies import contacts_of

logger = logging.getLogger(__name__)

LONGEST: Final = 500
"""The most characters of an announcement."""


AFTER_THE_END: Final = timedelta(hours=1)
"""So long after its end an event still shows what was announced before: where the prizes are, for example."""


def announcement_of(event: Event, now: datetime | None = None) -> str:
    """What the pages of an event announce now; empty: nothing (no query)."""
    now = now or moments.now()
    since, until, end = event.announced_at, event.announced_until, event.finished_at
    check_date(until, "until")
    if until is not None and until <= now:
        return ""
    if end is not None and since is not None and since <= end and end + AFTER_THE_END <= now:
        return ""
    return event.announcement


class MailMissing(Conflict):
    """This installation has no mail server."""

    sentence = gettext_noop("This installation has no mail server, so it cannot send mail.")


class AnnouncementOver(Invalid):
    """The announcement would end before it begins."""

    sentence = gettext_noop("Choose a time that is still to come.")


class AnnouncementEmpty(Invalid):
    """The announcement has no text."""

    sentence = gettext_noop("Write what you want to announce.")


def announce(
    event: Event, actor: Actor, text: str, until: datetime | None = None, *, by_mail: bool = False
) -> Event:
    """Show this text on the pages of an event, instead of the one before. until: not longer than that.

    by_mail: also send it to the people of the event who have an address (`recipients_of`).
    Raises Invalid `announcement_empty`, `text_too_long`, `announcement_over`; Conflict `mail_missing`.
    """
    text = "\n".join(" ".join(line.split()) for line in text.strip().splitlines())
    text = "".join(letter for letter in text if letter.isprintable() or letter == "\n")
    if not text:
        raise AnnouncementEmpty(field="text")
    if len(text) > LONGEST:
        raise TextTooLong(most=LONGEST, field="text")
    now = moments.now()
    check_date(until, "until")
    if until is not None and until <= now:
        raise AnnouncementOver(field="until")
    if by_mail and not settings.SENDS_MAIL:
        raise MailMissing
    with change(event, actor, "announce", by_mail=by_mail) as event:
        event.announcement, event.announced_at, event.announced_until = text, now, until
        if by_mail:
            outbox.add("announcements.mail", event.pk, now.isoformat())
    return event


class AnnouncementMissing(Conflict):
    """The event announces nothing."""

    sentence = gettext_noop("This event announces nothing.")


def take_down(event: Event, actor: Actor) -> Event:
    """Show no announcement any longer. Raises Conflict `announcement_missing`."""
    with change(event, actor, "take_down_announcement") as event:
        if not event.announcement:
            raise AnnouncementMissing
        event.announcement, event.announced_at, event.announced_until = "", None, None
    return event


def recipients_of(event: Event) -> list[str]:
    """The addresses to which announcements of an event go, each once.

    They are those of the users of its players, and of people who said that they come or wait.
    """
    users = User.objects.filter(
        is_active=True,
        players__entries__event=event,
        players__entries__status__in=(EntryStatus.REGISTERED, EntryStatus.CHECKED_IN),
    )
    addresses = [*users.exclude(email="").values_list("email", flat=True), *contacts_of(event)]
    return sorted({address.lower(): address for address in addresses}.values())


def mail(event_id: UUID | str, announced_at: str) -> int:
    """Send the announcement of this time to all who have an address. Return the number of letters.

    One letter for each person, so nobody sees the addresses of others. Nothing is sent if another text has
    replaced it. The letters go out in one connection; if it fails, the task is tried again as a whole. A
    recipient whom the server refuses, perhaps for a typing mistake, does not keep the letter from others.
    """
    event = Event.objects.select_related("club").get(pk=event_id)
    if event.announced_at is None or event.announced_at.isoformat() != announced_at:
        return 0
    with in_language_of(event.club):
        subject = translated("%(event)s: an announcement") % {"event": event.name}
    text = f"{event.announcement}\n\n{event.name}, {event.club.name}\n"
    letters = [EmailMessage(subject, text, None, [address]) for address in recipients_of(event)]
    if not letters:
        return 0
    sent = 0
    with get_connection() as connection:
        for letter in letters:
            try:
                sent += connection.send_messages([letter]) or 0
            except SMTPRecipientsRefused:
                # Without the text of the error, which contains the address.
                logger.warning("The mail server refused a recipient of an announcement of %s.", event.pk)
    return sent
