"""The clock of the open round of an event."""

from __future__ import annotations

from tournaments.events.models.clocks import RoundClock
from tournaments.events.models.events import Event


def clock_of(event: Event) -> RoundClock | None:
    """The clock of the round that is open now (no query if `access` fetched the event)."""
    try:
        return event.clock
    except RoundClock.DoesNotExist:
        return None
