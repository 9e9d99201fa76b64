"""What the pages that offer a rehearsal know of an event's: the overview of running it, and their own."""

from __future__ import annotations

from typing import Any

from tournaments.models import Event, EventStatus
from tournaments.services.rehearsals.rehearsals import rehearsals_of


def rehearsing(event: Event) -> dict[str, Any]:
    """For `director/rehearse.html`: an event's rehearsals, and whether another may begin."""
    return {
        "rehearsals": rehearsals_of(event),
        "may_rehearse": event.status in (EventStatus.DRAFT, EventStatus.OPEN),
    }
