"""Who may see and remove a wish."""

from __future__ import annotations

from tournaments.clubs.access import row_for
from tournaments.clubs.models import Role
from tournaments.core.actors import Actor
from tournaments.draw.models import SeatingWish


def wish_for_director(actor: Actor, ref: object) -> SeatingWish:
    """A wish of a club whose events the actor may run, for one event or for all of them."""
    rows = SeatingWish.objects.select_related("event__club", "player", "other")
    return row_for(actor, Role.DIRECTOR, rows, ref)
