"""Points by place: what each place earns must be said for every size of table that can occur."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.errors import Invalid
from tournaments.models import Event, Scoring

MOST_POINTS = 1_000_000


def check_points(event: Event, least: int, most: int) -> None:
    """Refuse (Invalid `points_incomplete`) an event scored by points that lacks a table size's."""
    if event.scoring != Scoring.POINTS:
        return
    for size in range(least, most + 1):
        places = event.points.get(str(size)) if isinstance(event.points, dict) else None
        if (
            not isinstance(places, list)
            or len(places) != size
            or not all(type(points) is int and 0 <= points <= MOST_POINTS for points in places)
        ):
            raise Invalid(
                "points_incomplete",
                _("Say what each place earns at a table of %(size)d: %(size)d whole numbers.")
                % {"size": size},
                field="points",
            )
