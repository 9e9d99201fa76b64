"""What only directors are shown of an event: the shapes of rounds and stages ask for it."""

from __future__ import annotations

from typing import Any

from api.resources import Resource, T
from tournaments.access import runs_event


class AskedByDirectors(Resource[T]):
    """A route about an event, or about a thing that has one."""

    @property
    def is_director(self) -> bool:
        """Whether whoever asks runs the event."""
        event: Any = getattr(self.target, "event", self.target)
        return runs_event(self.actor, event)
