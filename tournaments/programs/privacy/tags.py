"""Removing the tags of a person who becomes anonymous."""

from __future__ import annotations

from tournaments.clubs.models.people import Player
from tournaments.core.locks import lock_event
from tournaments.core.rules.statuses import EventStatus
from tournaments.events.models.events import Entry
from tournaments.standings.verbs.prizes import awards_of


def forget_tags(player: Player) -> None:
    """Delete the tags of a player, except those by which somebody won a prize in a finished event.

    Everybody has seen such a prize, so its award stays, with the new name. Call it before the player is
    locked, because the lock order is event, then player.
    """
    for entry in Entry.objects.filter(player=player).exclude(tags=[]).order_by("event_id"):
        event = lock_event(entry.event)
        entry.refresh_from_db(fields=["tags"])
        kept = list(entry.tags) if event.status == EventStatus.FINISHED else []
        announced = awards_of(event) if kept else []
        for tag in list(kept):
            fewer = [other for other in kept if other != tag]
            if awards_of(event, {entry.pk: fewer}) == announced:
                kept = fewer
        entry.tags = kept
        entry.save(update_fields=["tags"])
