"""Whether a person who gave an e-mail address is told what became of their reply.

`events.words.mails` writes the mail. Without a mail server nothing is sent, and the page shows the link.
"""

from __future__ import annotations

from django.conf import settings

from tournaments.core import outbox
from tournaments.events.models.replies import Reply

TASK = "replies.confirm"


def ask_to_confirm(reply: Reply) -> None:
    """Make sure that this person is told their answer, if there is a mail server and an address."""
    if settings.SENDS_MAIL and "@" in reply.contact:
        outbox.add(TASK, reply.pk)
