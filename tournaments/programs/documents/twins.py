"""Whether a club has the event of a document already.

A document says which event it is by two things that every copy keeps, and that no verb changes: the seed of
the event (18 random digits) and the moment when it was created. Its name can change, and ids are new in each
copy.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from tournaments.clubs.models.clubs import Club
from tournaments.core.rules.refusals import Conflict, gettext_noop
from tournaments.events.models.events import Event


def twin_of(club: Club, document: Mapping[str, Any]) -> Event | None:
    """The event of this document in this club, or the newest copy of it. None: the club does not have it."""
    made = datetime.fromisoformat(document["created_at"])
    return Event.objects.filter(club=club, seed=document["seed"], created_at=made).order_by("-pk").first()


class EventAlreadyHere(Conflict):
    """The club has the event of this document already."""

    sentence = gettext_noop(
        "This club has this event already: “%(event)s”. To import it once more as a copy, say that you "
        "want it again."
    )


def already_here(twin: Event) -> Conflict:
    """The refusal of a second copy that nobody has asked for."""
    return EventAlreadyHere(
        event=twin.name,
        stated={"created_at": twin.created_at.isoformat()},
        expected={"event": str(twin.pk), "name": twin.name},
    )
