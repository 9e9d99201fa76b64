"""Who may see and remove a wish."""

from __future__ import annotations

from tournaments.clubs.access import by_id, need_role
from tournaments.clubs.models import Role
from tournaments.core.actors import Actor
from tournaments.draw.models import SeatingWish


def wish_for_director(actor: Actor, ref: object) -> SeatingWish:
    """A wish of a club whose events the actor may run, for one event or for all of them."""
    wish: SeatingWish = by_id(
        SeatingWish.objects.select_related("club", "event__club", "player", "other"), ref
    )
    need_role(actor, wish.club, Role.DIRECTOR)
    return wish
