"""The mails that the program sends. Their links are made here, so no row has a secret."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.core.mail import send_mail
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.core.secrets import digest
from tournaments.core.zones import in_language_of
from tournaments.events.models.replies import Answer, Reply
from tournaments.events.verbs.replies import token_of

MOST_ATTEMPTS = 8
"""A mail that the server has refused so often is given up: the person still has the page."""


class MailError(Exception):
    """The mail server did not take a mail."""


@dataclass(frozen=True)
class Mail:
    """A mail that is ready to be sent."""

    to: str
    subject: str
    text: str

    def send(self) -> None:
        """Send it. Call it while nothing is locked. Raises MailError."""
        try:
            send_mail(self.subject, self.text, None, [self.to])
        except (OSError, ValueError) as error:
            # Without the text of the error, which can contain the address.
            raise MailError(type(error).__name__) from None


def confirmation_of(reply_id: str) -> Mail | None:
    """The mail about a reply as it is now; None if there is nobody to tell."""
    reply = Reply.objects.select_related("event__club", "player").filter(pk=reply_id).first()
    if reply is None or "@" not in reply.contact:
        return None
    token = token_of(reply)
    if reply.token_digest != digest(token):
        return None  # SECRET_KEY is another one since then, and only the person has the link
    link = settings.ORIGINS[0].rstrip("/") + reverse("own_reply", args=[token])
    with in_language_of(reply.event.club):
        return _letter(reply, link)


def _letter(reply: Reply, link: str) -> Mail:
    parts = [
        _("Hello %(name)s,") % {"name": reply.called},
        _said(reply),
        _("Here you can say that you cannot come after all, or that you come again:") + f"\n{link}",
        reply.event.club.name,
    ]
    subject = _("%(event)s: your reply") % {"event": reply.event.name}
    return Mail(reply.contact, subject, "\n\n".join(parts) + "\n")


def _said(reply: Reply) -> str:
    about = {"event": reply.event.name}
    return {
        Answer.YES: _("You have a place at %(event)s."),
        Answer.WAITING: _(
            "%(event)s is full. You are on the waiting list, and get a mail if a place becomes free."
        ),
        Answer.PENDING: _("You have asked for a place at %(event)s. The director decides."),
        Answer.NO: _("You do not come to %(event)s."),
        Answer.REFUSED: _("There is no place for you at %(event)s."),
    }[Answer(reply.answer)] % about
