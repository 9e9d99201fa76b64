"""The context of the pages that offer a rehearsal."""

from __future__ import annotations

from typing import Any

from tournaments.models import Event, EventStatus
from tournaments.services.rehearsals.rehearsals import rehearsals_of


def rehearsing(event: Event) -> dict[str, Any]:
    """For `director/rehearse.html`: the rehearsals of an event, and whether another can start."""
    return {
        "rehearsals": rehearsals_of(event),
        "may_rehearse": event.status in (EventStatus.DRAFT, EventStatus.OPEN),
    }
